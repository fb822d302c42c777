"""The guard (SEC-01): every vector, the lists of the operator, and one property over arbitrary text."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from codex.core.addresses import Reach, parse_address, reach_of
from codex.core.errors import GuardError
from codex.core.guard import Resolver, Target, guard_url

DATA = Path(__file__).parent.parent / "data"
PUBLIC = "93.184.215.14"


def vectors() -> list[Any]:
    files = ("ssrf_urls", "ssrf_more")
    cases = [(name, case) for name in files for case in json.loads((DATA / f"{name}.json").read_text("utf-8"))]
    return [pytest.param(case, id=f"{name}-{number}") for number, (name, case) in enumerate(cases)]


def answering(*addresses: str) -> Resolver:
    return lambda host, port: addresses


def no_lookup(host: str, port: int) -> tuple[str, ...]:
    raise AssertionError("this must be decided without a lookup")


def code_of(url: str, **options: Any) -> str:
    with pytest.raises(GuardError) as refusal:
        guard_url(url, **({"resolver": no_lookup} | options))
    assert refusal.value.__suppress_context__ or refusal.value.__context__ is None
    return refusal.value.code


@pytest.mark.parametrize("case", vectors())
def test_vector(case: dict[str, Any]) -> None:
    resolver = answering(*case["resolves_to"]) if "resolves_to" in case else no_lookup
    try:
        guard_url(case["url"], profile=case.get("profile", "public"), resolver=resolver)
    except GuardError:
        allowed = False
    else:
        allowed = True
    assert allowed is case["allow"], case["why"]


def test_no_vector_is_lost() -> None:
    assert len(vectors()) == 600


def test_a_target_holds_what_will_be_dialled_and_sent() -> None:
    target = guard_url("HTTPS://Bücher.Example.ORG./ä?q=ö#x", resolver=answering(PUBLIC, "2606:4700::1", PUBLIC))
    assert target == Target(
        url="https://xn--bcher-kva.example.org/%C3%A4?q=%C3%B6",
        scheme="https",
        host="xn--bcher-kva.example.org",
        port=443,
        addresses=(PUBLIC, "2606:4700::1"),
        path="/%C3%A4?q=%C3%B6",
        origin="https://xn--bcher-kva.example.org",
    )


def test_a_target_with_an_ipv6_literal_keeps_the_brackets_in_its_url_only() -> None:
    target = guard_url("http://[2606:4700:4700::ABCD]:443", resolver=no_lookup)
    assert (target.host, target.url) == ("2606:4700:4700::abcd", "http://[2606:4700:4700::abcd]:443/")


def test_a_target_cannot_be_changed() -> None:
    target = guard_url("https://1.1.1.1/")
    with pytest.raises(AttributeError):
        target.host = "example.org"  # type: ignore[misc]


def test_one_lookup_whatever_the_resolver_says_next() -> None:
    asked: list[tuple[str, int]] = []
    answers = iter([(PUBLIC,), ("127.0.0.1",)])

    def flip_flop(host: str, port: int) -> tuple[str, ...]:
        asked.append((host, port))
        return next(answers)

    assert guard_url("https://example.org/", resolver=flip_flop).addresses == (PUBLIC,)
    assert asked == [("example.org", 443)]


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("example.org", "url_syntax"),
        ("https://example.org/\n", "url_syntax"),
        ("ftp://example.org/", "url_scheme"),
        ("https://a:b@example.org/", "url_credentials"),
        ("https://exa_mple.org/", "url_host"),
        ("http://[fe80::1%eth0]/", "url_host"),
        ("https://example.org:8443/", "url_port"),
        ("http://169.254.169.254/", "address_refused"),
        ("http://10.0.0.1/", "private_host"),
        ("http://ollama/", "private_host"),
    ],
)
def test_a_refusal_says_why(url: str, code: str) -> None:
    assert code_of(url) == code


def test_a_query_is_no_part_of_an_endpoint() -> None:
    assert code_of("http://127.0.0.1:1234/v1?key=1", profile="ai") == "url_query"


def test_no_answer_is_a_refusal() -> None:
    assert code_of("https://example.org/", resolver=answering()) == "name_unresolved"


@pytest.mark.parametrize("error", [OSError("example.org"), UnicodeError("example.org")])
def test_a_resolver_that_fails_is_a_refusal_without_its_words(error: Exception) -> None:
    def fail(host: str, port: int) -> tuple[str, ...]:
        raise error

    assert code_of("https://example.org/", resolver=fail) == "name_unresolved"


def test_without_a_resolver_the_system_is_asked() -> None:
    assert guard_url("http://localhost:1234/v1", profile="ai").addresses[0] in {"127.0.0.1", "::1"}


@pytest.mark.parametrize("profile", ["public", "ai"])
@pytest.mark.parametrize(
    ("url", "listed", "answers"),
    [
        ("http://127.0.0.1:8000/", "127.0.0.1:8000", None),
        ("http://127.0.0.1/", "127.0.0.1:80", None),
        ("http://[::1]:8000/", "[::1]:8000", None),
        ("http://192.168.1.5:8000/", "192.168.1.5:8000", None),
        ("http://[fd00::5]:8000/", "[fd00::5]:8000", None),
        ("http://ollama:11434/v1", "ollama:11434", ("172.18.0.2",)),
        ("http://archive.lan/", "archive.lan:80", ("10.0.0.2", "fd00::2")),
        ("http://archive.lan/", "archive.lan:80", ("100.64.0.7",)),
        ("https://archive.example.org:8443/", "archive.example.org:8443", (PUBLIC,)),
    ],
)
def test_the_operators_list_opens_exactly_that_host_and_port(
    profile: Any, url: str, listed: str, answers: tuple[str, ...] | None
) -> None:
    resolver = answering(*answers) if answers else no_lookup
    assert guard_url(url, profile=profile, resolver=resolver, allowed_hosts=(listed,)).addresses


@pytest.mark.parametrize("profile", ["public", "ai"])
@pytest.mark.parametrize(
    ("url", "answers"),
    [
        ("http://archive.lan:80/", ("169.254.169.254",)),
        ("http://archive.lan:80/", ("10.0.0.2", "fe80::1")),
        ("http://archive.lan:80/", ("100.100.100.200",)),
        ("http://archive.lan:80/", ("fd00:ec2::254",)),
        ("http://archive.lan:80/", ("0.0.0.0",)),
        ("http://archive.lan:80/", ("::ffff:10.0.0.2",)),
        ("http://archive.lan:80/", ("64:ff9b::a00:2",)),
        ("http://169.254.169.254:80/", None),
        ("http://[fd00:ec2::254]:80/", None),
        ("http://0.0.0.0:80/", None),
        ("http://127.1:80/", None),
        ("http://2130706433:80/", None),
        ("http://user@127.0.0.1:80/", None),
    ],
)
def test_no_list_opens_metadata_or_an_odd_spelling(profile: Any, url: str, answers: tuple[str, ...] | None) -> None:
    netloc = url.partition("://")[2].rstrip("/")
    resolver = answering(*answers) if answers else no_lookup
    assert code_of(url, profile=profile, resolver=resolver, allowed_hosts=(netloc,))


NOT_THE_PAIR = ["127.0.0.1", "127.0.0.1:8001", "127.0.0.1:80001", "localhost:8000", "http://127.0.0.1:8000", "*", ""]


@pytest.mark.parametrize("listed", NOT_THE_PAIR)
def test_nothing_but_the_exact_pair_opens_it(listed: str) -> None:
    assert code_of("http://127.0.0.1:8000/", profile="public", allowed_hosts=(listed,)) == "url_port"


# Pieces that are worth putting together: every delimiter, blank and look-alike that ever split two parsers.
PIECES = st.one_of(
    st.sampled_from(
        ["http://", "https://", "//", "/", "\\", "@", ":", "?", "#", "[", "]", "%", ".", "..", "-", "_", " "]
    ),
    st.sampled_from(["127.0.0.1", "127.1", "0x7f", "1.1.1.1", "::1", "2606:4700::1", "80", "443", "8443", "1", "0"]),
    st.sampled_from(
        ["example.org", "localhost", "org", "a", "A", "xn--", "xn--0", "xn--bcher-kva", "%2e", "%00", "\t"]
    ),
    st.sampled_from(
        ["。", "．", "８０", "ß", "İ", "ſ", "\u212a", "①", "א", "٠", "\u0301", "\u200d", "\u00ad", "\ud800"]
    ),
)
LABELS = st.one_of(st.text("aAbzß-1ЇїøĉÜéאλ٠\u0301\u200d。", min_size=1, max_size=6), PIECES)
HOSTS = st.lists(LABELS, min_size=1, max_size=3).map(".".join)
NEAR_URLS = st.builds(
    "{}{}{}{}{}".format,
    st.sampled_from(["http://", "https://", "HtTpS://"]),
    HOSTS,
    st.sampled_from([".org", ".ORG", ".org.", ".укр", "", ".1"]),
    st.sampled_from(["", "", ":80", ":443", ":", ":080"]),
    st.one_of(st.just(""), st.text(max_size=10).map("/{}".format), st.text(max_size=5).map("?{}".format)),
)
URLS = st.one_of(NEAR_URLS, st.lists(PIECES, max_size=12).map("".join), st.text(max_size=40))


def vetted(url: str, **options: Any) -> Target | None:
    try:
        return guard_url(url, resolver=answering(PUBLIC), **options)
    except GuardError:
        return None


@settings(max_examples=500)
@given(URLS, st.sampled_from(["public", "ai"]))
@example("https://Ünïcode.example.org/a b", "public")
@example('https://example.org/%zz[]{}|^`"<>', "public")
def test_any_text_is_refused_or_read_alike_by_guard_and_client(url: str, profile: Any) -> None:
    target = vetted(url, profile=profile)
    if target is None:
        return
    for text in (url, target.url):
        assert httpx.URL(text).raw_host.decode("ascii").rstrip(".") == target.host
        assert httpx.URL(text).scheme == target.scheme
        assert (httpx.URL(text).port or {"http": 80, "https": 443}[target.scheme]) == target.port
    assert all(is_dialable(address) for address in target.addresses)
    assert target.url == target.origin + target.path
    assert target.url.isascii()


def is_dialable(text: str) -> bool:
    address = parse_address(text)
    return address is not None and reach_of(address) in {Reach.PUBLIC, Reach.LOOPBACK}


@given(URLS)
def test_a_vetted_url_is_vetted_again_to_the_same_target(url: str) -> None:
    target = vetted(url)
    assert target is None or vetted(target.url) == target
