"""What is counted of answers, beside the searches: how they ended, and who had to be refused; nobody's words."""

from typing import Final

from django.db import transaction

from codex.usage.tally import tally
from grounded.states import State

#: What these counts stand under where searches have their face.
FACE: Final = "answer"
#: Refusals by a limit, as they are counted.
LIMITS: Final = frozenset({"answer_quota_used", "answer_total_used", "budget_used", "too_many_in_flight"})


def ended(state: State) -> None:
    """Count an answer that ended so, once that is certain."""
    transaction.on_commit(lambda: tally.note(FACE, str(state.value)))


def refused(code: str) -> None:
    """Count a call that a limit forbade."""
    if code in LIMITS:
        tally.note(FACE, code)
