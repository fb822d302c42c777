"""What a stranger is answered beside the framework's handler is what it answers, for whoever asks the same again."""

import io
import re
from collections.abc import Iterator
from gzip import decompress
from pathlib import Path
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import OperationalError, close_old_connections
from django.test import override_settings

from codex.models import DailyUse
from codex.web import maintenance
from codex.web.strangers import Strangers
from tests.codex.test_express import calls
from tests.grounded.site import change_answers
from tests.shelving import change_settings, put_on_shelf
from tests.statements import statements

pytestmark = pytest.mark.django_db
Answer = tuple[str, dict[str, str], bytes]
LONG_WAY = "599 The long way"


@pytest.fixture(autouse=True)
def _archive(tmp_path: Path, db: None) -> None:
    put_on_shelf(tmp_path)


@pytest.fixture(autouse=True)
def _connection_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The end of a request would close the connection that the test's transaction is in."""
    monkeypatch.setattr("codex.web.strangers.close_old_connections", lambda: None)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def site() -> Strangers:
    return Strangers(get_wsgi_application())


def ask(application: Any, query: str = "q=pressure", **changes: Any) -> Answer:
    told: list[Any] = []
    given = {"REQUEST_METHOD": "GET", "PATH_INFO": "/search", "QUERY_STRING": query, "SCRIPT_NAME": ""}
    host = {"SERVER_NAME": "testserver", "SERVER_PORT": "80", "HTTP_HOST": "testserver", "REMOTE_ADDR": "192.0.2.1"}
    wsgi = {"wsgi.input": io.BytesIO(), "wsgi.url_scheme": "http", "HTTP_X_REQUEST_ID": "number-7"}
    body = application(given | host | wsgi | changes, lambda status, headers: told.extend((status, dict(headers))))
    return told[0], told[1], b"".join(body)


def ask_anew(application: Any, query: str = "q=pressure", **changes: Any) -> Answer:
    DailyUse.objects.all().delete()
    return ask(application, query, **changes)


def both(site: Strangers, query: str = "q=pressure", **changes: Any) -> tuple[Answer, Answer]:
    """The long way and then the short one, each as the first search of the day."""
    first = ask_anew(site, query, **changes)
    site._others = _long_way
    return first, ask_anew(site, query, **changes)


def _long_way(_: dict[str, Any], start: Any) -> list[bytes]:
    start(LONG_WAY, [])
    return []


@pytest.mark.parametrize("tongue", ["en", "de", "nn", "xx", ""])
@pytest.mark.parametrize(
    "query", ["q=pressure", "q=pressure&page=2", "q=kessel&lang=de", "q=nothingness", "q=%3Cb%3E'"]
)
def test_the_same_question_gets_the_same_answer(site: Strangers, query: str, tongue: str) -> None:
    first, again = both(site, query, HTTP_ACCEPT_LANGUAGE=tongue)
    assert first[0] == "200 OK"
    assert first == again


def test_whoever_takes_it_compressed_gets_it_so(site: Strangers) -> None:
    first, again = both(site, HTTP_ACCEPT_ENCODING="gzip, br")
    assert first[1]["Content-Encoding"] == again[1]["Content-Encoding"] == "gzip"
    assert first[1]["Vary"] == again[1]["Vary"]
    assert decompress(first[2]) == decompress(again[2])
    assert int(again[1]["Content-Length"]) == len(again[2])


@pytest.mark.parametrize(
    "changes",
    [
        {"HTTP_COOKIE": "a=b"},
        {"HTTP_AUTHORIZATION": "Bearer x"},
        {"REQUEST_METHOD": "HEAD"},
        {"SCRIPT_NAME": "/below"},
        {"PATH_INFO": "/"},
        {"HTTP_ACCEPT": "text/markdown"},
        {"HTTP_ACCEPT_LANGUAGE": "de"},
        {"HTTP_ACCEPT_ENCODING": "gzip"},
        {"HTTP_HOST": "elsewhere.example"},
        {"wsgi.url_scheme": "https"},
    ],
)
def test_any_other_question_goes_the_long_way(site: Strangers, changes: dict[str, str]) -> None:
    ask(site)
    site._others = _long_way
    assert ask(site)[0] == "200 OK"
    assert ask(site, **changes)[0] == LONG_WAY


