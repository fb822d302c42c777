"""The tree of refusals: fixed sentences, stable codes, at most a status."""

import pytest

from codex.core.errors import CodexError
from grounded.core.errors import AnswerRejected, ChatError, ConfigError, GroundedError, RequestError

CLASSES: list[type[GroundedError]] = [ConfigError, RequestError, ChatError, AnswerRejected]
CASES = [(error, code) for error in CLASSES for code in error.reasons]


@pytest.mark.parametrize(("error", "code"), CASES)
def test_every_code_has_a_sentence_and_a_status(error: type[GroundedError], code: str) -> None:
    refusal = error(code)
    assert str(refusal) == refusal.sentence
    assert refusal.sentence.endswith(".")
    assert 400 <= refusal.status < 600
    assert isinstance(refusal, CodexError)


@pytest.mark.parametrize("error", CLASSES)
def test_a_code_outside_the_table_is_a_bug(error: type[GroundedError]) -> None:
    with pytest.raises(KeyError):
        error("no_such_code")


def test_a_status_has_its_own_code_and_a_sentence_of_the_table() -> None:
    refusal = ChatError.of_status(404)
    assert (refusal.code, refusal.upstream) == ("http_404", 404)
    assert str(refusal) == "The endpoint knows no such address or model. (HTTP 404)"


@pytest.mark.parametrize("status", [400, 422])
def test_a_request_that_the_endpoint_does_not_take_is_not_worth_another_try(status: int) -> None:
    refusal = ChatError.of_status(status)
    assert (refusal.code, refusal.retryable) == (f"http_{status}", False)
    assert "may take no tools" in refusal.sentence


def test_any_other_status_shares_one_sentence() -> None:
    refusal = ChatError.of_status(500)
    assert (refusal.code, refusal.upstream, refusal.retryable) == ("http_500", 500, True)
    assert refusal.sentence == ChatError.reasons["http_NNN"].sentence


def test_a_rejection_may_name_the_token_apart_from_its_sentence() -> None:
    refusal = AnswerRejected("unknown_id", token="s9")
    assert refusal.token == "s9"
    assert "s9" not in str(refusal)
