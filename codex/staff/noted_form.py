"""A form of settings that overwrites nobody's change unseen, whosever settings they are (ADM-01)."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codex.core.options import Value
from codex.staff.merging import changed_meanwhile, merged, plain, read_back
from codex.staff.words import words_of

CHANGED: Final = _(
    "Somebody else changed the settings while this page was open. Nothing is saved yet: what you typed is below. "
    "Save again to keep yours, or reload the page to begin with theirs."
)


class NotedForm(forms.ModelForm):  # type: ignore[type-arg]
    """Settings, why they change, and which values the page was filled from."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    note = forms.CharField(
        max_length=200, required=False, label=_("Why"), help_text=_("Kept in the history. (optional)")
    )
    #: Values that are only tried out may have been typed on an older page.
    is_trial: bool = False

    def fill_from(self, values: Mapping[str, Value], *, seen: str) -> None:
        """Note what the database holds now, by field, and the name of it all."""
        self._values, self._seen = values, seen
        self.initial["seen"] = seen

    def check_seen(self, cleaned: Mapping[str, Any]) -> None:
        """Refuse, once, a page that was filled before somebody else's change (raises ValidationError)."""
        if self.is_trial or cleaned.get("seen") == self._seen:
            return
        before, now = read_back(cleaned.get("seen", "")), {name: plain(one) for name, one in self._values.items()}
        sent = {name: plain(cleaned[name]) for name in now if name in cleaned}
        told = [self._told(name) for name in changed_meanwhile(before, now, sent)]
        # A value that this page does not let its reader change never comes from what was sent.
        mine = {name: value for name, value in sent.items() if name in self.fields}
        self.data = merged(self.data, before, now, mine) | {"seen": self._seen}
        raise ValidationError([str(CHANGED), *told])

    def _told(self, field: str) -> str:
        told = {"name": field.replace("_", "-"), "value": words_of(self._values[field])}
        return gettext("%(name)s is now %(value)s.") % told
