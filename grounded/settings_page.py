"""What the settings page of answers shows: the settings in groups, what was used, and what was changed last."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codex.pages import wording
from codex.staff.setting_rows import Groups, Row, grouped, row_of
from codex.staff.words import limits_of, words_of
from grounded import budget
from grounded.keys import comes_from_environment, is_readable, masked, origin_of
from grounded.models import Spend
from grounded.options import OPTIONS, GroundedOptions, Option
from grounded.settings_form import SettingsForm

GROUPS: Final[Groups] = (
    (_("Switches"), ("enable_answers", "enable_chat")),
    (_("Endpoint"), ("base_url", "model", "key")),
    (_("Answers"), ("answer_lang", "grounded_keep_days", "grounded_keep_longer_days")),
    (_("Limits"), ("answer_daily_per_user", "answer_daily_total", "answers_in_flight")),
    (_("Money"), ("answer_monthly_spend", "price_in", "price_out")),
)


def groups(form: SettingsForm) -> list[tuple[Any, list[Row]]]:
    """Every setting under its heading, with the form's values."""
    return grouped(GROUPS, {option.field: _row(form, option) for option in OPTIONS})


def used() -> tuple[tuple[str, str], ...]:
    """What was asked and spent today and this month."""
    return tuple(_used())


def _row(form: SettingsForm, option: Option) -> Row:
    return _key_row(form, option) if option.name == "key" else row_of(form, option)


def _key_row(form: SettingsForm, option: Option) -> Row:
    """The key is never shown: only whether one is set, and how it ends."""
    told = key_told(form.stored)
    return Row(
        option=option,
        help=f"{gettext(option.help)} {gettext('Now: %(key)s.') % {'key': told}}",
        field=form["key"] if "key" in form.fields else None,
        value=told,
        default=words_of(""),
        limits=limits_of(option),
        is_changed=bool(form.stored.sealed_key),
    )


def key_told(options: GroundedOptions) -> str:
    """Which key is in force for the endpoint, in words."""
    origin = origin_of(options.base_url)
    if comes_from_environment(origin):
        return gettext("the operator's, from the environment")
    if not is_readable(options.sealed_key):
        return gettext("one that cannot be decrypted any more; type it again")
    return masked(options.sealed_key, origin) or gettext("none")


def _used() -> Iterator[tuple[str, str]]:
    now = timezone.now()
    day = budget.day_of(now)
    yield gettext("Answers asked for today"), wording.number(_sum(Spend.Kind.SITE, day, "calls"))
    month = day.replace(day=1)
    yield gettext("Answers asked for this month"), wording.number(_sum(Spend.Kind.MONTH, month, "calls"))
    spent = _sum(Spend.Kind.MONTH, month, "cost") / budget.MILLION
    held = _sum(Spend.Kind.MONTH, month, "held") / budget.MILLION
    told = {"spent": wording.decimal(spent, 2), "held": wording.decimal(held, 2)}
    yield gettext("Spent this month"), gettext("%(spent)s, and %(held)s set aside for calls under way") % told


def _sum(kind: Spend.Kind, since: date, name: str) -> int:
    return sum(Spend.objects.filter(kind=kind, payer="", since=since).values_list(name, flat=True))
