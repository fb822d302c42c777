"""A pilgrim's chat with Luma, through its door."""

from collections.abc import Callable
from typing import Any

from codex.callers import Caller
from codex.models import DailyUse
from codex.results import Refusal
from grounded.core.conversation import ChatMessage, Conversation
from grounded.luma import ChatReply, chat
from tests.grounded.scripted import Script

PILGRIM = Caller("pilgrim", "41", "luma")
WEATHER = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object", "properties": {}}}}
Start = Callable[..., Script]


def asked(text: str = "Why three notches?", *, tools: tuple[Any, ...] = (), before: str = "") -> Conversation:
    """A conversation that begins, with words of the caller before it if given."""
    system = (ChatMessage("system", before),) if before else ()
    return Conversation((*system, ChatMessage("user", text)), tools)


def talked(conversation: Conversation | None = None, caller: Caller = PILGRIM) -> ChatReply:
    """What Luma replies."""
    reply = chat(conversation or asked(), caller)
    assert isinstance(reply, ChatReply), reply
    return reply


def refused(conversation: Conversation | None = None) -> Refusal:
    """Why Luma does not reply."""
    refusal = chat(conversation or asked(), PILGRIM)
    assert isinstance(refusal, Refusal), refusal
    return refusal


def searches() -> int:
    """How many searches pilgrims have used."""
    return sum(DailyUse.objects.filter(kind="pilgrim").values_list("used", flat=True))
