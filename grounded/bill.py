"""What one turn of a chat uses, and each call of the model on its caller's budget (GRD-08)."""

from contextlib import suppress
from dataclasses import dataclass, field

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from codex.callers import Caller
from grounded import budget
from grounded.calls import used_in_vain
from grounded.core.chat import AiClient, Reply
from grounded.core.envelope import Usage, read_usage
from grounded.core.errors import GroundedError
from grounded.errors import AnswerError, Refused
from grounded.options import GroundedOptions
from grounded.refusing import limited


@dataclass(slots=True)
class Used:
    """What a turn has used so far; tokens are None once the endpoint did not tell those of a call."""

    model_calls: int = 0
    searches: int = 0
    prompt_tokens: int | None = 0
    completion_tokens: int | None = 0

    def add(self, usage: Usage | None) -> None:
        """One more call of the model."""
        self.model_calls += 1
        self.prompt_tokens = _sum(self.prompt_tokens, usage.prompt_tokens if usage else None)
        self.completion_tokens = _sum(self.completion_tokens, usage.completion_tokens if usage else None)


@dataclass(frozen=True, slots=True)
class Bill:
    """Who pays for a turn, and what it has used."""

    caller: Caller
    used: Used = field(default_factory=Used)

    def converse(self, client: AiClient, body: bytes, options: GroundedOptions, *, seconds: float) -> Reply:
        """The endpoint's reply; what is not known to cost less costs what was set aside.

        Raises GroundedError, and Refused where a limit is used up.
        """
        reservation, usage = self._reserved(len(body), options), None
        _let_go()
        try:
            reply = client.converse(body, seconds=seconds)
            usage = read_usage(reply.body)
        except GroundedError as error:
            usage = used_in_vain(error)
            raise
        finally:
            self.used.add(usage)
            # A reply is worth more than its bill: where that cannot be written, what was set aside stays so.
            with suppress(DatabaseError), transaction.atomic():
                budget.settle(reservation, usage, options)
        return reply

    def _reserved(self, size: int, options: GroundedOptions) -> budget.Reservation:
        now = timezone.now()
        try:
            with transaction.atomic():
                return budget.reserve(self.caller, budget.estimate(size, options), options, now=now)
        except AnswerError as error:
            raise Refused(limited(error, self.caller, options, now)) from None


def _sum(before: int | None, more: int | None) -> int | None:
    return None if before is None or more is None else before + more


def _let_go() -> None:
    """Give the connection back to the pool: a turn may wait for seconds, and others search meanwhile."""
    if not connection.in_atomic_block:
        connection.close()
