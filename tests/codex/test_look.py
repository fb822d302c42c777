"""Light, dark, or as the system has it (PAGE-03, SEC-04)."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, override_settings

from tests.reading import form_values
from tests.shelving import put_on_shelf

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _archive(db: None, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)


def choose(client: Client, theme: str, **more: str) -> Any:
    return client.post("/look", {"theme": theme, **more})


def worn(page: str) -> str:
    """What the document says of its theme, and the button that is pressed."""
    told = re.search(r'<html lang="en"(?: data-theme="(\w+)")?>', page)
    pressed = re.search(r'value="(\w+)"\s+aria-pressed="true"', page)
    assert told
    assert pressed
    return f"{told.group(1)} {pressed.group(1)}"


def test_the_system_decides_until_somebody_does(client: Client) -> None:
    assert worn(client.get("/").content.decode()) == "None system"


@pytest.mark.parametrize("address", ["/", "/search", "/nowhere", "/account/sign-in/", "/search?q=%00"])
def test_every_page_is_served_in_the_theme_that_was_chosen(client: Client, address: str) -> None:
    choose(client, "dark")
    page = client.get(address).content.decode()
    assert worn(page) == "dark dark"
    assert re.search(r'name="color-scheme"\s+content="dark"', page)


def test_the_choice_can_be_taken_back(client: Client) -> None:
    choose(client, "light")
    choose(client, "system")
    assert worn(client.get("/").content.decode()) == "None system"


def test_the_form_leads_back_to_its_page(client: Client) -> None:
    page = client.get("/search?lang=en&collection=a+b").content.decode()
    answer = choose(client, "dark", **form_values(page, "/look"))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/search?lang=en&collection=a+b")


@pytest.mark.parametrize("elsewhere", ["", "https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example"])
def test_it_leads_nowhere_else(client: Client, elsewhere: str) -> None:
    assert choose(client, "dark", next=elsewhere).headers["Location"] == "/"


def test_other_themes_and_other_sites_are_refused(client: Client) -> None:
    assert choose(client, "pink").status_code == 400
    assert client.post("/look").status_code == 400
    refused = client.post("/look", {"theme": "dark"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert refused.status_code == 403
    assert not client.cookies


def test_it_is_only_sent(client: Client) -> None:
    refused = client.get("/look")
    assert (refused.status_code, refused.headers["Allow"]) == (405, "POST")


def test_the_cookie_tells_nothing_else_and_no_script_reads_it(client: Client) -> None:
    cookie = choose(client, "dark").cookies["theme"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"], cookie["path"]) == ("dark", True, "Lax", "/")


@override_settings(HTTPS=True, THEME_COOKIE_NAME="__Host-theme")
def test_behind_tls_it_is_this_host_s_alone(client: Client) -> None:
    assert choose(client, "dark").cookies["__Host-theme"]["secure"]
    assert choose(client, "system").cookies["__Host-theme"]["secure"]


def test_what_a_stranger_wrote_into_the_cookie_is_not_shown(client: Client) -> None:
    client.cookies["theme"] = "x"
    assert worn(client.get("/").content.decode()) == "None system"


def test_a_page_of_one_look_is_still_compressed(client: Client) -> None:
    choose(client, "dark")
    assert client.get("/", headers={"Accept-Encoding": "gzip"}).headers["Content-Encoding"] == "gzip"


def test_a_page_that_a_form_was_sent_for_offers_no_way_to_lose_it(client: Client) -> None:
    page = client.post("/account/sign-in/", {"username": "a", "password": "b"}).content.decode()
    assert 'action="/look"' not in page
