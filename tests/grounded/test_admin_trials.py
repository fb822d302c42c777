"""Staff try the endpoint from its page: told in our words, by right, nothing kept (ADM-01)."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from codex.models import SettingChange
from grounded import admin_settings
from grounded.models import Consultation, GroundedSettings
from tests.grounded.asking import KEY, MODEL, answering
from tests.grounded.replies import completion, wrote
from tests.grounded.settings_page import BASE, client_with, send
from tests.grounded.site import change_answers
from tests.scripts import closing_early, redirect, replying
from tests.servers import Handler, Request, serving

pytestmark = pytest.mark.django_db


def models(*names: str) -> bytes:
    return json.dumps({"object": "list", "data": [{"id": name, "object": "model"} for name in names]}).encode()


def listing(handler: Handler) -> Handler:
    """An endpoint that lists models by `handler`, and answers the probe."""

    def handle(request: Request) -> Any:
        return (handler if request.target == "/v1/models" else answering())(request)

    return handle


def tried(client: Client, handler: Handler, button: str = "_test", **typed: str) -> dict[str, tuple[str, bool]]:
    """What a test of the endpoint found, by name; what was typed is not saved."""
    with serving(handler) as server:
        typed = {"base_url": f"{server.url}/v1", "model": MODEL, "key": KEY, button: "1"} | typed
        response = send(client, **typed)
        assert server.url.encode() in response.content
        assert KEY.encode() not in response.content
    assert not GroundedSettings.objects.exists()
    assert not SettingChange.objects.exists()
    found = response.context["trial"].findings
    return {finding.name: (finding.told, finding.is_good) for finding in found}


LISTINGS: list[tuple[Handler, str, bool, tuple[str, bool] | None]] = [
    (replying(200, models("else", MODEL)), "yes", True, ("listed", True)),
    (replying(200, models("else")), "yes", True, ("not among those that the endpoint lists", False)),
    (replying(200, b"{}"), "yes", True, ("the endpoint lists none; the probe tells", True)),
    (replying(200, b"\xff<html>"), "yes", True, ("the endpoint lists none; the probe tells", True)),
    (replying(200, b"x" * 1_100_000), "yes, but its list of models is too long to be read", True, None),
    (replying(404), "yes, but it lists no models: The endpoint knows no such address or model. (http_404)", True, None),
    (replying(401, KEY.encode()), "The endpoint does not accept the key. (http_401)", False, None),
    (redirect("/else"), "The endpoint redirects elsewhere; redirects are not followed. (redirect)", False, None),
    (closing_early(), "The endpoint's answer is not proper HTTP, or broke off. (not_http)", False, None),
]


@pytest.mark.parametrize(("handler", "reached", "is_good", "model"), LISTINGS)
def test_a_test_tells_in_our_words(
    handler: Handler, reached: str, is_good: bool, model: tuple[str, bool] | None, super_client: Client
) -> None:
    found = tried(super_client, listing(handler))
    assert found["Reachable"] == (reached, is_good)
    assert found.get("Model") == model


@pytest.mark.parametrize(
    ("handler", "told", "is_good"),
    [
        (answering(wrote("Brass [s1].", ["s1"])), "answered, and cited its source", True),
        (answering(wrote("Brass.", [])), "answered, but cited nothing: answers will be uncited drafts", True),
        (answering(completion("Brass!")), "not as it must: The model did not write one JSON object", False),
        (replying(500, b"boom " + KEY.encode()), "The endpoint answered with an error. (http_500)", False),
    ],
)
def test_a_probe_asks_once_and_tells_what_the_model_did(
    handler: Handler, told: str, is_good: bool, super_client: Client
) -> None:
    words, good = tried(super_client, handler, "_probe")["Probe"]
    assert told in words
    assert good == is_good
    assert not Consultation.objects.exists()


def test_a_test_goes_where_posts_will_go_with_the_key_in_its_header(super_client: Client) -> None:
    with serving(listing(replying(200, models(MODEL)))) as server:
        send(super_client, base_url=f"{server.url}/v1", model=MODEL, key=KEY, _test="1")
        (request,) = server.requests
        assert (request.method, request.target) == ("GET", "/v1/models")
        assert request.headers["authorization"] == f"Bearer {KEY}"


def test_a_stored_key_is_tried_at_its_own_origin_only(super_client: Client) -> None:
    with serving(listing(replying(200, models(MODEL)))) as own, serving(listing(replying(200, b"{}"))) as other:
        change_answers(base_url=f"{own.url}/v1", model=MODEL, key=KEY)
        for server in (own, other):
            send(super_client, base_url=f"{server.url}/v1", key="", _test="1")
        assert own.requests[0].headers["authorization"] == f"Bearer {KEY}"
        assert "authorization" not in other.requests[0].headers


def test_a_test_needs_the_right_to_the_endpoint() -> None:
    with serving(answering()) as server:
        response = send(client_with("change_groundedsettings"), base_url=f"{server.url}/v1", model=MODEL, _test="1")
        assert (response.status_code, server.connections) == (403, 0)


def test_without_an_endpoint_there_is_nothing_to_try(super_client: Client) -> None:
    assert "There is no endpoint to test" in send(super_client, _test="1").content.decode()


def test_no_transaction_waits_for_an_endpoint(super_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    depths: list[int] = []
    before = len(connection.savepoint_ids)

    def note(config: object) -> None:
        depths.append(len(connection.savepoint_ids))

    monkeypatch.setitem(admin_settings._TRIALS, "_test", note)
    send(super_client, base_url=BASE, model=MODEL, _test="1")
    assert depths == [before]
