"""The signed token of an agreement: which request, to its last byte, to which receiver, by whom (GRD-05)."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.core import signing

from codex.callers import Caller
from grounded import endpoint
from grounded.core.config import AiConfig
from grounded.core.payload import digest
from grounded.errors import AnswerError
from grounded.models import Consultation
from grounded.options import GroundedOptions
from grounded.states import State

#: How long an agreement can be given after its page was made.
VALID: Final = timedelta(minutes=30)
_SALT: Final = "grounded.agreement"
_LONGEST: Final = 1_000
_LONGEST_KEY: Final = 128


def token_for(row: Consultation, config: AiConfig | None) -> str:
    """The token of a request that was kept; without an endpoint nothing leaves, but it is agreed to all the same."""
    claims = {
        "id": row.pk,
        "body": row.body_sha256,
        "endpoint": endpoint.seal_of(config) if config else "",
        "owner": _owner(row.owner_kind, row.owner_key),
    }
    return signing.dumps(claims, salt=_SALT)


def agreed(token: str, caller: Caller, options: GroundedOptions, *, now: datetime) -> Consultation:
    """The consultation that a token agrees to, in whichever state it is by now.

    Only one of which nothing was sent yet is held against the clock and the endpoint. Raises AnswerError.
    """
    claims = _claims(token)
    row = Consultation.objects.filter(pk=claims["id"]).first()
    if row is None:
        raise AnswerError("consent_expired")
    is_theirs = claims["owner"] == _owner(row.owner_kind, row.owner_key) == _owner(caller.kind, caller.key)
    if not is_theirs or not claims["body"] == row.body_sha256 == digest_of(bytes(row.body)):
        raise AnswerError("consent_invalid")
    if row.state == State.PREVIEWED:
        _check_in_force(row, claims, options, now)
    return row


def digest_of(body: bytes) -> str:
    """The SHA-256 of a request's body; empty when no model is asked."""
    return digest(body) if body else ""


def idempotency_of(caller: Caller, key: str) -> str:
    """What is kept of an Idempotency-Key: one caller's never meets another's. Raises AnswerError."""
    if not key:
        return ""
    if not (len(key) <= _LONGEST_KEY and key.isascii() and key.isprintable()):
        raise AnswerError("idempotency_key_invalid")
    return hashlib.sha256(f"{caller.kind} {caller.key} {key}".encode()).hexdigest()


def _check_in_force(row: Consultation, claims: Mapping[str, str], options: GroundedOptions, now: datetime) -> None:
    if row.made_at + VALID < now:
        raise AnswerError("consent_expired")
    config = endpoint.working(options) if options.uses_model else None
    if claims["endpoint"] != (endpoint.seal_of(config) if config else ""):
        raise AnswerError("receiver_changed")


def _claims(token: str) -> Mapping[str, str]:
    if not (token.isascii() and len(token) <= _LONGEST):
        raise AnswerError("consent_invalid")
    try:
        claims: Mapping[str, str] = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        raise AnswerError("consent_invalid") from None
    return claims


def _owner(kind: str, key: str) -> str:
    return hashlib.sha256(json.dumps([kind, key]).encode()).hexdigest()
