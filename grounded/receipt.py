"""The JSON of a consultation: what was sent and what came back to the byte, and every check made of it (GRD-06).

It is the answer of the JSON face, the file that a reader keeps, and what `manage.py grounded verify` judges again.
"""

import base64
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

from django.utils.translation import override

from grounded.core.support import LIMITS
from grounded.judgement import Judgement
from grounded.labels import label_of
from grounded.sources import SentSource
from grounded.standing import Standing

FORM: Final = "lumasite-receipt/1"


def receipt(found: Standing) -> dict[str, Any]:
    """All that is known, as JSON values; bytes are text where they are UTF-8, else base64. Labels are in English."""
    with override("en"):
        label = label_of(found.state, found.model)
    verdict = Judgement(found.state, found.code, found.token, found.answer, found.facts)
    return {
        "form": FORM,
        "id": found.id,
        **verdict_told(verdict),
        "error": found.sentence,
        "retryable": found.is_retryable,
        "label": label,
        "ai_generated": found.ai_generated,
        "mode": found.mode.value,
        "question": found.question,
        "lang": found.lang,
        "model": found.model,
        "receiver": {"host": found.receiver, "class": found.host_class},
        "archive": {"sha256": found.archive_digest, "read_at": found.archive_at.isoformat()},
        "times": _times(found),
        "upstream": found.upstream,
        "sources": [source_told(source) for source in found.sources],
        "request": {"sha256": found.body_sha256, **bytes_told(found.body)},
        "reply": None if found.reply is None else bytes_told(found.reply),
        "limits": LIMITS,
    }


def verdict_told(verdict: Judgement) -> dict[str, Any]:
    """A verdict as JSON values; two are the same when these are equal."""
    answer = verdict.answer
    return {
        "state": verdict.state.value,
        "code": verdict.code or verdict.state.value,
        "unknown_id": verdict.token,
        "answer": answer.answer if answer else None,
        "citations": list(answer.citations) if answer else [],
        "markers": [asdict(marker) for marker in answer.markers] if answer else [],
        "unwrapped": list(answer.unwrapped) if answer else [],
        "warnings": list(answer.warnings) if answer else [],
        "content": answer.content if answer else None,
        "facts": [{**_listed(asdict(fact)), "findings": list(fact.findings)} for fact in verdict.facts],
    }


def source_told(source: SentSource) -> dict[str, Any]:
    """A source as the archive has it, and the copy that left."""
    return source.as_dict() | {"sent": {"title": source.sent.title, "text": source.sent.text}}


def bytes_told(data: bytes) -> dict[str, str]:
    """Bytes as JSON values."""
    try:
        return {"text": data.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


def _times(found: Standing) -> dict[str, Any]:
    moments = {"made": found.made_at, "sent": found.sent_at, "ended": found.ended_at, "kept_until": found.keep_until}
    return {name: _iso(moment) for name, moment in moments.items()} | {"seconds": found.seconds}


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _listed(value: Any) -> Any:
    """Tuples as the lists that they are once they were JSON."""
    if isinstance(value, dict):
        return {name: _listed(one) for name, one in value.items()}
    return [_listed(one) for one in value] if isinstance(value, list | tuple) else value
