"""What all tests share: nothing remembered between tests, two kinds of staff, and no network beyond this machine."""

import os
import socket
import sys
from collections.abc import Callable, Generator, Iterator
from ipaddress import ip_address
from typing import Any

import hypothesis
import pytest
from django.contrib.auth.models import Permission, User
from django.core.cache import cache
from django.test import Client

from codex.live import live
from codex.metering.bot_tokens import known
from codex.metering.overrides import amounts
from codex.usage.tally import tally
from tests.databases import empty_database

# Examples are few and small; a busy machine is no reason to fail.
hypothesis.settings.register_profile("lumasite", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("lumasite")
_RESERVED = (".invalid", ".test", ".example")


@pytest.fixture(autouse=True, scope="session")
def _nothing_counted_at_the_end() -> Iterator[None]:
    """The last test's counts are not put away when the process ends: its database is gone by then."""
    yield
    tally.begin()


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """No cache, settings, tokens or archive left over from another test."""
    cache.clear()
    live.forget()
    known.forget()
    amounts.forget()
    # Counts are put away when a test says so: no timer writes beside it.
    tally.every = None
    tally.begin()
    if shelf := sys.modules.get("codex.shelf"):  # tests of the core never load it
        shelf.shelf.forget()
    if readiness := sys.modules.get("codex.health.readiness"):
        readiness.inspector.forget()
    if picking := sys.modules.get("grounded.picking"):
        picking.offered.forget()


@pytest.fixture
def staff_user(db: None) -> User:
    """Staff who may see everything of the codex and change its settings, but not where the archive is read from."""
    user = User.objects.create_user("sister", password="incense", is_staff=True)
    rights = Permission.objects.filter(content_type__app_label="codex")
    user.user_permissions.set(rights.filter(codename__startswith="view_"))
    user.user_permissions.add(rights.get(codename="change_codexsettings"))
    return user


@pytest.fixture
def super_user(db: None) -> User:
    """A superuser: may do everything."""
    return User.objects.create_superuser("abbess", password="incense")


@pytest.fixture
def staff_client(staff_user: User) -> Client:
    """A browser signed in as staff."""
    return _signed_in(staff_user)


@pytest.fixture
def super_client(super_user: User) -> Client:
    """A browser signed in as the superuser."""
    return _signed_in(super_user)


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """The URL of an empty PostgreSQL database, dropped after the test."""
    with empty_database() as url:
        yield url


def _signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture(scope="session", autouse=True)
def _loopback_only() -> Iterator[None]:
    """Fail any test that reaches for the network; AssertionError, since the product turns OSError into a refusal."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex", "sendto"):
            patch.setattr(socket.socket, name, _guarded(getattr(socket.socket, name)))
        patch.setattr(socket, "getaddrinfo", _guarded_lookup(socket.getaddrinfo))
        yield


def _guarded(real: Callable[..., Any]) -> Callable[..., Any]:
    def call(sock: socket.socket, *args: Any) -> Any:
        if sock.family in (socket.AF_INET, socket.AF_INET6):
            host = str(args[-1][0])
            assert _is_loopback(host), "a test reached for the network"
        return real(sock, *args)

    return call


def _guarded_lookup(real: Callable[..., Any]) -> Callable[..., Any]:
    def call(host: str | bytes | None, *args: Any, **kwargs: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host or "localhost"
        if name.rstrip(".").endswith(_RESERVED):
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        assert _is_loopback(name) or _is_literal(name), "a test looked up a name"
        return real(host, *args, **kwargs)

    return call


def _is_literal(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_loopback(name: str) -> bool:
    return name == "localhost" or (_is_literal(name) and ip_address(name).is_loopback)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where everything is installed (LUMASITE_TEST_ALL) a skip hides something: count it as a failure."""
    report = yield
    if report.skipped and os.environ.get("LUMASITE_TEST_ALL"):
        report.outcome = "failed"
    return report
