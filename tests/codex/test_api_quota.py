"""What the caller may still do today, told without counting: /api/v1/quota (CDX-06)."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from codex.metering.overrides import amounts
from codex.models import DailyUse, LimitOverride
from tests.codex.bots import bot, new_token
from tests.shelving import change_settings, put_on_shelf

URL, SEARCH = "/api/v1/quota", "/api/v1/search"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path)


def midnight() -> datetime:
    return datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)


def test_an_address_sees_its_own(client: Client) -> None:
    client.get(SEARCH, {"q": "manometer"})
    told = client.get(URL).json()
    assert datetime.fromisoformat(told.pop("resets_at")) == midnight()
    assert told == {"caller": "address", "limit": 50, "used": 1, "remaining": 49}


def test_a_pilgrim_sees_its_own_and_its_bot_s() -> None:
    token = new_token()
    for name in ("one", "one", "two"):
        bot(token, name).get(SEARCH, {"q": "manometer"})
    told = bot(token, "one").get(URL).json()
    assert (told["caller"], told["limit"], told["used"], told["remaining"]) == ("pilgrim", 50, 2, 48)
    assert (told["bot"]["limit"], told["bot"]["used"], told["bot"]["remaining"]) == (5_000, 3, 4_997)
    assert told["bot"]["resets_at"] == told["resets_at"]


def test_a_bot_that_names_nobody_sees_its_own_bucket() -> None:
    told = bot().get(URL).json()
    assert (told["caller"], told["limit"], told["bot"]["limit"]) == ("bot", 50, 5_000)


def test_a_reader_who_is_signed_in_sees_what_the_pages_count(client: Client) -> None:
    client.force_login(User.objects.create_user("pilgrim"))
    client.get("/search", {"q": "manometer"})
    answer = client.get(URL)
    assert (answer.json()["caller"], answer.json()["used"]) == ("user", 1)
    assert "Cookie" in answer.headers["Vary"]


def test_looking_counts_nothing(client: Client) -> None:
    for one in (client, bot(), bot(pilgrim="one")):
        one.get(URL)
    assert not DailyUse.objects.exists()


def test_the_headers_say_the_same() -> None:
    answer = bot(pilgrim="one").get(URL)
    assert answer.headers["RateLimit-Policy"] == '"daily";q=50;w=86400, "bot-daily";q=5000;w=86400'
    assert answer.headers["Cache-Control"] == "no-store"


def test_no_limit_is_null(client: Client) -> None:
    user = User.objects.create_user("abbess")
    LimitOverride.objects.create(kind="user", caller=str(user.pk), amount=None, reason="abbess")
    amounts.forget()
    client.force_login(user)
    answer = client.get(URL)
    assert (answer.json()["limit"], answer.json()["remaining"], answer.json()["used"]) == (None, None, 0)
    assert "RateLimit" not in answer.headers


def test_a_token_of_any_scope_may_look() -> None:
    assert bot(new_token("answers")).get(URL).status_code == 200


def test_strangers_are_told_nothing_where_they_may_not_search(client: Client) -> None:
    change_settings(allow_anonymous_api=False)
    assert (client.get(URL).status_code, client.get(URL).json()["code"]) == (401, "anonymous_refused")
    assert bot().get(URL).status_code == 200


def test_asking_too_often_is_refused(client: Client) -> None:
    change_settings(codex_burst=2)
    assert [client.get(URL).status_code for _ in range(3)] == [200, 200, 429]
