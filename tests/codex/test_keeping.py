"""The page says what this site keeps, as its settings and its code are."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as site
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from codex.callers import address_named
from codex.models import DailyUse, Tries
from codex.pages import keeping
from codex.purging import purge
from codex.quota import grant
from tests.codex.account_pages import SECRET
from tests.shelving import change_settings, put_on_shelf

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(db: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)


def words(client: Client) -> str:
    return " ".join(client.get("/kept").content.decode().split())


def test_it_follows_the_settings(client: Client) -> None:
    assert "Words that found nothing are kept for 30 days" in words(client)
    change_settings(query_log_days=3, allow_signup=True)
    assert "Words that found nothing are kept for 3 days" in words(client)
    assert "Anybody can make an account" in words(client)
    change_settings(query_log_days=0, allow_signup=False)
    assert "Words that were searched for are not kept." in words(client)
    assert "Anybody can make an account" not in words(client)


def test_it_follows_what_the_operator_logs(client: Client, settings: Settings) -> None:
    assert "Requests are not logged, only what went wrong." in words(client)
    settings.LOG_REQUESTS = True
    assert "Each request is logged with its method" in words(client)


def test_counts_are_kept_as_long_as_it_says(client: Client) -> None:
    assert "These counts are kept for 400 days." in words(client)
    grant("user", "1", 5)
    purge(now=timezone.now() + timedelta(days=399))
    assert DailyUse.objects.exists()
    purge(now=timezone.now() + timedelta(days=402))
    assert not DailyUse.objects.exists()


def test_tries_are_kept_as_long_as_it_says(client: Client) -> None:
    assert "for at most 24 hours" in words(client)
    change_settings(allow_signup=True)
    client.post("/account/sign-up/", {"username": "x y"})
    assert Tries.objects.exists()
    purge(now=timezone.now() + timedelta(hours=24, minutes=1))
    assert not Tries.objects.exists()


def test_an_address_has_another_hash_every_day_and_ipv6_counts_by_half(client: Client) -> None:
    assert "of IPv6 its first half" in words(client)
    now = timezone.now()
    today, tomorrow = (address_named("2001:db8::1", now=now + timedelta(days=more)) for more in (0, 1))
    assert today != tomorrow
    assert today == address_named("2001:db8::ffff:1", now=now)
    assert today != address_named("2001:db8:0:1::1", now=now)


def test_every_cookie_that_the_site_sets_stands_there_with_its_time(client: Client) -> None:
    User.objects.create_user("brann", password=SECRET)
    client.get("/account/sign-in/?ui=de")
    client.post("/look", {"theme": "dark"})
    client.post("/account/sign-in/", {"username": "brann", "password": SECRET})
    client.get("/search?q=valve")
    told = {cookie.name: cookie.stays for cookie in keeping.cookies()}
    assert set(client.cookies) == set(told)
    for name, cookie in client.cookies.items():
        assert keeping.days(int(cookie["max-age"])) == told[name]


def test_who_only_searches_gets_no_cookie(client: Client) -> None:
    for address in ("/", "/search?q=valve", "/kept", "/nowhere", "/collections"):
        client.get(address)
    assert not client.cookies
    assert "Nobody gets one who only searches." in words(client)


def test_every_page_leads_to_it_in_the_readers_tongue(client: Client) -> None:
    for address in ("/", "/nowhere", "/account/sign-in/"):
        assert 'href="/kept"' in client.get(address).content.decode()
    assert client.get("/kept?ui=de").headers["Content-Language"] == "de"
    assert client.post("/kept").status_code == 405


def test_sessions_are_gone_from_the_store_after_their_time() -> None:
    assert next(one.stays for one in keeping.cookies() if one.name == site.SESSION_COOKIE_NAME) == "14 days"
