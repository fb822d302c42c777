"""The network operation of answers, and of each step of a chat: one bounded POST to the configured endpoint (GRD-03).

No redirect, no proxy, no retry, no log. What goes out is the body that was consented to, byte for byte.
"""

import time
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from codex.core.deadline import Deadline, Stopped, never
from codex.core.errors import FetchError, GuardError
from codex.core.fetch import Exchange, fetch, trusting
from codex.core.guard import Resolver, guard_url
from codex.core.resolve import resolve
from grounded.core import limits
from grounded.core.citations import Cited, Draft, read_answer
from grounded.core.config import CHAT_PATH, AiConfig
from grounded.core.echo import echoes
from grounded.core.errors import AnswerRejected, ChatError, ConfigError, GroundedError, RequestError
from grounded.core.payload import payload
from grounded.core.question import AiRequest
from grounded.core.strictjson import load_json

__all__ = ["AiClient", "AiConfig", "ChatError", "Reply"]

_MODELS: Final = "/models"
_CODES: Final = {
    "fetch_request": "unsendable",
    "fetch_connect": "unreachable",
    "fetch_tls": "tls_refused",
    "fetch_timeout": "timed_out",
    "fetch_redirect": "redirect",
    "fetch_encoding": "encoded",
    "fetch_protocol": "not_http",
}


@dataclass(frozen=True, slots=True)
class Reply:
    """A 2xx answer: its body of at most 64 KiB, its bytes on the wire, and how long it took."""

    body: bytes = field(repr=False)
    wire_bytes: int
    seconds: float


class AiClient:
    """Asks one endpoint; making one contacts nothing. Raises ConfigError when the CA file cannot be used.

    `seconds` bounds lookup, connection, headers and body together, `connect_seconds` the first two; tests shorten them.
    """

    def __init__(
        self,
        config: AiConfig,
        *,
        seconds: float = limits.SECONDS,
        connect_seconds: float = limits.CONNECT_SECONDS,
        resolver: Resolver | None = None,
    ) -> None:
        self.config = config
        self._seconds = min(seconds, limits.SECONDS)
        self._connect_seconds = connect_seconds
        self._resolver = resolver
        try:
            self._verify = trusting(config.ca_file) if config.ca_file else None
        except FetchError:
            raise ConfigError("ca_file_invalid") from None

    def generate(self, request: AiRequest) -> Cited | Draft:
        """Send a request and read its answer; raises GroundedError."""
        return read_answer(self.send(payload(request, self.config)).body, request.ids)

    def send(self, body: bytes, *, stopped: Stopped = never) -> Reply:
        """Post exactly these bytes once; raises RequestError, ChatError, or AnswerRejected response_too_large.

        Once `stopped` says so, the connection is closed within a second, and the call counts as timed out.
        """
        if len(body) > limits.PAYLOAD_BYTES:
            raise RequestError("payload_too_large")
        return self._posted(body, Deadline.after(self._seconds, stopped))

    def converse(self, body: bytes, *, seconds: float) -> Reply:
        """Post one step of a chat, within `seconds` of its turn; the same with the bound of chats, chat_too_large."""
        if len(body) > limits.CHAT_BYTES:
            raise RequestError("chat_too_large")
        return self._posted(body, Deadline.after(min(seconds, self._seconds)))

    def _posted(self, body: bytes, deadline: Deadline) -> Reply:
        started = time.monotonic()
        exchange = self._exchange(self.config.url, body, max_bytes=limits.RESPONSE_BYTES, deadline=deadline)
        if not 200 <= exchange.status < 300:
            raise ChatError.of_status(exchange.status)
        if echoes(exchange.body, self.config.api_key):
            raise ChatError("key_echoed")
        return Reply(exchange.body, exchange.wire_bytes, time.monotonic() - started)

    def listed_models(self) -> frozenset[str]:
        """The models that the endpoint lists, by name, for staff who try it out; none when the list cannot be read.

        Raises ChatError, or AnswerRejected response_too_large.
        """
        url = self.config.url.removesuffix(CHAT_PATH) + _MODELS
        exchange = self._exchange(url, None, max_bytes=limits.LISTING_BYTES, deadline=Deadline.after(self._seconds))
        if not 200 <= exchange.status < 300:
            raise ChatError.of_status(exchange.status)
        return _model_names(exchange.body)

    def _exchange(self, url: str, body: bytes | None, *, max_bytes: int, deadline: Deadline) -> Exchange:
        try:
            return self._request(url, body, max_bytes, deadline)
        except (GuardError, FetchError) as refusal:
            code = refusal.code
        # Raised out here, so that no frame which held the key hangs on it.
        raise _refusal(code)

    def _request(self, url: str, body: bytes | None, max_bytes: int, deadline: Deadline) -> Exchange:
        connect = deadline.sooner(self._connect_seconds)
        target = guard_url(
            url,
            profile="ai",
            resolver=self._resolver or partial(resolve, seconds=connect.left()),
            allowed_hosts=self.config.allowed_hosts,
        )
        return fetch(
            target,
            method="GET" if body is None else "POST",
            body=body,
            headers=_headers(self.config.api_key),
            max_bytes=max_bytes,
            seconds=deadline.left(),
            connect_seconds=connect.left(),
            gzip=False,
            verify=self._verify,
            stopped=deadline.stopped,
        )


def _model_names(body: bytes) -> frozenset[str]:
    listing = load_json(body.decode(errors="replace"))
    listed = listing.get("data") if isinstance(listing, dict) else None
    entries = [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    return frozenset(entry["id"] for entry in entries if isinstance(entry.get("id"), str))


def _headers(key: str | None) -> dict[str, str]:
    plain = {"Content-Type": "application/json", "Accept": "application/json"}
    return plain | {"Authorization": f"Bearer {key}"} if key else plain


def _refusal(code: str) -> GroundedError:
    if code == "fetch_too_large":
        return AnswerRejected("response_too_large")
    return ChatError(_CODES.get(code, code))
