"""A receipt judged again, offline: does what it says follow from the bytes in it? (GRD-04, GRD-07)"""

import base64
import binascii
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from codex.core.tongues import TONGUES
from grounded.core.errors import RequestError
from grounded.core.payload import digest
from grounded.core.strictjson import holds_surrogate, load_json
from grounded.judgement import judged
from grounded.receipt import FORM, source_told, verdict_told
from grounded.sources import SentSource
from grounded.states import State

_FIELDS: Final = {field.name: field.type for field in fields(SentSource)}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked: what it says, what came of it, whether that is the same."""

    name: str
    told: str
    is_same: bool


class NoReceipt(ValueError):  # noqa: N818 - what the file is
    """The text is no receipt of this form."""


def verify(text: str) -> tuple[Check, ...]:
    """Check a receipt's request, sources and verdict; raises NoReceipt."""
    told = _mapping(load_json(text))
    if told.get("form") != FORM or holds_surrogate(told):
        raise NoReceipt
    return tuple(_checks(told))


def _checks(told: Mapping[str, Any]) -> Iterator[Check]:
    request, sources = _bytes(told.get("request")), _sources(told.get("sources"))
    sha256 = digest(request) if request else ""
    yield Check("request", f"{len(request)} bytes", sha256 == _mapping(told.get("request")).get("sha256"))
    listed = [source_told(source) for source in sources] == told.get("sources")
    yield Check("sources", str(len(sources)), listed and (not request or _sent(request) == _asked(sources)))
    verdict = _verdict(told, sources)
    same = {name: told.get(name) for name in verdict} == verdict
    yield Check("verdict", f"{verdict['state']} ({verdict['code']})", same)


def _verdict(told: Mapping[str, Any], sources: tuple[SentSource, ...]) -> dict[str, Any]:
    """What the reply in the receipt comes to now; without one, what is told stands."""
    state, code, lang, question = (told.get(name) for name in ("state", "code", "lang", "question"))
    if state not in State.values or lang not in TONGUES or not isinstance(question, str) or not isinstance(code, str):
        raise NoReceipt
    reply = None if told.get("reply") is None else _bytes(told["reply"])
    return verdict_told(judged(State(state), "" if code == state else code, reply, sources, question, lang))


def _sent(request: bytes) -> object:
    """The sources that a request holds."""
    messages = _mapping(load_json(request.decode(errors="replace"))).get("messages")
    user = _mapping(messages[-1]) if isinstance(messages, list) and messages else {}
    return _mapping(load_json(str(user.get("content")))).get("untrusted_sources")


def _asked(sources: tuple[SentSource, ...]) -> list[dict[str, str]]:
    """The sources as a request holds them."""
    sent = [source.sent for source in sources]
    return [
        {"id": one.id, "title": one.title, "text": one.text} | ({"location": one.location} if one.location else {})
        for one in sent
    ]


def _sources(value: object) -> tuple[SentSource, ...]:
    items = value if isinstance(value, list) else []
    sources = tuple(_source(_mapping(item)) for item in items)
    if len({source.id for source in sources}) < len(sources):
        raise NoReceipt
    return sources


def _source(told: Mapping[str, Any]) -> SentSource:
    kept: dict[str, Any] = {name: told.get(name) for name in _FIELDS}
    if not all(type(value) is _FIELDS[name] for name, value in kept.items()) or kept["lang"] not in TONGUES:
        raise NoReceipt
    source = SentSource(**kept)
    try:
        _ = source.ours  # within the bounds of what may be sent
    except RequestError:
        raise NoReceipt from None
    return source


def _bytes(value: object) -> bytes:
    told = _mapping(value)
    text, packed = told.get("text"), told.get("base64")
    try:
        if isinstance(text, str):
            return text.encode()
        return base64.b64decode(str(packed), validate=True)
    except (binascii.Error, ValueError):
        raise NoReceipt from None


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
