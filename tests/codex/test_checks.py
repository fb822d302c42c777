"""The system checks: each mistake has its id, a sentence and a hint; a sound configuration has none."""

from typing import Any

import pytest
from django.core.checks import CheckMessage, run_checks
from django.db import OperationalError
from django.test import override_settings

from codex.checks import check_allowed_hosts, check_cache, check_index_url, check_metrics, check_proxies
from codex.live import store
from codex.models import CodexSettings

LOCMEM = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
REDIS = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:6379"}}


def _ids(messages: list[CheckMessage]) -> list[str | None]:
    assert all(message.hint for message in messages)
    return [message.id for message in messages]


def _registered(**options: Any) -> set[str]:
    return {message.id for message in run_checks(**options) if message.id and message.id.startswith("codex.")}


@pytest.mark.django_db
def test_a_first_run_has_nothing_to_complain_about() -> None:
    assert _registered(include_deployment_checks=True, databases=["default"]) == set()


@pytest.mark.django_db
@override_settings(CODEX_ALLOWED_HOSTS=("localhost",), TRUSTED_PROXIES=-1, HTTPS=True, CACHES=LOCMEM)
def test_every_check_is_registered() -> None:
    CodexSettings(codex_index_url="http://127.0.0.1/").save()
    found = _registered(include_deployment_checks=True, databases=["default"])
    assert found == {"codex.E001", "codex.E002", "codex.W001", "codex.W002"}


@pytest.mark.parametrize(
    "entry", ["localhost:8000", "archive.internal:80", "10.0.0.5:8080", "[fd00::5]:443", "xn--bcher-kva.example:443"]
)
def test_a_host_with_its_port_is_well_formed(entry: str) -> None:
    with override_settings(CODEX_ALLOWED_HOSTS=(entry,)):
        assert check_allowed_hosts() == []


@pytest.mark.parametrize(
    "entry",
    [
        "",
        "localhost",
        "localhost:",
        "localhost:0",
        "localhost:65536",
        "localhost:http",
        "LOCALHOST:80",
        "*:80",
        "bücher.example:80",
        "http://localhost:80",
        "localhost:80/",
        "localhost:80/x",
        "user@localhost:80",
        "*.lan:80",
        " localhost:80",
        "fd00::5:80",
        "[FD00::5]:80",
        "127.1:80",
        "localhost:080",
        "localhost:80,other:80",
        "a:80?",
        "a:80#",
    ],
)
def test_an_entry_that_would_never_match_is_an_error(entry: str) -> None:
    with override_settings(CODEX_ALLOWED_HOSTS=("localhost:80", entry)):
        (message,) = check_allowed_hosts()
    assert (message.id, message.msg) == ("codex.E001", "Entry 2 of CODEX_ALLOWED_HOSTS is not a host and a port.")


@pytest.mark.parametrize(("proxies", "ids"), [(0, []), (2, []), (-1, ["codex.E002"])])
def test_proxies_are_none_or_some(proxies: int, ids: list[str]) -> None:
    with override_settings(TRUSTED_PROXIES=proxies):
        assert _ids(check_proxies()) == ids


@pytest.mark.parametrize(
    ("token", "installed", "ids"), [("", False, []), ("x" * 16, True, []), ("x" * 16, False, ["codex.E003"])]
)
def test_metrics_that_cannot_be_made_are_an_error(
    token: str, installed: bool, ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codex.checks.find_spec", lambda name: name if installed else None)
    with override_settings(METRICS_TOKEN=token):
        assert _ids(check_metrics()) == ids


@pytest.mark.parametrize(
    ("https", "caches", "ids"),
    [(True, LOCMEM, ["codex.W002"]), (True, REDIS, []), (False, LOCMEM, []), (False, REDIS, [])],
)
def test_a_deployment_that_counts_bursts_in_memory_is_warned(https: bool, caches: Any, ids: list[str]) -> None:
    with override_settings(HTTPS=https, CACHES=caches):
        assert _ids(check_cache()) == ids


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1/index.json", "not on the public internet"),
        ("http://archive.internal:8080/index.json", "port"),
        ("not a url", "not a plain http or https URL"),
    ],
)
def test_an_index_url_that_is_refused_by_its_looks_is_warned_of(url: str, words: str) -> None:
    store(CodexSettings(codex_index_url=url))
    (message,) = check_index_url(["default"])
    assert message.id == "codex.W001"
    assert words in message.msg
    assert "index.json" not in message.msg


@pytest.mark.django_db
@override_settings(CODEX_ALLOWED_HOSTS=("archive.internal:8080",))
@pytest.mark.parametrize(
    "url",
    ["https://archive.example.org/index.json", "http://archive.internal:8080/index.json", "file:archive.json"],
)
def test_an_index_url_that_looks_right_is_not_looked_up(url: str) -> None:
    store(CodexSettings(codex_index_url=url))
    assert check_index_url(["default"]) == []


@pytest.mark.parametrize("databases", [None, [], ["other"]])
def test_the_database_is_left_alone_unless_it_is_to_be_checked(databases: list[str] | None) -> None:
    assert check_index_url(databases) == []


def test_before_the_first_migration_there_is_no_index_url_to_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codex.checks.stored", _no_such_table)
    assert check_index_url(["default"]) == []


def _no_such_table() -> None:
    raise OperationalError("no such table")
