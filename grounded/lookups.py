"""What a turn of the chat looks up in the archive: searches that are carried out, inscriptions the model is shown.

Each search goes through the door of the tool, which counts it (CDX-06) and hands out sanitised texts.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from codex.callers import Caller
from codex.core.errors import CodexError, ToolError
from codex.core.hits import Hit
from codex.core.inscriptions import Inscription
from codex.core.tool import NAME
from codex.core.tool_call import SearchCall, read_call
from codex.results import Reading, Results, refusal
from codex.search import inscriptions
from codex.tool_door import carry_out
from codex.usage_models import Face
from grounded.core.conversation import Conversation, ToolCall
from grounded.core.errors import CalledError
from grounded.core.strictjson import load_json

#: Hits that a search hands to the model at most.
HITS: Final = 5
#: Stands for a result with one short hit: where that does not fit, a search would be counted for nothing.
_SHORT: Final = {"results": [{"summary": "x" * 1_000}]}

Fits = Callable[[dict[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class Consulted:
    """An inscription as far as it is shown to the model: these four fields and no more of it."""

    title: str
    summary: str
    collection: str
    url: str


@dataclass(slots=True)
class Lookups:
    """The searches of one turn; `shown` are the inscriptions that the model was shown, by their urls."""

    caller: Caller
    shown: dict[str, Consulted] = field(default_factory=dict)
    tried: int = 0
    counted: int = 0
    _seen: set[SearchCall] = field(default_factory=set)

    def search(self, call: ToolCall, *, is_open: bool, fits: Fits) -> dict[str, Any]:
        """What the model is told: as many of the best hits as fit, or why there are none."""
        asked = read_call(call.as_dict())
        if asked in self._seen:
            return told(CalledError("call_repeated"))
        if not is_open:
            return told(CalledError("too_many_calls"))
        if isinstance(asked, SearchCall) and not fits(_SHORT):
            return told(CalledError("results_too_long"))
        found = carry_out(call.as_dict(), self.caller, most=HITS, face=str(Face.CHAT))
        self.tried += 1
        self.counted += found.was_counted
        return self._handed_over(found, asked, fits) if isinstance(found, Results) else found.as_dict()

    def show_again(self, conversation: Conversation) -> None:
        """What earlier searches of the conversation showed, as the archive has it now."""
        urls = _urls_in(conversation.results_of(NAME))
        found = inscriptions(urls) if urls else None
        self._show(found.inscriptions if isinstance(found, Reading) else ())

    def have_told(self, conversation: Conversation) -> bool:
        """Whether the model was shown texts of the archive, also such as the archive no longer holds."""
        return bool(self.shown) or any(map(_tells, conversation.results_of(NAME)))

    def _handed_over(self, found: Results, asked: SearchCall | ToolError, fits: Fits) -> dict[str, Any]:
        answer = found.as_dict()
        while answer["results"] and not fits(answer):
            answer["results"].pop()
        if found.hits and not answer["results"]:
            return told(CalledError("results_too_long"))
        self._show(found.hits[: len(answer["results"])])
        self._seen |= {asked} if isinstance(asked, SearchCall) else set()
        return answer

    def _show(self, found: Iterable[Hit | Inscription]) -> None:
        for one in found:
            self.shown.setdefault(one.url, Consulted(one.title, one.summary, one.collection, one.url))


def told(error: CodexError) -> dict[str, Any]:
    """An error as the model is told of it."""
    return refusal(error).as_dict()


def _urls_in(results: Sequence[str]) -> list[str]:
    """The links of earlier results, which the caller sent back: text like any other until the archive knows them."""
    read = [load_json(text) for text in results]
    lists = [found.get("results") for found in read if isinstance(found, dict)]
    hits = [hit for one in lists if isinstance(one, list) for hit in one if isinstance(hit, dict)]
    return [hit["url"] for hit in hits if isinstance(hit.get("url"), str)]


def _tells(result: str) -> bool:
    """Whether an earlier result told more than that there was none; what cannot be read may well have."""
    found = load_json(result)
    return bool(found.get("results", "error" not in found)) if isinstance(found, dict) else True
