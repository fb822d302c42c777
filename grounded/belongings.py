"""What answers keep of an account, for its page and for when it is closed (GRD-10)."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext, ngettext

from codex.belongings import Belongings
from codex.callers import Caller
from codex.metering.today import Row, row_of
from codex.pages import wording
from codex.results import Refusal
from grounded import owned


def _today(caller: Caller) -> Iterator[Row]:
    found = owned.today(caller)
    if not isinstance(found, Refusal):
        yield row_of(gettext("Answers"), found.answers)


def _held(caller: Caller) -> Iterator[str]:
    found = owned.mine(caller)
    total = 0 if isinstance(found, Refusal) else found.total
    sentence = ngettext(
        "%(count)s answer with its question and sources, and what was told to the staff about it",
        "%(count)s answers with their questions and sources, and what was told to the staff about them",
        total,
    )
    if total:
        yield sentence % {"count": wording.number(total)}
    yield gettext("Counts of your answers of each day")


def _kept() -> Iterator[str]:
    yield gettext("What was sent to a model's host: it cannot be called back.")


def _drop(caller: Caller) -> None:
    owned.drop(caller)
    owned.drop_counts(caller)


BELONGINGS: Final = Belongings(today=_today, held=_held, drop=_drop, kept=_kept)
