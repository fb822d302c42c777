"""What every page of settings shows, whosever they are: each setting as a row, and what was changed last (ADM-01)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.forms import BoundField
from django.utils.translation import gettext

from codex.core.options import Option
from codex.models import SettingChange
from codex.staff.noted_form import NotedForm
from codex.staff.words import limits_of, words_of

#: Headings, and the settings below each.
Groups = tuple[tuple[Any, tuple[str, ...]], ...]
#: How many of the last changes a page lists; the history has them all.
LAST: Final = 10


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
