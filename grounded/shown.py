"""What is shown before consent, as JSON values: the same that the page shows (GRD-05)."""

from typing import Any

from codex.quota import Allowance
from grounded.consent import Preview
from grounded.excerpts import Excerpt
from grounded.receipt import bytes_told


def preview_told(shown: Preview) -> dict[str, Any]:
    """A preview as JSON values; `request` is what leaves, to the byte, and null when no model is asked."""
    receiver = shown.receiver
    return {
        "id": shown.id,
        "token": shown.token,
        "expires_at": shown.expires_at.isoformat(),
        "mode": shown.mode.value,
        "question": shown.question,
        "lang": shown.lang,
        "proposed": shown.is_proposed,
        "receiver": {"host": receiver.host, "class": receiver.host_class} if receiver else None,
        "model": receiver.model if receiver else "",
        "request": {"sha256": shown.sha256, **bytes_told(shown.body)} if receiver else None,
        "sizes": [{"part": one.part, "id": one.id, "bytes": one.size, "bound": one.bound} for one in shown.sizes],
        "excerpts": [_excerpt(excerpt) for excerpt in shown.excerpts],
        "archive": {"sha256": shown.edition.digest, "read_at": shown.edition.fetched_at.isoformat()},
        "keep_days": shown.keep_days,
        "allowance": _allowance(shown.allowance),
    }


def _excerpt(excerpt: Excerpt) -> dict[str, Any]:
    sent = excerpt.source.as_sent()
    return {
        "id": sent.id,
        "title": sent.title,
        "text": sent.text,
        "url": excerpt.url,
        "lang": excerpt.lang,
        "collection": excerpt.collection,
        "first": excerpt.first,
        "last": excerpt.last,
        "of": len(excerpt.paragraphs),
        "title_cut": excerpt.is_title_cut,
    }


def _allowance(allowance: Allowance | None) -> dict[str, Any] | None:
    if allowance is None:
        return None
    told = {"limit": allowance.limit, "used": allowance.used, "remaining": allowance.left}
    return told | {"resets_at": allowance.resets_at.isoformat()}
