"""Who is metered: the user behind a session, else the address as far as our proxies vouch for it (CDX-06)."""

import logging
import socket
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path
from pytest_django import DjangoAssertNumQueries

from codex import callers
from codex.callers import Caller, caller_of, client_address, pilgrim_of, too_fast
from codex.core.errors import CallerError
from codex.core.options import CodexOptions

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)
OPTIONS = CodexOptions(codex_burst=2)


def _whoever(request: HttpRequest) -> HttpResponse:
    return HttpResponse(caller_of(request).kind)


urlpatterns = [path("", _whoever)]


def _from(address: str | None, forwarded: str | None = None) -> HttpRequest:
    headers: dict[str, Any] = {} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded}
    request = RequestFactory().get("/", **headers)
    request.META.pop("REMOTE_ADDR")
    if address is not None:
        request.META["REMOTE_ADDR"] = address
    return request


def _key(address: str | None) -> str:
    return caller_of(_from(address), now=NOON).key


@override_settings(ROOT_URLCONF=__name__)
def test_a_visitor_without_a_session_costs_no_query_and_opens_none(
    db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        response = Client().get("/")
    assert response.content == b"address"
    assert not response.wsgi_request.session.accessed


@override_settings(ROOT_URLCONF=__name__)
def test_a_signed_in_user_is_the_caller(staff_client: Client) -> None:
    response = staff_client.get("/")
    assert response.content == b"user"
    assert "Cookie" in response.headers["Vary"]


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_a_made_up_session_is_nobody() -> None:
    client = Client()
    client.cookies["session"] = "x" * 32
    assert client.get("/").content == b"address"


def test_the_key_of_a_user_is_its_id() -> None:
    request = _from("192.0.2.1")
    request.COOKIES["session"] = "any"
    request.user = User(pk=41)
    assert caller_of(request) == Caller("user", "41")


def test_a_request_without_authentication_is_an_address() -> None:
    request = _from("192.0.2.1")
    request.COOKIES["session"] = "any"
    assert caller_of(request).kind == "address"


def test_the_key_of_an_address_tells_nothing_about_it() -> None:
    key = _key("192.0.2.1")
    assert len(key) == 64
    assert int(key, 16)
    assert "192.0.2" not in key


def test_an_address_keeps_its_key_for_the_day_and_no_longer() -> None:
    request = _from("192.0.2.1")
    assert caller_of(request, now=NOON) == caller_of(request, now=NOON + timedelta(hours=11))
    assert caller_of(request, now=NOON) != caller_of(request, now=NOON + timedelta(hours=12))


def test_the_key_depends_on_the_secret() -> None:
    key = _key("192.0.2.1")
    with override_settings(SECRET_KEY="another" * 10):
        assert _key("192.0.2.1") != key


def test_ipv4_addresses_are_told_apart() -> None:
    assert _key("192.0.2.1") != _key("192.0.2.2")


def test_all_of_an_ipv6_64_is_one_caller() -> None:
    assert _key("2001:db8:0:1::1") == _key("2001:db8:0:1:ffff:ffff:ffff:ffff")
    assert _key("2001:db8:0:1::1") != _key("2001:db8:0:2::1")


def test_an_ipv4_address_written_in_ipv6_is_the_ipv4_address() -> None:
    assert _key("::ffff:192.0.2.1") == _key("192.0.2.1")
    assert _key("::ffff:192.0.2.1") != _key("::ffff:192.0.2.2")


@pytest.mark.parametrize(
    "peer", [None, "", "unix:", "localhost", "1.2.3", "999.1.1.1", "::g", "1" * 5000, "\x00", "[", "]:1"]
)
def test_callers_without_a_readable_address_share_one_key(peer: str | None) -> None:
    assert client_address(_from(peer)) is None
    assert _key(peer) == _key(None)


@pytest.mark.parametrize("forwarded", [None, "", "203.0.113.9", "203.0.113.9, 198.51.100.2"])
@override_settings(TRUSTED_PROXIES=0)
def test_forwarded_addresses_mean_nothing_without_a_proxy(forwarded: str | None) -> None:
    assert str(client_address(_from("192.0.2.1", forwarded))) == "192.0.2.1"


@pytest.mark.parametrize(
    ("depth", "forwarded", "client"),
    [
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "6.6.6.6, 203.0.113.9", "203.0.113.9"),
        (1, "6.6.6.6,7.7.7.7,203.0.113.9", "203.0.113.9"),
        (2, "203.0.113.9, 198.51.100.2", "203.0.113.9"),
        (2, "6.6.6.6, 203.0.113.9, 198.51.100.2", "203.0.113.9"),
        (1, "2001:db8::7", "2001:db8::7"),
        (1, "[2001:db8::7]:4711", "2001:db8::7"),
        (1, "[2001:db8::7]", "2001:db8::7"),
        (1, "203.0.113.9:4711", "203.0.113.9"),
        (1, "::ffff:203.0.113.9", "203.0.113.9"),
        # Fewer hops than declared: the request did not come through all our proxies, so only its peer is known.
        (2, "6.6.6.6", "192.0.2.1"),
        (3, "6.6.6.6, 7.7.7.7", "192.0.2.1"),
        (1, None, "192.0.2.1"),
        # What our own proxy wrote cannot be read; nothing further left is taken in its place.
        (1, "6.6.6.6, unknown", "192.0.2.1"),
        (1, "6.6.6.6,", "192.0.2.1"),
        (1, "6.6.6.6, 1.2.3.4.5", "192.0.2.1"),
        (-1, "6.6.6.6", "192.0.2.1"),
    ],
)
def test_forwarded_addresses_count_from_the_right(depth: int, forwarded: str | None, client: str) -> None:
    with override_settings(TRUSTED_PROXIES=depth):
        assert str(client_address(_from("192.0.2.1", forwarded))) == client


