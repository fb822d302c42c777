"""Asking through the door, as a face does; settings of answers changed as staff do."""

from datetime import datetime, timedelta

from django.utils import timezone

from codex.callers import Caller
from codex.results import Refusal
from grounded.answer import Asked, Pick, Preview, Standing, answer, preview, standing
from grounded.keys import origin_of, seal
from grounded.live import live
from grounded.models import Consultation, GroundedSettings, Spend
from tests.codex.archives import eventually

READER, OTHER = Caller("user", "1"), Caller("user", "2")
MANOMETER, VALVE = "https://binaric.tech/en/manometer/", "https://binaric.tech/en/valve/"
GERMAN = "https://binaric.tech/de/manometer/"
QUESTION = "Why does the manometer read three notches high?"


def change_answers(*, key: str | None = None, **changes: object) -> None:
    """Change settings as staff do, and forget what was held."""
    row = GroundedSettings.objects.filter(pk=1).first() or GroundedSettings()
    for name, value in changes.items():
        setattr(row, name, value)
    if key is not None:
        row.sealed_key = seal(key, origin_of(row.base_url)) if key else ""
    row.save()
    live.forget()


def asked(*urls: str, question: str = QUESTION, **changes: str) -> Asked:
    """A question to inscriptions, by default to two."""
    return Asked(question=question, picks=tuple(map(Pick, urls or (MANOMETER, VALVE))), **changes)


def previewed(ask: Asked | None = None, caller: Caller = READER, *, now: datetime | None = None) -> Preview:
    """What is shown before consent."""
    shown = preview(ask or asked(), caller, now=now)
    assert isinstance(shown, Preview), shown
    return shown


def agree(token: str, caller: Caller = READER, *, idempotency_key: str = "") -> Standing:
    """Agree, and say how it stands at once."""
    begun = answer(token, caller, idempotency_key=idempotency_key)
    assert isinstance(begun, Standing), begun
    return begun


def refused(result: object) -> str:
    """The code of a refusal."""
    assert isinstance(result, Refusal), result
    return result.code


def looked(key: str, caller: Caller = READER, *, later: float = 0) -> Standing:
    """How a consultation stands, perhaps some seconds from now."""
    found = standing(key, caller, now=timezone.now() + timedelta(seconds=later))
    assert isinstance(found, Standing), found
    return found


def ended(key: str, caller: Caller = READER) -> Standing:
    """How a consultation stands once it has ended."""
    assert eventually(lambda: looked(key, caller).is_ended)
    return looked(key, caller)


def consulted(ask: Asked | None = None, caller: Caller = READER) -> Standing:
    """Ask, agree, wait."""
    return ended(agree(previewed(ask, caller).token, caller).id, caller)


def calls(kind: Spend.Kind = Spend.Kind.SITE) -> int:
    """How many calls were counted."""
    return sum(Spend.objects.filter(kind=kind).values_list("calls", flat=True))


def row_of(shown: Preview | Standing) -> Consultation:
    """What the database holds."""
    return Consultation.objects.get(pk=shown.id)
