"""The address table (SEC-01) against IANA's registries and its own edges: the same answers on every Python."""

import json
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex.core.addresses import Reach, parse_address, reach_of

DATA = Path(__file__).parent.parent / "data"
REGISTRY: list[dict[str, Any]] = json.loads((DATA / "iana_special_purpose.json").read_text("utf-8"))["blocks"]
NAT64 = "64:ff9b::/96"
# Globally reachable says the registry, yet no web server's: anycast of protocols, relays, identifiers.
REFUSED_ALL_THE_SAME = {
    "192.0.0.9/32",
    "192.0.0.10/32",
    "2001:1::1/128",
    "2001:1::2/128",
    "2001:1::3/128",
    "2001:3::/32",
    "2001:4:112::/48",
    "2001:20::/28",
    "2001:30::/28",
}
CLOSED_4 = """
    10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
    192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
"""
METADATA = """
    169.254.169.254 169.254.170.2 100.100.100.200 168.63.129.16 192.0.0.192
    fd00:ec2::254 fd20:ce::254 fd00:c1::a9fe:a9fe fd00:42::42 fe80::a9fe:a9fe
"""
JUDGED_BY_BLOCK = [row for row in REGISTRY if row["block"] != NAT64]


def reach(text: str) -> Reach:
    return reach_of(ip_address(text))


@pytest.mark.parametrize("row", JUDGED_BY_BLOCK, ids=[row["block"] for row in JUDGED_BY_BLOCK])
def test_a_special_purpose_block_is_public_only_where_iana_says_so(row: dict[str, Any]) -> None:
    block = ip_network(row["block"])
    public = bool(row["global"]) and row["block"] not in REFUSED_ALL_THE_SAME
    assert [reach_of(edge) is Reach.PUBLIC for edge in (block[0], block[-1])] == [public, public]


def test_the_whole_registry_is_walked() -> None:
    assert len(REGISTRY) == 51
    assert {row["block"] for row in REGISTRY if row["global"]} > REFUSED_ALL_THE_SAME


@pytest.mark.parametrize(
    "block",
    CLOSED_4.split(),
)
def test_the_neighbours_of_a_closed_ipv4_block_are_public(block: str) -> None:
    network = IPv4Network(block)
    assert reach_of(network[0] - 1) is Reach.PUBLIC
    assert reach_of(network[-1] + 1) is Reach.PUBLIC


@pytest.mark.parametrize("block", ["2001:db8::/32", "3fff::/20"])
def test_the_neighbours_of_a_closed_ipv6_block_are_public(block: str) -> None:
    network = IPv6Network(block)
    assert reach_of(network[0] - 1) is Reach.PUBLIC
    assert reach_of(network[-1] + 1) is Reach.PUBLIC


@pytest.mark.parametrize("text", ["127.0.0.1", "127.255.255.254", "::1"])
def test_loopback(text: str) -> None:
    assert reach(text) is Reach.LOOPBACK


@pytest.mark.parametrize("text", ["10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "fc00::1", "fd12:3456::1"])
def test_private(text: str) -> None:
    assert reach(text) is Reach.PRIVATE


@pytest.mark.parametrize(
    "text",
    METADATA.split(),
)
def test_no_setting_opens_a_metadata_service(text: str) -> None:
    assert reach(text) is Reach.NEVER


@pytest.mark.parametrize("inside", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "8.8.8.8"])
@pytest.mark.parametrize("prefix", ["::", "::ffff:", "::ffff:0:", "64:ff9b:1::"])
def test_ipv4_inside_ipv6_is_never_dialled(prefix: str, inside: str) -> None:
    assert reach(prefix + inside) is Reach.NEVER


@given(st.ip_addresses(v=4))
def test_nat64_is_public_exactly_when_the_address_inside_is(inside: IPv4Address) -> None:
    translated = reach_of(IPv6Address(int(IPv6Network(NAT64)[0]) + int(inside)))
    assert translated is (Reach.PUBLIC if reach_of(inside) is Reach.PUBLIC else Reach.NEVER)


@given(st.ip_addresses(v=6))
def test_nothing_outside_global_unicast_is_public(address: IPv6Address) -> None:
    outside = address not in IPv6Network("2000::/3") and address not in IPv6Network(NAT64)
    assert not (outside and reach_of(address) is Reach.PUBLIC)


@pytest.mark.parametrize(
    "text", ["", "x", "1.1", "1.1.1.1 ", "01.1.1.1", "1.1.1.1/32", "::1%lo", 16843009, None, b"::1"]
)
def test_what_is_no_plain_address_is_none(text: object) -> None:
    assert parse_address(text) is None


@given(st.ip_addresses())
def test_an_address_is_read_as_it_is_written(address: IPv4Address | IPv6Address) -> None:
    assert parse_address(str(address)) == address