@override_settings(TRUSTED_PROXIES=1)
def test_behind_a_proxy_on_a_unix_socket_the_forwarded_address_counts() -> None:
    assert str(client_address(_from("", "203.0.113.9"))) == "203.0.113.9"


def test_the_burst_limit_holds_per_caller() -> None:
    assert [too_fast(_from("192.0.2.1"), OPTIONS) for _ in range(4)] == [False, False, True, True]
    assert not too_fast(_from("192.0.2.2"), OPTIONS)


def test_callers_without_an_address_are_limited_together() -> None:
    assert [too_fast(_from(peer), OPTIONS) for peer in (None, "", "garbage")] == [False, False, True]


def test_the_memory_cache_remembers_more_callers_than_a_minute_brings() -> None:
    too_fast(_from("192.0.2.1"), OPTIONS)
    too_fast(_from("192.0.2.1"), OPTIONS)
    for number in range(2000):
        cache.add(f"burst-{number}", 1, 60)
    assert too_fast(_from("192.0.2.1"), OPTIONS)


def _dead_redis(port: int) -> dict[str, Any]:
    return {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": f"redis://127.0.0.1:{port}/0",
            "OPTIONS": {"socket_connect_timeout": 0.2, "socket_timeout": 0.2},
        }
    }


@pytest.fixture
def silent_port() -> Any:
    """A port that takes connections and never says a word."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        yield server.getsockname()[1]


@pytest.fixture
def closed_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])


@pytest.mark.parametrize("port", ["silent_port", "closed_port"])
def test_searches_go_on_while_the_cache_is_down(
    port: str, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    callers._complaint.forget()
    with override_settings(CACHES=_dead_redis(request.getfixturevalue(port))):
        assert not any(too_fast(_from("192.0.2.1"), OPTIONS) for _ in range(3))
    assert caplog.messages == ["The cache cannot be reached; bursts are not limited until it can."]


def test_a_pilgrim_has_one_key_whatever_the_day() -> None:
    assert pilgrim_of("bot", "discord:41") == pilgrim_of("bot", "discord:41")
    assert pilgrim_of("bot", "discord:41").kind == "pilgrim"


def test_white_space_round_a_pilgrim_s_id_is_not_part_of_it() -> None:
    assert pilgrim_of("bot", " 41 ") == pilgrim_of("bot", "41")


def test_pilgrims_and_bots_are_told_apart() -> None:
    keys = {pilgrim_of(bot, name).key for bot in ("one", "two") for name in ("41", "42", None)}
    assert len(keys) == 6


def test_the_key_of_a_pilgrim_tells_nothing_about_it() -> None:
    caller = pilgrim_of("bot", "discord:41")
    assert len(caller.key) == 64
    assert "41" not in repr(caller).replace(caller.key, "")
    with override_settings(SECRET_KEY="another" * 10):
        assert pilgrim_of("bot", "discord:41") != caller


def test_a_bot_that_names_nobody_is_the_caller_itself() -> None:
    assert pilgrim_of("b0", None) == Caller("bot", "b0", "b0")


def test_what_a_pilgrim_asks_is_counted_for_the_whole_bot_too() -> None:
    assert pilgrim_of("b0", "41").pool == pilgrim_of("b0", None).pool == Caller("token", "b0")
    assert Caller("user", "1").pool is None


@pytest.mark.parametrize("name", ["x", "x" * 128, "Приятель №7", "a b", "😀"])
def test_any_printable_id_names_a_pilgrim(name: str) -> None:
    assert pilgrim_of("bot", name).kind == "pilgrim"


@pytest.mark.parametrize("name", ["", " ", "x" * 129, "a\nb", "a\x00", "\x7f", "a\u200bb", "\ud800", "\u2028"])
def test_other_ids_are_refused(name: str) -> None:
    with pytest.raises(CallerError) as refused:
        pilgrim_of("bot", name)
    assert refused.value.code == "pilgrim_invalid"
