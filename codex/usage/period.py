"""Which days are told: the last few, or those that somebody names, both ends included."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.core.validators import MinValueValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

#: What can be chosen by one click, in days; the middle one is the default.
USUAL: Final = (7, 30, 90)
#: Counts are kept no longer.
MOST: Final = 400
_OLDEST: Final = date(2000, 1, 1)


@dataclass(frozen=True, slots=True)
class Period:
    """UTC days from `first` to `last`."""

    first: date
    last: date

    @property
    def days(self) -> tuple[date, ...]:
        """Each day."""
        return tuple(self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1))

    @property
    def before(self) -> "Period":
        """As many days just before."""
        return Period(self.first - timedelta(days=len(self.days)), self.first - timedelta(days=1))

    @property
    def begins(self) -> datetime:
        """The first moment."""
        return datetime(self.first.year, self.first.month, self.first.day, tzinfo=UTC)

    @property
    def ends(self) -> datetime:
        """The first moment after."""
        return datetime(self.last.year, self.last.month, self.last.day, tzinfo=UTC) + timedelta(days=1)

    @property
    def query(self) -> str:
        """What names it in a URL."""
        return urlencode({"since": self.first.isoformat(), "until": self.last.isoformat()})


def last_days(count: int, today: date) -> Period:
    """So many days, today included."""
    return Period(today - timedelta(days=count - 1), today)


class _DayField(forms.DateField):
    """A day that may be left out, of a time when there was such a site."""

    def __init__(self, *, label: Any) -> None:
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        super().__init__(label=label, required=False, widget=widget, validators=[MinValueValidator(_OLDEST)])


class PeriodForm(forms.Form):
    """`days` of USUAL, or `since` and `until`; with neither, the usual one."""

    since = _DayField(label=_("From"))
    until = _DayField(label=_("To"))

    def __init__(self, sent: Mapping[str, Any], today: date) -> None:
        super().__init__(sent if sent.get("since") or sent.get("until") else None)
        self._days, self._today = sent.get("days", ""), today

    @property
    def days(self) -> int:
        """Which of USUAL was chosen; 0 when days are named."""
        if self.is_bound and self.is_valid():
            return 0
        return int(self._days) if self._days in map(str, USUAL) else USUAL[1]

    @property
    def period(self) -> Period:
        """The days; the usual ones while those that were named make no sense."""
        if self.is_bound and self.is_valid():
            return Period(self.cleaned_data["since"], self.cleaned_data["until"])
        return last_days(self.days, self._today)

    def clean(self) -> dict[str, Any]:
        """Fill in an end that was left out; refuse what is upside down or too long."""
        given = super().clean() or {}
        if self.errors:
            return given
        until = given["until"] = min(given["until"] or self._today, self._today)
        since = given["since"] = given["since"] or last_days(USUAL[1], until).first
        if since > until:
            raise forms.ValidationError(gettext("The first day must not be later than the last one, nor than today."))
        if (until - since).days >= MOST:
            raise forms.ValidationError(gettext("At most %(count)s days.") % {"count": MOST})
        return given
