"""Bots that call the JSON face, each with a token of its own."""

from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from codex.metering.bot_tokens import make
from codex.models import DailyUse

SCOPES = ("search", "tools")


def new_token(*scopes: str, days: float = 1) -> str:
    """A token with these scopes, or both that searching needs."""
    expires_at = timezone.now() + timedelta(days=days)
    return make("Luma", scopes or SCOPES, expires_at=expires_at, by=None, reason="for a test").token


def bot(token: str = "", pilgrim: str | None = None) -> Client:
    """A client that sends a token, and the pilgrim's id as bytes in UTF-8, with every request."""
    headers: dict[str, Any] = {"Authorization": f"Bearer {token or new_token()}"}
    if pilgrim is not None:
        headers["X-Codex-User"] = pilgrim.encode().decode("latin-1")
    return Client(headers=headers)


def used() -> int:
    """How many searches pilgrims have used."""
    return sum(DailyUse.objects.filter(kind="pilgrim").values_list("used", flat=True))
