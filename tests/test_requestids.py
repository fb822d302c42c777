"""Every answer has a number, and every line that is logged for it has the same one; nothing private stands there."""

import json
import logging
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from codex.live import options
from codex.shelf import shelf
from lumasite.logs import JsonLines, TextLines, WithRequestId
from lumasite.quiet import WithoutWords
from lumasite.requestids import RequestIds, current
from tests.shelving import put_on_shelf

GOOD = ["0123abcd", "4c1f7e1e-6f3b-4a53-9f67-0e0c4a9a1d11", "a" * 64, "Root.1-5759e988"]
BAD = [
    "",
    "short",
    "a" * 65,
    "a b c d e f",
    "abcdefgh\n",
    "abcdefg<",
    "-bcdefgh",
    "ábcdefgh",
    "abcdefgh\r\nX: y",
    '"abcdefg"',
]


#: Stands in no line of this file but this one, since a traceback shows lines.
WORD = "manometer"


def _break() -> None:
    raise KeyError(WORD)


def _logged(formatter: logging.Formatter) -> Iterator[StringIO]:
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    handler.addFilter(WithRequestId())
    handler.addFilter(WithoutWords())
    root = logging.getLogger()
    root.addHandler(handler)
    yield stream
    root.removeHandler(handler)


@pytest.fixture
def json_log() -> Iterator[StringIO]:
    yield from _logged(JsonLines())


@pytest.fixture
def text_log() -> Iterator[StringIO]:
    yield from _logged(TextLines("%(levelname)s [%(request_id)s] %(message)s"))


@pytest.mark.parametrize("number", GOOD)
def test_a_well_formed_number_is_taken_and_given_back(number: str, client: Client) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": number}).headers["X-Request-ID"] == number


@pytest.mark.parametrize("number", BAD)
def test_any_other_is_replaced(number: str, client: Client) -> None:
    given = client.get("/healthz", headers={"X-Request-ID": number}).headers["X-Request-ID"]
    assert given != number
    assert len(given) == 32


def test_two_requests_have_two_numbers(client: Client) -> None:
    one, other = (client.get("/healthz").headers["X-Request-ID"] for _ in range(2))
    assert one != other


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/no/such/page", "/api/v1/search", "/api/v1/nothing", "/mcp", "/admin/", "/readyz"]
)
def test_every_answer_has_one(path: str, client: Client, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    shelf.current(options())
    assert client.get(path).headers["X-Request-ID"]


def test_what_is_logged_meanwhile_has_the_number(rf: RequestFactory, json_log: StringIO) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        logging.getLogger("codex").warning("Something happened.")
        return HttpResponse()

    RequestIds(view)(rf.get("/", headers={"X-Request-ID": "number-1"}))
    logging.getLogger("codex").warning("Later.")
    lines = [json.loads(line) for line in json_log.getvalue().splitlines()]
    assert [(line["request_id"], line["message"]) for line in lines] == [
        ("number-1", "Something happened."),
        ("-", "Later."),
    ]
    assert lines[0].keys() == {"time", "level", "logger", "request_id", "message"}


def test_a_view_that_breaks_leaves_no_number_behind(rf: RequestFactory) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        raise ValueError

    with pytest.raises(ValueError):
        RequestIds(view)(rf.get("/"))
    assert current() == "-"


def test_a_fault_is_logged_in_one_line_without_its_words(json_log: StringIO) -> None:
    try:
        _break()
    except KeyError:
        logging.getLogger("codex").exception("It broke.")
    (line,) = json_log.getvalue().splitlines()
    assert "KeyError" in json.loads(line)["exception"]
    assert "test_requestids.py" in json.loads(line)["exception"]
    assert WORD not in line


def test_a_formatter_alone_leaves_the_words_out_too() -> None:
    try:
        _break()
    except KeyError as error:
        info = (KeyError, error, error.__traceback__)
        record = logging.LogRecord("codex", logging.ERROR, __file__, 1, "It broke.", (), info)
    assert WORD not in JsonLines().format(record)


@pytest.mark.parametrize("log", ["json_log", "text_log"])
def test_no_message_can_look_like_another_line(log: str, request: pytest.FixtureRequest) -> None:
    stream: StringIO = request.getfixturevalue(log)
    logging.getLogger("codex").warning("One\nERROR [-] forged\r\x1b[2J\u2028\u202ex")
    told = stream.getvalue()
    assert not [line for line in told.split("\n") if line.startswith("ERROR")]
    assert not [char for char in told if not char.isprintable() and char != "\n"]


@pytest.mark.django_db
def test_requests_are_logged_by_route_when_asked_for(client: Client, json_log: StringIO, tmp_path: Path) -> None:
    put_on_shelf(tmp_path)
    logger = logging.getLogger("lumasite.requestids")
    logger.setLevel(logging.INFO)
    try:
        client.get("/search?q=manometer&lang=de", headers={"X-Request-ID": "number-2"})
        client.get("/manometer")
    finally:
        logger.setLevel(logging.WARNING)
    found, missing = (json.loads(line) for line in json_log.getvalue().splitlines()[-2:])
    assert (found["request_id"], found["method"], found["route"]) == ("number-2", "GET", "search")
    assert (missing["route"], missing["status"]) == ("none", 404)
    assert "manometer" not in json_log.getvalue()
    assert "127.0.0.1" not in json_log.getvalue()


def test_requests_are_not_logged_unless_asked_for(client: Client, json_log: StringIO) -> None:
    client.get("/healthz")
    assert json_log.getvalue() == ""


def test_a_method_of_somebody_s_own_is_not_logged(client: Client, json_log: StringIO) -> None:
    logger = logging.getLogger("lumasite.requestids")
    logger.setLevel(logging.INFO)
    try:
        client.generic("MANOMETER", "/healthz")
    finally:
        logger.setLevel(logging.WARNING)
    assert json.loads(json_log.getvalue())["method"] == "other"
