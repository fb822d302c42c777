"""Who calls the JSON face: tokens, scopes, pilgrims, bursts, and tokens where they must not be (API-01)."""

from pathlib import Path

import pytest
from django.test import Client

from codex.core import tokens
from codex.metering.bot_tokens import make, revoke
from codex.models import DailyUse
from tests.codex.bots import bot, new_token
from tests.shelving import change_settings, put_on_shelf
from tests.statements import statements

URL = "/api/v1/search"
ASKED = {"q": "manometer"}
PROBLEM = "application/problem+json"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path)


def counted() -> dict[str, int]:
    return dict(DailyUse.objects.values_list("kind", "used"))


def with_header(value: str) -> Client:
    return Client(headers={"Authorization": value})


def test_a_bot_s_search_is_counted_for_the_bot_alone() -> None:
    assert bot().get(URL, ASKED).status_code == 200
    assert counted() == {"bot": 1, "token": 1}


def test_a_pilgrim_s_search_is_counted_for_the_pilgrim_and_the_bot() -> None:
    assert bot(pilgrim="discord:41").get(URL, ASKED).status_code == 200
    assert counted() == {"pilgrim": 1, "token": 1}


def test_a_pilgrim_is_the_same_in_header_and_body() -> None:
    token = new_token()
    bot(token, "Приятель").get(URL, ASKED)
    bot(token).post(URL, {**ASKED, "pilgrim": "Приятель"}, content_type="application/json")
    assert counted() == {"pilgrim": 2, "token": 2}


def test_a_pilgrim_that_is_null_is_nobody() -> None:
    bot().post(URL, {**ASKED, "pilgrim": None}, content_type="application/json")
    assert counted() == {"bot": 1, "token": 1}


def test_what_is_kept_of_a_pilgrim_does_not_tell_its_id() -> None:
    bot(pilgrim="discord-41-marjory").get(URL, ASKED)
    assert "marjory" not in str(list(DailyUse.objects.values()))


def test_one_pilgrim_s_51st_search_is_refused_while_another_of_the_same_bot_goes_on() -> None:
    change_settings(codex_burst=1_000)
    token = new_token()
    one, other = bot(token, "one"), bot(token, "other")
    assert {one.get(URL, ASKED).status_code for _ in range(50)} == {200}
    refused = one.get(URL, ASKED)
    assert (refused.status_code, refused.json()["code"]) == (429, "quota_used")
    assert refused.json()["error"] == "Today's searches are used up."
    assert int(refused.headers["Retry-After"]) > 0
    assert other.get(URL, ASKED).status_code == 200


def test_a_bot_s_total_ends_all_its_pilgrims() -> None:
    change_settings(codex_daily_per_token=2)
    token = new_token()
    codes = [bot(token, name).get(URL, ASKED).status_code for name in ("one", "two", "three")]
    refused = bot(token, "four").get(URL, ASKED)
    assert (codes, refused.json()["code"]) == ([200, 200, 429], "bot_quota_used")
    assert refused.headers["RateLimit"].startswith('"daily";r=50;t=')
    assert '"bot-daily";r=0;t=' in refused.headers["RateLimit"]


def test_both_limits_stand_in_the_headers() -> None:
    answer = bot(pilgrim="one").get(URL, ASKED)
    assert answer.headers["RateLimit-Policy"] == '"daily";q=50;w=86400, "bot-daily";q=5000;w=86400'
    assert '"daily";r=49;t=' in answer.headers["RateLimit"]
    assert '"bot-daily";r=4999;t=' in answer.headers["RateLimit"]


@pytest.mark.parametrize("name", ["x" * 129, "", " ", "a\tb", "\x7f"])
def test_an_id_that_is_none_is_refused(name: str) -> None:
    answer = bot(pilgrim=name).get(URL, ASKED)
    assert (answer.status_code, answer.json()["code"]) == (400, "pilgrim_invalid")
    assert not counted()


def test_an_id_of_128_characters_is_taken() -> None:
    assert bot(pilgrim="ж" * 128).get(URL, ASKED).status_code == 200


def test_an_id_in_the_header_that_is_not_utf_8_is_refused() -> None:
    client = Client(headers={"Authorization": f"Bearer {new_token()}", "X-Codex-User": "caf\xe9"})
    assert client.get(URL, ASKED).json()["code"] == "pilgrim_invalid"


def test_two_ids_that_differ_are_refused() -> None:
    answer = bot(pilgrim="one").post(URL, {**ASKED, "pilgrim": "two"}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "pilgrim_invalid")


def test_the_same_id_twice_is_one() -> None:
    assert bot(pilgrim="one").post(URL, {**ASKED, "pilgrim": "one"}, content_type="application/json").status_code == 200


def test_an_id_does_not_belong_into_the_url() -> None:
    assert bot().get(URL, {**ASKED, "pilgrim": "one"}).json()["code"] == "pilgrim_invalid"


def test_without_a_token_the_address_is_counted_whoever_is_named(client: Client) -> None:
    client.get(URL, ASKED, headers={"X-Codex-User": "one"})
    assert counted() == {"address": 1}


def _ended(how: str) -> str:
    made = make("Luma", ["search", "tools"], expires_at=None, by=None, reason="for a test")
    if how == "revoked":
        revoke(made.row, by=None, reason="leaked")
    return new_token(days=-1) if how == "expired" else made.token


