"""THE DOOR: every face asks for answers through here, and here alone; nothing here raises (GRD-05…10)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from codex.callers import Caller
from grounded import calls, consent, counting, endpoint
from grounded.agreement import agreed, idempotency_of
from grounded.asked import Asked
from grounded.consent import Preview, Receiver
from grounded.core.question import size_of
from grounded.errors import AnswerError, Refused
from grounded.excerpts import Pick, still_hold
from grounded.live import options as live_options
from grounded.models import Consultation, Feedback
from grounded.options import GroundedOptions
from grounded.ownership import owned
from grounded.refusing import limited, told
from grounded.sources import stored_source
from grounded.standing import Standing, standing_of
from grounded.states import ENDED, State

__all__ = [
    "Asked",
    "Offer",
    "Pick",
    "Preview",
    "Standing",
    "answer",
    "cancel",
    "delete",
    "offer",
    "opened",
    "preview",
    "standing",
    "tell",
]

LONGEST_NOTE: Final = 1_000


@dataclass(frozen=True, slots=True)
class Offer:
    """What asking leads to here: a model at a receiver, or an extract of the archive when there is none."""

    receiver: Receiver | None
    keep_days: int


@told
def offer() -> Offer:
    """What asking would lead to; contacts nothing."""
    options = live_options()
    config = endpoint.working(options) if options.uses_model else None
    receiver = Receiver(config.receiver, config.host_class, config.model) if config else None
    return Offer(receiver, options.grounded_keep_days)


@told
def preview(asked: Asked, caller: Caller, *, now: datetime | None = None) -> Preview:
    """Show exactly what would be sent, and where; sends nothing. Without picks one search is counted."""
    return consent.preview(caller, asked, live_options(), now=now or timezone.now())


@told
def opened(key: str, caller: Caller, *, now: datetime | None = None) -> Preview:
    """What would be sent, shown once more to whom it was shown; sends nothing, counts nothing."""
    row = owned(key, caller)
    is_theirs = (row.owner_kind, row.owner_key) == (caller.kind, caller.key)
    if not is_theirs or row.state != State.PREVIEWED or not row.body:
        raise AnswerError("answer_missing")
    return consent.reopened(row, caller, live_options(), now=now or timezone.now())


@told
def answer(token: str, caller: Caller, *, idempotency_key: str = "", now: datetime | None = None) -> Standing:
    """Send what a token agrees to, once, and say how it stands; the same token again only says how it stands.

    Waits for nothing: the state is sending until `standing` says otherwise.
    """
    options, now = live_options(), now or timezone.now()
    idempotency = idempotency_of(caller, idempotency_key)
    row = agreed(token, caller, options, now=now)
    if row.state == State.PREVIEWED:
        _go_on(row, caller, options, now, idempotency)
    elif idempotency and Consultation.objects.filter(idempotency=idempotency).exclude(pk=row.pk).exists():
        raise AnswerError("idempotency_key_reused")
    return _read(row.pk, caller, options, now)


@told
def standing(key: str, caller: Caller, *, now: datetime | None = None) -> Standing:
    """How a consultation of the caller stands; sends nothing, ever."""
    return _read(key, caller, live_options(), now or timezone.now())


@told
def cancel(key: str, caller: Caller, *, now: datetime | None = None) -> Standing:
    """Stop waiting; what was sent stays sent and counted. One that has ended stays as it is."""
    calls.cancel(owned(key, caller))
    return _read(key, caller, live_options(), now or timezone.now())


@told
def delete(key: str, caller: Caller) -> None:
    """Delete a consultation with all its texts."""
    row = owned(key, caller)
    with transaction.atomic():
        calls.settle_once(row, None, live_options())
        row.delete()


@told
def tell(key: str, caller: Caller, *, reason: str, note: str = "") -> None:
    """Tell staff what is wrong with an answer; telling again replaces what was told."""
    row = owned(key, caller)
    if reason not in Feedback.Reason.values or not _is_note(note) or row.state not in ENDED:
        raise AnswerError("feedback_invalid")
    Feedback.objects.update_or_create(consultation=row, defaults={"reason": reason, "note": note})


def _is_note(text: str) -> bool:
    size_of(text)  # refuses half a character, which nothing could store
    return len(text) <= LONGEST_NOTE and "\0" not in text


def _go_on(row: Consultation, caller: Caller, options: GroundedOptions, now: datetime, idempotency: str) -> None:
    """From agreement to whatever comes next: a call, an extract, or the archive has changed."""
    if not still_hold(stored_source(kept).ours for kept in row.sources):
        _end(row, State.INDEX_CHANGED, now, code=State.INDEX_CHANGED.value)
    elif not row.body:
        _end(row, State.EXTRACT, now)
    else:
        client = endpoint.client_of(endpoint.working(options))
        try:
            calls.begin(row, client, caller, options, now=now, idempotency=idempotency)
        except AnswerError as error:
            raise Refused(limited(error, caller, options, now)) from None


def _end(row: Consultation, state: State, now: datetime, *, code: str = "") -> None:
    previewed = Consultation.objects.filter(pk=row.pk, state=State.PREVIEWED)
    if previewed.update(state=state, code=code, ended_at=now):
        counting.ended(state)


def _read(key: str, caller: Caller, options: GroundedOptions, now: datetime) -> Standing:
    row = owned(key, caller)
    if calls.is_dead(row, now):
        calls.interrupt(row, options)
        row.refresh_from_db()
    return standing_of(row, options)
