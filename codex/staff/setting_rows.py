"""What every page of settings shows, whosever they are: each setting as a row, and what was changed last (ADM-01)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codex.core.options import Option, Value
from codex.models import SettingChange
from codex.pages import wording

#: Headings, and the settings below each.
Groups = tuple[tuple[Any, tuple[str, ...]], ...]
#: How many of the last changes a page lists; the history has them all.
LAST: Final = 10
CHANGED: Final = _(
    "Somebody else changed the settings while this page was open. Nothing is saved yet: what you typed is below. "
    "Save again to keep yours, or reload the page to begin with theirs."
)


class NotedForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form of settings: why they change, and which values the page was filled from."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    note = forms.CharField(
        max_length=200, required=False, label=_("Why"), help_text=_("Kept in the history. (optional)")
    )
    #: Values that are only tried out may have been typed on an older page.
    is_trial: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One setting; `field` is None for whoever may read but not change it."""

    option: Option
    help: str
    field: BoundField | None
    value: str
    default: str
    limits: str
    #: Whether going back to the default is worth offering.
    is_changed: bool


def row_of(form: NotedForm, option: Option) -> Row:
    """A setting as it is stored, with its field where it may be changed."""
    field = form[option.field] if option.field in form.fields else None
    value = getattr(form.instance, option.field)
    return Row(
        option=option,
        help=gettext(option.help),
        field=field,
        value=words_of(value),
        default=words_of(option.default),
        limits=limits_of(option),
        is_changed=value != option.default or bool(field and field.errors),
    )


def grouped(groups: Groups, rows: Mapping[str, Row]) -> list[tuple[Any, list[Row]]]:
    """The rows below their headings."""
    return [(heading, [rows[name] for name in names]) for heading, names in groups]


def last_changes(options: Iterable[Option]) -> list[SettingChange]:
    """The last few changes of these settings, the newest first."""
    names = [option.name for option in options]
    return list(SettingChange.objects.filter(name__in=names).select_related("changed_by")[:LAST])


def limits_of(option: Option) -> str:
    """What a setting can be: its choices, or its bounds with their unit."""
    if option.choices:
        return gettext(" or ").join(option.choices)
    if option.high is None:
        return ""
    low, high = wording.number(option.low or 0), wording.number(option.high)
    told = {"low": low, "high": high, "unit": gettext(option.unit) if option.unit else ""}
    sentence = gettext("up to %(high)s %(unit)s") if option.kind == "text" else gettext("%(low)s to %(high)s %(unit)s")
    return (sentence % told).strip()


def words_of(value: Value) -> str:
    """A setting's value as staff read it."""
    if isinstance(value, bool):
        return gettext("on") if value else gettext("off")
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    if value is None:
        return gettext("none")
    return wording.number(value) if isinstance(value, int) else value or gettext("empty")
