"""How far an IP address reaches: a table of our own, the same on every Python (SEC-01).

`ipaddress.is_global` and `is_private` are not asked: their answers differ between Python releases, and they take
multicast, several metadata services and IPv4 inside IPv6 for public addresses.
"""

from collections.abc import Iterable
from enum import Enum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final


class Reach(Enum):
    """How far an address reaches; NEVER holds all that no setting can open."""

    PUBLIC = "public"
    LOOPBACK = "loopback"
    PRIVATE = "private"
    NEVER = "never"


def _v4(*blocks: str) -> tuple[IPv4Network, ...]:
    return tuple(map(IPv4Network, blocks))


def _v6(*blocks: str) -> tuple[IPv6Network, ...]:
    return tuple(map(IPv6Network, blocks))


_LOOPBACK_4: Final = _v4("127.0.0.0/8")
_LOOPBACK_6: Final = _v6("::1/128")

# Home, office and container networks, the shared space of carriers and overlay networks, unique local IPv6.
_PRIVATE_4: Final = _v4("10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16")
_PRIVATE_6: Final = _v6("fc00::/7")

# Metadata services that live inside the private blocks: Alibaba; AWS, Google, Oracle, Scaleway over IPv6.
_METADATA_4: Final = _v4("100.100.100.200/32")
_METADATA_6: Final = _v6("fd00:ec2::/32", "fd20:ce::/32", "fd00:c1::/32", "fd00:42::42/128")

# IANA's special-purpose registry, multicast and reserved space, and Azure's wire server; 192.0.0.0/24 holds Oracle's.
_CLOSED_4: Final = _v4(
    "0.0.0.0/8",
    "168.63.129.16/32",
    "169.254.0.0/16",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/3",
)

# The one block IANA hands out as global unicast, less IETF protocols and Teredo, documentation and 6to4.
_GLOBAL_6: Final = _v6("2000::/3")
_CLOSED_6: Final = _v6("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")

# RFC 6052: how a host without IPv4 reaches public IPv4.
_NAT64: Final = IPv6Network("64:ff9b::/96")


def parse_address(text: object) -> IPv4Address | IPv6Address | None:
    """Read one address as a resolver gives it; None when it is none or carries a zone."""
    if not isinstance(text, str) or "%" in text:
        return None
    try:
        return ip_address(text)
    except ValueError:
        return None


def reach_of(address: IPv4Address | IPv6Address) -> Reach:
    """How far the address reaches; whatever the table does not know is NEVER, IPv4 mapped into IPv6 included."""
    return _reach_4(address) if isinstance(address, IPv4Address) else _reach_6(address)


def _reach_4(address: IPv4Address) -> Reach:
    if _within(address, _METADATA_4) or _within(address, _CLOSED_4):
        return Reach.NEVER
    if _within(address, _LOOPBACK_4):
        return Reach.LOOPBACK
    return Reach.PRIVATE if _within(address, _PRIVATE_4) else Reach.PUBLIC


def _reach_6(address: IPv6Address) -> Reach:
    if address in _NAT64:
        return _reach_nat64(address)
    if _within(address, _METADATA_6) or _within(address, _CLOSED_6):
        return Reach.NEVER
    if _within(address, _LOOPBACK_6):
        return Reach.LOOPBACK
    if _within(address, _PRIVATE_6):
        return Reach.PRIVATE
    return Reach.PUBLIC if _within(address, _GLOBAL_6) else Reach.NEVER


def _reach_nat64(address: IPv6Address) -> Reach:
    embedded = IPv4Address(int(address) & 0xFFFFFFFF)
    return Reach.PUBLIC if _reach_4(embedded) is Reach.PUBLIC else Reach.NEVER


def _within(address: IPv4Address | IPv6Address, blocks: Iterable[IPv4Network | IPv6Network]) -> bool:
    return any(address in block for block in blocks)
