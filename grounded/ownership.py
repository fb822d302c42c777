"""Whose a consultation is: its caller's, or, where that is an address, whoever's that has its link (GRD-10)."""

from django.db.models import QuerySet

from codex.callers import Caller
from grounded.errors import AnswerError
from grounded.models import Consultation
from grounded.states import State


def owned(key: str, caller: Caller) -> Consultation:
    """The consultation, if it is the caller's; what belongs to an address belongs to whoever has its link."""
    row = Consultation.objects.filter(pk=key).first() if key.isascii() and "\0" not in key else None
    if row is None or (row.owner_kind != "address" and (row.owner_kind, row.owner_key) != (caller.kind, caller.key)):
        raise AnswerError("answer_missing")
    return row


def owned_by(caller: Caller) -> QuerySet[Consultation]:
    """All of a caller's that was agreed to; an address has nothing but its links, so none of it."""
    if caller.kind == "address":
        return Consultation.objects.none()
    own = Consultation.objects.filter(owner_kind=caller.kind, owner_key=caller.key)
    return own.exclude(state=State.PREVIEWED)
