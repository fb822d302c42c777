"""One strict reading of an http(s) URL: refuses whatever two parsers could read differently (SEC-01).

Grammar first: RFC 3986 without user info, IDNA 2008 names, canonical address literals. The parts are put together again
from what was understood, so that nothing else ever reaches the client.
"""

import re
import unicodedata
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Final
from urllib.parse import quote

import idna

from codex.core.errors import GuardError

MAX_CHARS: Final = 2048

_SHAPE: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?")
_AUTHORITY: Final = re.compile(r"(\[[^\[\]]*\]|[^:\[\]]*)(?::(.*))?")
_PORT: Final = re.compile(r"[1-9][0-9]{0,4}")
_HEX_NUMBER: Final = re.compile(r"0x[0-9a-f]*")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
# What RFC 3986 lets stand in a path or query; "%" too, since escapes are kept as they came.
_KEPT: Final = "/?:@!$&'()*+,;=-._~%"


@dataclass(frozen=True, slots=True)
class WebUrl:
    """The parts of a URL: host as A-label or canonical address without brackets, path with its query, ASCII only."""

    scheme: str
    host: str
    port: int
    path: str
    has_extra: bool

    @property
    def netloc(self) -> str:
        """The host and port, always both, as `host:port` lists write them."""
        return f"{self._shown_host}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme, host and, unless it is the scheme's own, port."""
        port = "" if self.port == _DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{self._shown_host}{port}"

    @property
    def literal(self) -> IPv4Address | IPv6Address | None:
        """The address when the host is one."""
        if ":" in self.host:
            return IPv6Address(self.host)
        return _ipv4(self.host)

    @property
    def _shown_host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host


def read_url(text: str) -> WebUrl:
    """Read a URL of at most 2,048 characters.

    Raises GuardError: url_syntax, url_scheme, url_credentials, url_host, url_port.
    """
    found = _SHAPE.fullmatch(text) if _is_plain(text) else None
    if found is None:
        raise GuardError("url_syntax")
    scheme, authority, path, query, fragment = found.groups()
    host, port = _read_authority(authority, _read_scheme(scheme))
    return WebUrl(
        scheme=scheme.lower(),
        host=host,
        port=port,
        path=quote((path or "/") + (query or ""), safe=_KEPT),
        has_extra=query is not None or fragment is not None,
    )


def check_fragment(text: str) -> None:
    """Refuse a URL that names a part of what it leads to (raises GuardError url_fragment)."""
    if "#" in text:
        raise GuardError("url_fragment")


def _is_plain(text: str) -> bool:
    if len(text) > MAX_CHARS or "\\" in text:
        return False
    # Controls, format characters and surrogates vanish or split in one parser and stay in another, and so do blanks.
    return not any(unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"} for char in text)


def _read_scheme(scheme: str) -> str:
    if scheme.lower() not in _DEFAULT_PORTS:
        raise GuardError("url_scheme")
    return scheme.lower()


def _read_authority(authority: str, scheme: str) -> tuple[str, int]:
    if "@" in authority:
        raise GuardError("url_credentials")
    found = _AUTHORITY.fullmatch(authority)
    if found is None:
        raise GuardError("url_host")
    host, port = found.groups()
    return _read_host(host), _DEFAULT_PORTS[scheme] if port is None else _read_port(port)


def _read_port(text: str) -> int:
    if not _PORT.fullmatch(text) or int(text) > 65535:
        raise GuardError("url_port")
    return int(text)


def _read_host(text: str) -> str:
    if text.startswith("["):
        return _read_ipv6(text[1:-1])
    return text if _ipv4(text) else _read_name(text)


def _read_ipv6(text: str) -> str:
    try:
        address = IPv6Address(text)
    except AddressValueError:
        raise GuardError("url_host") from None
    if address.scope_id or str(address) != text.lower():
        raise GuardError("url_host")
    return str(address)


def _ipv4(text: str) -> IPv4Address | None:
    try:
        return IPv4Address(text)
    except AddressValueError:
        return None


def _read_name(text: str) -> str:
    name = text.lower()
    # KELVIN SIGN and its like become plain letters when folded: not the name that was written.
    if name.isascii() and not text.isascii():
        raise GuardError("url_host")
    if name.endswith(".") and "." in name[:-1]:
        name = name[:-1]
    # Resolvers read a number at the end as an address, be it decimal, octal or hex; other scripts' digits end no name.
    last = name.rpartition(".")[2]
    if last.isdecimal() or _HEX_NUMBER.fullmatch(last):
        raise GuardError("url_host")
    return _a_label(name)


def _a_label(name: str) -> str:
    try:
        encoded = idna.encode(name, strict=True).decode("ascii")
    except UnicodeError:
        raise GuardError("url_host") from None
    # A dot that is still at the end was the second one, or stands behind a single label.
    if encoded.endswith("."):
        raise GuardError("url_host")
    return encoded
