"""One call from agreement to outcome: let in by one statement, made at most once, its end written down (GRD-08).

What is sent is the body that was agreed to, byte for byte. A call whose process dies is found by its silence.
"""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone

from codex.callers import Caller
from codex.core.deadline import Stopped
from grounded import budget, counting
from grounded.core import limits
from grounded.core.chat import AiClient
from grounded.core.citations import Cited, read_answer
from grounded.core.envelope import Usage, read_usage
from grounded.core.errors import AnswerRejected, ChatError, GroundedError
from grounded.errors import AnswerError
from grounded.models import Consultation
from grounded.options import GroundedOptions
from grounded.runner import BEAT, Runner
from grounded.states import State

#: A call that gave no sign of life for so long is dead, and so is one that should have ended so long ago.
SILENCE: Final = timedelta(seconds=5 * BEAT)
OVERDUE: Final = timedelta(seconds=2 * limits.SECONDS)
#: Threads that write outcomes at once; the other connections are for those who search.
_WRITERS: Final = threading.BoundedSemaphore(2)
_TRIES: Final = 3
_PAUSE: Final = 1.0
#: Failures after which the endpoint may have done its work, and charge for it.
_MAY_HAVE_COST: Final = frozenset({"timed_out", "not_http", "encoded", "key_echoed", "response_too_large"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a call ended; `usage` None means that it may have cost what was set aside."""

    state: State
    code: str = ""
    reply: bytes | None = field(default=None, repr=False)
    seconds: float | None = None
    upstream: int | None = None
    usage: Usage | None = None


def begin(
    row: Consultation, client: AiClient, caller: Caller, options: GroundedOptions, *, now: datetime, idempotency: str
) -> None:
    """Count the call and make it beside the requests; does nothing when it was begun already.

    Raises AnswerError: too_many_in_flight, a limit's code, idempotency_key_reused; then nothing is counted or sent.
    """
    with runner.slot(options.answers_in_flight) as slot:
        reservation = _let_in(row, caller, options, now, idempotency)
        if reservation:
            body, ids = bytes(row.body), row.ids
            slot.run(row.pk, partial(_call, row.pk, client, body, ids, reservation, options))


def cancel(row: Consultation) -> bool:
    """Give up waiting, or agreeing; what was sent stays counted. Says whether there was something to cancel.

    The connection is closed soon: within a second by this process, at the next sign of life by another.
    """
    waiting = Consultation.objects.filter(pk=row.pk, state__in=(State.PREVIEWED, State.SENDING))
    changed = waiting.update(state=State.CANCELLED, code=State.CANCELLED, ended_at=timezone.now())
    runner.drop(row.pk)
    if changed:
        counting.ended(State.CANCELLED)
    return changed == 1


def is_dead(row: Consultation, now: datetime) -> bool:
    """Whether the process that made the call has gone without a word."""
    silent = row.beat_at is None or row.beat_at < now - SILENCE
    return row.state == State.SENDING and (silent or row.sent_at is None or row.sent_at < now - OVERDUE)


def interrupt(row: Consultation, options: GroundedOptions) -> bool:
    """Write a dead call down as interrupted; it is never made again. Says whether it still was unfinished."""
    with transaction.atomic():
        found = Consultation.objects.filter(pk=row.pk, state=State.SENDING, beat_at=row.beat_at)
        changed = found.update(state=State.INTERRUPTED, code=State.INTERRUPTED, ended_at=timezone.now())
        if changed:
            settle_once(row, None, options)
            counting.ended(State.INTERRUPTED)
    return changed == 1


def settle_once(row: Consultation, usage: Usage | None, options: GroundedOptions) -> None:
    """Settle what was set aside for a call, unless that was done; in the caller's transaction."""
    if Consultation.objects.filter(pk=row.pk, settled=False).update(settled=True) and row.spend_day:
        budget.settle(budget.Reservation(row.spend_day, row.held), usage, options)


def used_in_vain(error: GroundedError) -> Usage | None:
    """What a call used that ended so: nothing, or, where the endpoint may have done its work, nobody knows."""
    return None if error.code in _MAY_HAVE_COST else budget.NO_USAGE


def beat(names: Sequence[str]) -> None:
    """A sign of life for the calls in flight; a database that fails misses one. What was cancelled is given up."""
    try:
        waited_for = Consultation.objects.filter(pk__in=names, state=State.SENDING)
        waited_for.update(beat_at=timezone.now())
        for name in {*names}.difference(waited_for.values_list("pk", flat=True)):
            runner.drop(name)
    except DatabaseError:
        pass
    finally:
        connection.close()


#: This process's calls.
runner = Runner(beat)


def _let_in(
    row: Consultation, caller: Caller, options: GroundedOptions, now: datetime, idempotency: str
) -> budget.Reservation | None:
    """Change the state and take one use in one transaction; None when somebody else has changed it first."""
    day, held = budget.day_of(now), budget.estimate(len(row.body), options)
    begun = {"state": State.SENDING, "sent_at": now, "beat_at": timezone.now(), "settled": False}
    try:
        with transaction.atomic():
            # This row before the counts, in every transaction: two of them can never wait for each other in a ring.
            previewed = Consultation.objects.filter(pk=row.pk, state=State.PREVIEWED)
            if not previewed.update(**begun, spend_day=day, held=held, idempotency=idempotency):
                return None
            return budget.reserve(caller, held, options, now=now)
    except IntegrityError:
        raise AnswerError("idempotency_key_reused") from None


def _call(
    key: str, client: AiClient, body: bytes, ids: tuple[str, ...], held: budget.Reservation, options: GroundedOptions
) -> None:
    outcome = _outcome(client, body, ids, lambda: not runner.holds(key))
    with _WRITERS:
        for attempt in range(_TRIES):
            try:
                _write(key, outcome, options)
            except DatabaseError:
                connection.close()
                time.sleep(_PAUSE * (attempt + 1))
            else:
                return


def _outcome(client: AiClient, body: bytes, ids: tuple[str, ...], stopped: Stopped) -> Outcome:
    """Make the one call; whatever comes of it has a state."""
    try:
        reply = client.send(body, stopped=stopped)
    except GroundedError as error:
        return _failure(error)
    usage = read_usage(reply.body)
    try:
        answer = read_answer(reply.body, ids)
    except AnswerRejected as error:
        return Outcome(state=State.REJECTED, code=error.code, reply=reply.body, seconds=reply.seconds, usage=usage)
    state = State.CITED if isinstance(answer, Cited) else State.DRAFT
    return Outcome(state=state, reply=reply.body, seconds=reply.seconds, usage=usage)


def _failure(error: GroundedError) -> Outcome:
    usage = used_in_vain(error)
    if isinstance(error, AnswerRejected):
        return Outcome(state=State.REJECTED, code=error.code, usage=usage)
    state = State.TIMED_OUT if error.code == "timed_out" else State.ENDPOINT_FAILED
    upstream = error.upstream if isinstance(error, ChatError) else None
    return Outcome(state=state, code=error.code, upstream=upstream, usage=usage)


def _write(key: str, outcome: Outcome, options: GroundedOptions) -> None:
    ended = {
        "state": outcome.state,
        "code": outcome.code,
        "reply": outcome.reply,
        "seconds": outcome.seconds,
        "upstream": outcome.upstream,
        "ended_at": timezone.now(),
    }
    with transaction.atomic():
        found = Consultation.objects.filter(pk=key)
        # What was cancelled, interrupted or deleted meanwhile stays so; what it cost is known all the same.
        if found.filter(state=State.SENDING).update(**ended):
            counting.ended(outcome.state)
        if row := found.only("pk", "spend_day", "held").first():
            settle_once(row, outcome.usage, options)
