"""The key, the texts and the provider's words appear in no exception, repr or log (GRD-01, GRD-03, GRD-10)."""

import logging
import traceback
from collections.abc import Callable

import pytest

from grounded.core.chat import AiClient, AiConfig
from grounded.core.errors import ChatError, GroundedError
from tests.grounded.asking import KEY, MODEL, answering, endpoint, question, source
from tests.grounded.replies import completion, wrote
from tests.scripts import closing_early, drip_body, gzipped, redirect, replying, silent
from tests.servers import Handler, Request, raw_reply

QUESTION, EXCERPT = "Whose secret is the eighth bell?", "The eighth bell is buried under the altar."
ECHO = f'{{"error": {{"message": "Traceback: Authorization: Bearer {KEY}, asked: {QUESTION}"}}}}'.encode()
PRIVATE = (KEY, QUESTION, EXCERPT, "Traceback: Auth", "chat/completions")


def echoing(status: int) -> Handler:
    """Answer with every header and the body of the request, as a careless server does."""

    def handle(request: Request) -> list[bytes]:
        told = repr(dict(request.headers)).encode() + request.body
        return [raw_reply(status, told, {"X-Echo": request.headers.get("authorization", "none")})]

    return handle


HANDLERS: dict[str, Handler] = {
    "error": replying(500, ECHO),
    "unauthorised": replying(401, ECHO),
    "echo": echoing(400),
    "echo as success": echoing(200),
    "redirect": redirect(f"http://127.0.0.1:1/?key={KEY}"),
    "gzip": gzipped(ECHO),
    "prose": answering(completion(f"I was told {QUESTION}")),
    "unknown id": answering(wrote("It is [s9].", ["s9"])),
    "closed": closing_early(),
    "too large": replying(200, ECHO * 1000),
    "silence": silent(),
    "drip": drip_body(ECHO),
}


def ask(handler: Handler) -> GroundedError:
    with endpoint(handler, seconds=0.6) as (_, client), pytest.raises(GroundedError) as refusal:
        client.generate(question(QUESTION, sources=(source(text=EXCERPT),)))
    return refusal.value


def forms_of(refusal: BaseException) -> str:
    """Everything a log, a page or a debugger's list of causes would show of an exception."""
    shown = [repr(refusal), str(refusal), repr(vars(refusal)), *traceback.format_exception(refusal)]
    return "\n".join([*shown, repr(refusal.__cause__), repr(refusal.__context__)])


@pytest.mark.parametrize("name", HANDLERS)
def test_a_refusal_holds_no_key_no_text_and_no_foreign_words(name: str) -> None:
    shown = forms_of(ask(HANDLERS[name]))
    assert [private for private in PRIVATE if private in shown] == []


@pytest.mark.parametrize("name", HANDLERS)
def test_no_cause_hangs_on_a_refusal(name: str) -> None:
    refusal = ask(HANDLERS[name])
    assert refusal.__cause__ is refusal.__context__ is None


@pytest.mark.parametrize("name", [*HANDLERS, "success"])
def test_nothing_is_logged_whatever_level_the_site_logs_at(name: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    if name == "success":
        with endpoint() as (_, client):
            client.generate(question(QUESTION))
    else:
        ask(HANDLERS[name])
    assert [private for private in (*PRIVATE, "127.0.0.1") if private in caplog.text] == []


def test_no_frame_of_a_refusal_holds_the_key_outside_the_configuration() -> None:
    frames = [frame.f_locals for frame, _ in traceback.walk_tb(ask(HANDLERS["error"]).__traceback__)]
    assert [held for frame in frames for held in map(repr, frame.values()) if KEY in held] == []


@pytest.mark.parametrize("secret", [KEY, 'sk-"quoted"-\\key'])
def test_an_answer_that_holds_the_key_is_withheld(secret: str) -> None:
    with endpoint(answering(wrote(f"The key is {secret} [s1].", ["s1"])), key=secret) as (_, client):
        with pytest.raises(ChatError) as refusal:
            client.generate(question())
        assert refusal.value.code == "key_echoed"


def test_a_placeholder_for_a_key_may_stand_in_an_answer() -> None:
    with endpoint(answering(wrote("Ask ollama [s1].", ["s1"])), key="ollama") as (_, client):
        assert client.generate(question()).answer == "Ask ollama [s1]."


@pytest.mark.parametrize("form", [repr, str, lambda one: repr(vars(one)), lambda one: f"{one.config}"])
def test_a_client_does_not_show_its_key(form: Callable[[AiClient], str]) -> None:
    assert KEY not in form(AiClient(AiConfig("http://127.0.0.1:1234/v1", MODEL, KEY)))
