"""Which URLs may be fetched, and which addresses may be dialled for them (SEC-01)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal

from codex.core.addresses import Reach, parse_address, reach_of
from codex.core.errors import GuardError
from codex.core.resolve import resolve
from codex.core.weburl import WebUrl, read_url

__all__ = ["GuardError", "Profile", "Resolver", "Target", "guard_url"]

Profile = Literal["public", "ai"]
Resolver = Callable[[str, int], Iterable[str]]

_PUBLIC_PORTS: Final = frozenset({80, 443})
# Names that no public server answers for: RFC 6761's registry, and what private networks call themselves.
_PRIVATE_SUFFIXES: Final = frozenset(
    {"alt", "arpa", "example", "internal", "invalid", "local", "localhost", "onion", "test"}
    | {"corp", "domain", "home", "intra", "intranet", "lan", "localdomain", "localnet", "mail", "mshome", "private"}
    | {"svc", "workgroup"}
)


@dataclass(frozen=True, slots=True)
class Target:
    """A vetted place to dial: the only thing the fetch takes, in place of a URL.

    `host` is an A-label or a canonical address without brackets; `path` holds the query as well, both as sent; `url` is
    `origin` + `path`.
    """

    url: str
    scheme: str
    host: str
    port: int
    addresses: tuple[str, ...]
    path: str
    origin: str


def guard_url(
    url: str,
    *,
    profile: Profile = "public",
    resolver: Resolver | None = None,
    allowed_hosts: Iterable[str] = (),
) -> Target:
    """Vet a URL and look its host up once; one bad answer refuses them all.

    Profile `public` takes ports 80 and 443 of public hosts; `ai` any port, loopback where the URL itself says so, and
    no query. An exact `host:port` (lower case, A-labels, IPv6 in brackets) in `allowed_hosts` opens private networks
    and loopback for that pair in both profiles; metadata services and link-local addresses stay closed.
    Raises GuardError.
    """
    parts = read_url(url)
    if profile == "ai" and parts.has_extra:
        raise GuardError("url_query")
    reaches = _permitted(parts, profile=profile, listed=parts.netloc in frozenset(allowed_hosts))
    addresses = _vetted(parts, resolver or resolve, reaches)
    return Target(
        url=parts.origin + parts.path,
        scheme=parts.scheme,
        host=parts.host,
        port=parts.port,
        addresses=addresses,
        path=parts.path,
        origin=parts.origin,
    )


def _permitted(parts: WebUrl, *, profile: Profile, listed: bool) -> frozenset[Reach]:
    if listed:
        return frozenset({Reach.PUBLIC, Reach.LOOPBACK, Reach.PRIVATE})
    if profile == "ai":
        if _says_loopback(parts):
            return frozenset({Reach.LOOPBACK})
    elif parts.port not in _PUBLIC_PORTS:
        raise GuardError("url_port")
    if parts.literal is None and _is_private_name(parts.host):
        raise GuardError("private_host")
    return frozenset({Reach.PUBLIC})


def _says_loopback(parts: WebUrl) -> bool:
    literal = parts.literal
    return parts.host == "localhost" if literal is None else reach_of(literal) is Reach.LOOPBACK


def _is_private_name(host: str) -> bool:
    return "." not in host or host.rpartition(".")[2] in _PRIVATE_SUFFIXES


def _vetted(parts: WebUrl, resolver: Resolver, reaches: frozenset[Reach]) -> tuple[str, ...]:
    answers = (parts.host,) if parts.literal is not None else _look_up(parts, resolver)
    found = [_vet(answer, reaches) for answer in answers]
    if not found:
        raise GuardError("name_unresolved")
    return tuple(dict.fromkeys(found))


def _look_up(parts: WebUrl, resolver: Resolver) -> Iterable[str]:
    try:
        return tuple(resolver(parts.host, parts.port))
    except (OSError, UnicodeError):
        raise GuardError("name_unresolved") from None


def _vet(answer: str, reaches: frozenset[Reach]) -> str:
    address = parse_address(answer)
    reach = Reach.NEVER if address is None else reach_of(address)
    if reach in reaches:
        return str(address)
    raise GuardError("private_host" if reach in {Reach.LOOPBACK, Reach.PRIVATE} else "address_refused")