@pytest.mark.parametrize("path", [URL, "/api/v1/tools", "/api/v1/quota"])
@pytest.mark.parametrize("how", ["revoked", "expired"])
def test_a_token_that_has_ended_is_refused(path: str, how: str) -> None:
    answer = with_header(f"Bearer {_ended(how)}").get(path, ASKED if path == URL else {})
    assert (answer.status_code, answer.headers["Content-Type"]) == (401, PROBLEM)
    assert answer.json()["code"] == f"token_{how}"
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Bearer x", "Basic bHVtYTpsdW1h", "luma_", "Bearer luma_" + "0" * 38, "Bearer \x00", "é"],
)
def test_a_malformed_token_is_refused(header: str) -> None:
    answer = with_header(header).get(URL, ASKED)
    assert (answer.status_code, answer.json()["code"]) == (401, "token_malformed")
    assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_an_unknown_token_is_refused() -> None:
    answer = with_header(f"Bearer {tokens.new_token()}").get(URL, ASKED)
    assert (answer.status_code, answer.json()["code"]) == (401, "token_unknown")


def test_a_wrong_token_is_never_taken_for_no_token() -> None:
    with_header("Bearer nonsense").get(URL, ASKED)
    assert not counted()


@pytest.mark.parametrize("scheme", ["bearer", "BEARER"])
def test_the_scheme_may_be_written_in_any_case(scheme: str) -> None:
    assert with_header(f"{scheme} {new_token()}").get(URL, ASKED).status_code == 200


@pytest.mark.parametrize(("scope", "path"), [("tools", URL), ("answers", URL), ("search", "/api/v1/tools")])
def test_a_token_for_something_else_is_refused(scope: str, path: str) -> None:
    answer = bot(new_token(scope)).get(path, ASKED if path == URL else {})
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
    needed = "search" if path == URL else "tools"
    assert answer.headers["WWW-Authenticate"] == f'Bearer error="insufficient_scope", scope="{needed}"'
    assert answer.json()["scope"] == needed


def test_a_token_searches_where_strangers_may_not(client: Client) -> None:
    change_settings(allow_anonymous_api=False)
    refused = client.get(URL, ASKED)
    assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert bot().get(URL, ASKED).status_code == 200


@pytest.mark.parametrize("name", ["token", "q", "access_token", "x"])
@pytest.mark.parametrize("path", [URL, "/api/v1/tools", "/api/v1/quota", "/api/v1/nothing"])
def test_a_token_in_a_url_is_refused_with_a_hint(client: Client, path: str, name: str) -> None:
    answer = client.get(path, {name: new_token()})
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, PROBLEM)
    assert answer.json()["code"] == "token_in_url"
    assert "Authorization: Bearer" in answer.json()["error"]
    assert not counted()


@pytest.mark.parametrize(
    "url", ["/search?q={}", "/?token={}", "/{}", "/account/sign-in/?next=/{}", "/admin/login/?x={}"]
)
def test_a_page_refuses_it_as_well_and_repeats_it_nowhere(client: Client, url: str) -> None:
    token = new_token()
    answer = client.get(url.format(token))
    page = answer.content.decode()
    assert (answer.status_code, answer.headers["Cache-Control"], counted()) == (400, "no-store", {})
    assert "must never stand in a URL" in page
    assert token not in page


@pytest.mark.parametrize("url", ["/api/v1/{}", "/api/v1/search?{}", "/api/v1/search?q=a%2C{}", "/api/v1/search?{}=1"])
def test_wherever_in_the_url_it_stands(url: str) -> None:
    token = new_token()
    assert bot(token).get(url.format(token.replace("_", "%5f"))).json()["code"] == "token_in_url"


def test_a_refusal_never_repeats_the_token(client: Client) -> None:
    token = new_token()
    assert token not in client.get(URL, {"token": token}).content.decode()


def test_words_that_only_look_like_a_token_are_searched_for(client: Client) -> None:
    assert client.get(URL, {"q": "luma_bot"}).status_code == 200


def test_bursts_are_counted_for_each_pilgrim() -> None:
    change_settings(codex_burst=2)
    token = new_token()
    one, other = bot(token, "one"), bot(token, "other")
    assert [one.get(URL, ASKED).status_code for _ in range(3)] == [200, 200, 429]
    refused = one.get(URL, ASKED)
    assert (refused.json()["code"], refused.headers["Retry-After"]) == ("too_fast", "60")
    assert other.get(URL, ASKED).status_code == 200


def test_an_unchanged_answer_costs_a_bot_nothing_either() -> None:
    one = bot(pilgrim="one")
    tag = one.get(URL, ASKED).headers["ETag"]
    assert one.get(URL, ASKED, headers={"If-None-Match": tag}).status_code == 304
    assert counted() == {"pilgrim": 1, "token": 1}


def test_a_tag_is_the_same_for_every_pilgrim() -> None:
    token = new_token()
    assert len({bot(token, name).get(URL, ASKED).headers["ETag"] for name in ("one", "two")}) == 1


def test_answers_are_not_shared_between_tokens() -> None:
    answer = bot().get(URL, ASKED)
    assert "Authorization" in answer.headers["Vary"]
    assert "private" in answer.headers["Cache-Control"]


@pytest.mark.django_db(transaction=True)
def test_a_known_bot_costs_one_statement_a_search() -> None:
    one = bot(pilgrim="one")
    one.get(URL, ASKED)
    with statements() as told:
        one.get(URL, ASKED)
    assert len(told) == 1
