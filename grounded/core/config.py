"""Where answers come from: one endpoint, one model, perhaps a key; judged without contacting anything (GRD-01)."""

import re
from dataclasses import dataclass, field
from typing import Final, Literal

from codex.core.addresses import Reach, reach_of
from codex.core.errors import GuardError
from codex.core.guard import guard_url
from codex.core.weburl import WebUrl, read_url
from grounded.core.errors import ConfigError

HostClass = Literal["loopback", "private", "public"]

CHAT_PATH: Final = "/chat/completions"
_KEY: Final = re.compile(r"[\x21-\x7e]{1,512}")
_MODEL_BYTES: Final = 256


@dataclass(frozen=True, slots=True)
class AiConfig:
    """An OpenAI-compatible endpoint; raises ConfigError.

    `base_url` is http(s) without credentials, query or fragment; `/chat/completions` is appended unless it is there.
    `api_key` goes into the Authorization header and nowhere else; empty is none. `allowed_hosts` are the operator's
    exact `host:port`; `ca_file` names a PEM file of the only authorities to trust for this endpoint.
    """

    base_url: str = field(repr=False)
    model: str
    api_key: str | None = field(default=None, repr=False)
    allowed_hosts: tuple[str, ...] = field(default=(), repr=False)
    ca_file: str | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "allowed_hosts", tuple(self.allowed_hosts))
        _check_address(self.base_url, self.url, self.allowed_hosts)
        _check_model(self.model)
        if self.api_key:
            self._check_key(self.api_key)

    @property
    def url(self) -> str:
        """The URL that is posted to."""
        parts = _read(self.base_url)
        path = parts.path.rstrip("/")
        return parts.origin + (path if path.endswith(CHAT_PATH) else path + CHAT_PATH)

    @property
    def origin(self) -> str:
        """Scheme, host and port: what a key is bound to."""
        return _read(self.base_url).origin

    @property
    def receiver(self) -> str:
        """The host, with its port unless it is the scheme's own."""
        return self.origin.partition("://")[2]

    @property
    def host_class(self) -> HostClass:
        """How far the host is, read off its address; a name that could be anywhere counts as public."""
        parts = _read(self.base_url)
        if parts.literal is not None:
            return _CLASSES[reach_of(parts.literal)]
        if parts.host == "localhost":
            return "loopback"
        return "private" if _refusal(self.url) == "private_host" else "public"

    def _check_key(self, key: str) -> None:
        if not (isinstance(key, str) and _KEY.fullmatch(key)):
            raise ConfigError("key_invalid")
        parts = _read(self.base_url)
        if parts.scheme == "http" and self.host_class != "loopback" and parts.netloc not in self.allowed_hosts:
            raise ConfigError("key_over_http")


_CLASSES: Final[dict[Reach, HostClass]] = {
    Reach.LOOPBACK: "loopback",
    Reach.PRIVATE: "private",
    Reach.PUBLIC: "public",
}


def _read(base_url: str) -> WebUrl:
    try:
        return read_url(base_url)
    except GuardError as refusal:
        raise ConfigError(refusal.code) from None


def _check_address(base_url: str, url: str, allowed_hosts: tuple[str, ...]) -> None:
    code = "url_query" if _read(base_url).has_extra else _refusal(url, allowed_hosts)
    if code:
        raise ConfigError(code)


def _refusal(url: str, allowed_hosts: tuple[str, ...] = ()) -> str:
    """Why the guard refuses a URL, as far as it can tell without a lookup; empty when it does not."""
    try:
        guard_url(url, profile="ai", resolver=_unasked, allowed_hosts=allowed_hosts)
    except GuardError as refusal:
        # All that was left to do was the lookup.
        return "" if refusal.code == "name_unresolved" else refusal.code
    return ""


def _unasked(host: str, port: int) -> tuple[str, ...]:
    return ()


def _check_model(model: str) -> None:
    fine = isinstance(model, str) and model.isprintable() and model == model.strip()
    if not (fine and 1 <= len(model.encode()) <= _MODEL_BYTES):
        raise ConfigError("model_invalid")
