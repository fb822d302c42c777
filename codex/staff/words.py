"""Settings in words: what one is, and what it can be."""

from decimal import Decimal

from django.utils.translation import gettext

from codex.core.options import Option, Value
from codex.pages import wording


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
