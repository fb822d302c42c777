"""THE DOOR for the bot's chat: persona line, tools, a bounded turn; keeps nothing, and nothing here raises (API-04)."""

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from codex.callers import Caller
from codex.core.errors import CodexError
from codex.core.tool import NAME
from codex.live import options as codex_options
from codex.metering.admission import standing_of
from codex.quota import Allowance
from codex.results import refusal
from grounded import budget, endpoint
from grounded.bill import Used
from grounded.core.conversation import ChatMessage, Conversation, ToolCall
from grounded.core.errors import RequestError
from grounded.errors import AnswerError, Refused
from grounded.live import options as live_options
from grounded.lookups import Consulted
from grounded.places import Places
from grounded.refusing import told
from grounded.turns import Ending, Turn

__all__ = ["ChatMessage", "ChatReply", "Conversation", "ToolCall", "chat"]

places: Final = Places()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """What a turn came to; `inscriptions` are all that the model was shown, whatever it wrote (CDX-07).

    `calls` are the caller's own tools to run; with `messages` and their results behind the conversation it goes on.
    """

    text: str = field(repr=False)
    model: str
    cut_short: bool
    inscriptions: tuple[Consulted, ...]
    calls: tuple[ToolCall, ...]
    after_archive_text: bool
    messages: tuple[ChatMessage, ...] = field(repr=False)
    used: Used
    searches: Allowance
    answers: Allowance

    def as_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "state": "tool_calls" if self.calls else "answered",
            "text": self.text,
            "ai_generated": True,
            "model": self.model,
            "label": f"Written by {self.model}; nothing checks it but the inscriptions listed beside it.",
            "cut_short": self.cut_short,
            "inscriptions": [_consulted(one, self.text) for one in self.inscriptions],
            "tool_calls": [call.as_dict() | {"after_archive_text": self.after_archive_text} for call in self.calls],
            "messages": [message.as_dict() for message in self.messages],
            "usage": asdict(self.used),
            "limits": {"searches": _allowance(self.searches), "answers": _allowance(self.answers)},
        }


@told
def chat(conversation: Conversation, caller: Caller, *, check: Callable[[], object] | None = None) -> ChatReply:
    """Take one turn of a chat; waits for it, 45 seconds at most before the model is asked for the last time.

    `check` is called before each step and raises CodexError when the caller may no longer ask: a token was revoked.
    Refuses with chat_disabled, chat_tools_invalid, not_configured, too_many_in_flight before anything is counted.
    Where a turn breaks off later, the refusal tells the inscriptions and what was used.
    """
    options = live_options()
    if not options.enable_chat:
        raise AnswerError("chat_disabled")
    if NAME in conversation.names:
        raise RequestError("chat_tools_invalid")
    client = endpoint.client_of(endpoint.working(options))
    with places.one(min(options.answers_in_flight, settings.CHATS_AT_ONCE)):
        turn = Turn.begin(conversation, client, caller, check)
        return _reply(turn, _run(turn))


def _run(turn: Turn) -> Ending:
    try:
        return turn.run()
    except Refused as error:
        broken = error.refusal
    except CodexError as error:
        broken = refusal(error)
    raise Refused(replace(broken, about={**broken.about, **_so_far(turn)}))


def _so_far(turn: Turn) -> dict[str, Any]:
    shown = [_consulted(one, "") for one in turn.lookups.shown.values()]
    return {"inscriptions": shown, "usage": asdict(turn.used)}


def _reply(turn: Turn, ending: Ending) -> ChatReply:
    return ChatReply(
        text=ending.said.text,
        model=turn.client.config.model,
        cut_short=ending.said.cut_short,
        inscriptions=tuple(turn.lookups.shown.values()),
        calls=ending.theirs,
        after_archive_text=ending.after_archive_text,
        messages=tuple(turn.added),
        used=turn.used,
        searches=standing_of(turn.bill.caller, codex_options()),
        answers=budget.standing(turn.bill.caller, turn.options, now=timezone.now()),
    )


def _consulted(one: Consulted, text: str) -> dict[str, Any]:
    # Followed by more of an address, it is another one.
    is_linked = re.search(re.escape(one.url) + r"(?![\w/%-])", text) is not None
    return asdict(one) | {"linked": is_linked}


def _allowance(allowance: Allowance) -> dict[str, Any]:
    numbers = {"limit": allowance.limit, "used": allowance.used, "remaining": allowance.left}
    bot = {"bot": _allowance(allowance.pool)} if allowance.pool else {}
    return numbers | {"resets_at": allowance.resets_at.isoformat()} | bot