@pytest.mark.parametrize(
    "query",
    [
        "q=",
        "q=pressure&page=77",
        "q=pressure&format=md",
        "lang=de",
        "q=pressure&page=x",
        "go=/search",
        "q=pressure&ui=uk",
    ],
)
def test_what_is_no_page_of_results_is_not_remembered(site: Strangers, query: str) -> None:
    assert both(site, query)[1][0] == LONG_WAY


def test_each_is_counted_and_told_what_is_left(site: Strangers) -> None:
    told = [ask(site)[2].decode() for _ in range(3)]
    assert [re.findall(r"(\d+) of your 50 searches", one) for one in told] == [["49"], ["48"], ["47"]]


def test_nobody_gets_more_than_the_limit(site: Strangers) -> None:
    change_settings(codex_daily_anonymous=3)
    assert [ask(site)[0][:3] for _ in range(5)] == ["200", "200", "200", "429", "429"]
    assert ask(site)[1:] == ask(get_wsgi_application())[1:]


def test_nobody_comes_faster_than_is_allowed(site: Strangers) -> None:
    change_settings(codex_burst=2)
    told = [ask(site) for _ in range(4)]
    assert [one[0][:3] for one in told] == ["200", "200", "429", "429"]
    assert DailyUse.objects.get().used == 2
    assert told[3][1:] == ask(get_wsgi_application())[1:]


@pytest.mark.parametrize("changes", [{"codex_summary_chars": 60}, {"codex_daily_anonymous": 7}, {"pause_search": True}])
def test_a_change_of_settings_shows_at_once(site: Strangers, changes: dict[str, Any]) -> None:
    ask(site)
    change_settings(**changes)
    assert ask_anew(site) == ask_anew(get_wsgi_application())


def test_what_other_apps_add_shows_at_once(site: Strangers) -> None:
    ask(site)
    change_answers(enable_answers=True, base_url="http://127.0.0.1:9/v1", model="m")
    assert ask_anew(site) == ask_anew(get_wsgi_application())


def test_a_closed_site_is_closed_here_too(site: Strangers, tmp_path: Path) -> None:
    with override_settings(DATA_DIR=tmp_path):
        ask(site)
        maintenance.close()
        assert ask(site)[0][:3] == "503"


def test_a_fault_is_told_as_anywhere(site: Strangers, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(site)
    for error, status in ((OperationalError, "503"), (ArithmeticError, "500")):
        monkeypatch.setattr("codex.web.strangers._found", _raising(error))
        assert ask(site)[0][:3] == status


def _raising(error: type[Exception]) -> Any:
    def fail(*_: object) -> None:
        raise error

    return fail


def test_only_so_many_questions_are_remembered(site: Strangers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codex.web.strangers._MOST", 1)
    for query in ("q=pressure", "q=valve"):
        ask(site, query)
    ask(site, f"q=pressure&x={'x' * 1_000}")
    assert len(site._known) == 1
    site._others = _long_way
    assert [ask(site, query)[0] for query in ("q=pressure", "q=valve")] == [LONG_WAY, "200 OK"]


@pytest.mark.django_db(transaction=True)
def test_a_page_takes_one_statement(site: Strangers) -> None:
    for _ in range(2):
        ask(site)
    with statements() as told:
        ask(site)
    assert len(told) == 1


def test_the_short_way_takes_far_fewer_steps(site: Strangers) -> None:
    short, long = (calls(one, "/search") for one in (site, get_wsgi_application()))
    assert short < 0.4 * long
