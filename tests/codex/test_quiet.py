"""A fault in a tool is logged by its kind and place, without the words that were looked for."""

import logging

import pytest
from django.conf import settings

from codex import mcp_tools
from lumasite.quiet import WithoutWords
from tests.codex.bots import bot, new_token
from tests.codex.mcp_talk import call
from tests.shelving import change_settings

WORD = "manometer"


def _fail(*_: object) -> None:
    raise KeyError(WORD)


def test_a_fault_is_told_without_words(caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(WithoutWords())
    try:
        _fail()
    except KeyError:
        logging.getLogger("django_mcpz").exception("A tool failed.")
    assert "test_quiet.py" in caplog.text
    assert "KeyError" in caplog.text
    assert WORD not in caplog.text


def test_what_was_no_fault_is_logged_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(WithoutWords())
    logging.getLogger("django_mcpz").warning("Slow.")
    assert "Slow." in caplog.text


@pytest.mark.django_db
def test_a_tool_that_fails_is_a_result_and_names_no_query(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    change_settings(enable_codex=True)
    monkeypatch.setattr(mcp_tools, "check_burst", _fail)
    result = call(bot(new_token("tools")), "codex_search", {"query": WORD})
    assert result["isError"]
    assert WORD not in str(result) + caplog.text


def test_both_loggers_of_the_protocol_are_kept_quiet() -> None:
    loggers = settings.LOGGING["loggers"]
    assert loggers["django_mcpz"]["filters"] == ["without_words"]
    assert loggers["django_mcpz.calls"] == {"handlers": [], "level": "CRITICAL", "propagate": False}
