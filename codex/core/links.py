"""Links of an untrusted index, joined to the site and held to its host (CDX-03).

A result link must never be chosen by the index alone: whatever an entry says, it is http(s) on the site's own host.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import quote, unquote, urljoin

from codex.core.errors import GuardError
from codex.core.inscriptions import Unfit
from codex.core.tongues import tongue_in_path
from codex.core.weburl import WebUrl, read_url

MAX_LINK: Final = 2_000
_SCHEMES: Final = ("http", "https")
_DEFAULT_PORTS: Final = (80, 443)
#: A scheme or two slashes at the start: the link says itself which host it means.
_HOST_CHOSEN: Final = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.-]*):(?://)?|//)([^/?#]*)")
_TAIL: Final = re.compile(r"[?#]")
#: Browsers read a backslash as a slash and delete line breaks and tabs, which would move the host.
_FORBIDDEN: Final = re.compile(r"[\x00-\x1f\x7f\\]")
#: What templates write for a missing value, alone or behind a tongue.
_UNDEFINED: Final = re.compile(
    r"(?:https?://[^/]*)?/*(?:[A-Za-z]{2}(?:-[A-Za-z]{2})?/+)?"
    r"(?:undefined|null|NaN|\[object Object\])(?:\.html)?/*(?:[?#].*)?"
)
#: All that is not a character of RFC 3986, and a percent sign that escapes nothing.
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._~:/?#@!$&'()*+,;=%-]|%(?![0-9A-Fa-f]{2})")
_SLASHES: Final = re.compile(r"/{2,}")
_INDEX_FILE: Final = re.compile(r"/index\.html?\Z")


@dataclass(frozen=True, slots=True)
class Site:
    """Where links start: the site itself, its base path and the folder that page-relative links mean."""

    home: WebUrl
    #: Path of the site's origin without a slash at its end; mostly empty.
    base: str
    #: Path with a slash at both ends.
    folder: str
    #: The tongue in the index's own path.
    tongue: str | None


class Link(NamedTuple):
    """A link on the site."""

    url: str
    path: str
    #: What links to one page have in common: //, index.html, a last slash, escapes and the scheme do not count.
    page: str


def site_of(index_url: str, *, site_origin: str = "", below: str = "") -> Site:
    """The site an index speaks for.

    `site_origin` is codex-site-origin (may carry a path; empty: the index's own origin). `below` names the folder in
    which the generator keeps its index: there, relative links start one folder up.
    """
    index, home = read_url(index_url), read_url(site_origin or index_url)
    base = _path(home).rstrip("/") if site_origin else ""
    # An index kept on another host (a CDN) says nothing about where pages lie on the site's own.
    folder = _folder(_path(index), below) if home.host == index.host else f"{base}/"
    return Site(home, base, folder, tongue_in_path(_path(index)))


def join(site: Site, link: str) -> Link:
    """The absolute link, escaped to ASCII; raises Unfit (url_invalid, _undefined, _scheme, _foreign)."""
    link = link.strip()
    if len(link) > MAX_LINK or _FORBIDDEN.search(link):
        raise Unfit("url_invalid")
    if _UNDEFINED.fullmatch(link):
        raise Unfit("url_undefined")
    chosen = _HOST_CHOSEN.match(link)
    return _absolute(site, chosen, link[chosen.end() :]) if chosen else _local(site, link)


def _path(url: WebUrl) -> str:
    return _SLASHES.sub("/", url.path.partition("?")[0])


def _folder(path: str, below: str) -> str:
    folder = path[: path.rfind("/") + 1]
    return folder.removesuffix(f"{below}/") if below and folder.endswith(f"/{below}/") else folder


def _local(site: Site, link: str) -> Link:
    """A link that names no host: it cannot leave the site, since the origin goes before it and a slash between them."""
    if link.startswith("/"):
        inside = link.startswith(f"{site.base}/") or link == site.base
        link = link if inside else site.base + link
    else:
        link = site.folder + link
    path, tail = _split(link)
    if "/." in path:
        path = urljoin(site.home.origin, path).removeprefix(site.home.origin)
    return _link(site.home.origin, path, tail)


def _absolute(site: Site, chosen: re.Match[str], rest: str) -> Link:
    scheme, authority = chosen.group(1) or site.home.scheme, chosen.group(2)
    if scheme.lower() not in _SCHEMES:
        raise Unfit("url_scheme")
    url = _read(f"{scheme}://{authority}")
    if url is None:
        raise Unfit("url_invalid")
    if url.host != site.home.host or url.port not in (site.home.port, *_DEFAULT_PORTS):
        raise Unfit("url_foreign", url.origin)
    return _link(url.origin, *_split(rest))


@lru_cache(maxsize=64)
def _read(origin: str) -> WebUrl | None:
    # Cached, since a site that writes absolute links writes the same origin before each.
    try:
        return read_url(origin)
    except GuardError:
        return None


def _link(origin: str, path: str, tail: str) -> Link:
    path, tail = _escaped(path), _escaped(tail)
    page = _INDEX_FILE.sub("/", _SLASHES.sub("/", unquote(path))).rstrip("/")
    return Link(origin + path + tail, path, origin.partition("://")[2] + page + tail.rstrip("?#"))


def _split(link: str) -> tuple[str, str]:
    """The path, and the query with the fragment."""
    tail = _TAIL.search(link)
    return (link[: tail.start()], link[tail.start() :]) if tail else (link, "")


def _escaped(text: str) -> str:
    return _UNSAFE.sub(lambda found: quote(found.group(), safe=""), text)
