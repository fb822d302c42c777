"""The sample of a chat with a tool of one's own, and the page beside it, against a running site (API-04)."""

import os
import re
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.codex.live_bots import Luma, luma_at_work, manage
from tests.codex.samples import sample
from tests.grounded.live_chat import switch_chat_on
from tests.grounded.scripted import Script, asks, calls, says
from tests.servers import serving

chat_loop = sample("chat_loop")
PAGE = Path("codex/docs/chat.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def luma(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Luma, Script]]:
    script = Script(says("Hail."))
    with serving(script) as server, luma_at_work(tmp_path_factory.mktemp("luma")) as luma:
        switch_chat_on(luma, f"{server.url}/v1")
        yield luma, script


def converse(luma: tuple[Luma, Script], *replies: Any) -> dict[str, Any]:
    site, script = luma
    script.replies[:], script.heard[:] = replies, []
    tools = {"clock": chat_loop.clock}
    asked = [{"role": "user", "content": "What time is it?"}]
    said: dict[str, Any] = chat_loop.converse(site.url, site.token, asked, pilgrim="41", tools=tools)
    return said


def test_the_callers_tool_is_run_and_the_chat_goes_on(luma: tuple[Luma, Script]) -> None:
    answer = converse(luma, calls(("clock", {})), asks("valve"), says("It is late. Ask the priest on duty."))
    said = chat_loop.message(answer)
    assert said.startswith("It is late. Ask the priest on duty.\n\n- The Rite of Valve K-12: <https://")
    assert said.endswith("nothing checks it but the inscriptions listed beside it.")
    told = next(one["content"] for one in luma[1].heard[1]["messages"] if one["role"] == "tool")
    assert datetime.fromisoformat(told).tzinfo == UTC


def test_a_harmless_tool_runs_after_archive_text_too(luma: tuple[Luma, Script]) -> None:
    assert converse(luma, asks("valve"), calls(("clock", {})), says("Late."))["text"] == "Late."


def test_a_tool_that_is_not_harmless_is_refused_after_archive_text() -> None:
    call = {"id": "1", "function": {"name": "open_valve", "arguments": "{}"}}
    opened = {"open_valve": lambda: "Opened."}
    assert chat_loop._result(call | {"after_archive_text": True}, opened)["content"].startswith("Refused")
    assert chat_loop._result(call | {"after_archive_text": False}, opened)["content"] == "Opened."


def test_arguments_that_the_model_makes_up_are_refused_and_the_chat_goes_on(luma: tuple[Luma, Script]) -> None:
    answer = converse(luma, calls(("clock", {"zone": "UTC"})), says("I cannot tell."))
    assert answer["text"] == "I cannot tell."
    told = [one["content"] for one in luma[1].heard[1]["messages"] if one["role"] == "tool"]
    assert told == ["Refused: the tool takes other arguments."]


def test_what_is_shown_calls_nobody_and_links_the_inscriptions_alone(luma: tuple[Luma, Script]) -> None:
    said = chat_loop.message(converse(luma, asks("valve"), says("@everyone <@1> [see](https://evil.example/)")))
    assert not [evil for evil in ("@everyone", "<@1>", "](", "https://evil") if evil in said]
    assert "<https://binaric.tech/" in said


def test_a_model_that_calls_for_ever_ends_in_a_sentence(luma: tuple[Luma, Script]) -> None:
    assert chat_loop.message(converse(luma, calls(("clock", {})))) == "The model wrote nothing that can be read."


def test_a_conversation_goes_on_with_its_newest_turns(luma: tuple[Luma, Script]) -> None:
    site, script = luma
    script.replies[:] = [asks("valve"), says("x" * 15_000)]
    spoken = [{"role": "system", "content": "Be brief."}]
    for turn in range(6):
        spoken.append({"role": "user", "content": f"And then? {turn}"})
        answer = chat_loop.converse(site.url, site.token, spoken, pilgrim="41", tools={})
        assert answer["state"] == "answered"
    told = [one["content"] for one in spoken if one["role"] != "assistant"]
    assert told == ["Be brief.", "And then? 3", "And then? 4", "And then? 5"]


def test_the_commands_of_the_page_work_as_they_stand_there(luma: tuple[Luma, Script]) -> None:
    site, script = luma
    script.replies[:] = [asks("valve"), says("The priest on duty.")]
    (command,) = re.findall(r"^    (curl .*)$", PAGE, re.MULTILINE)
    script_line = command.replace("http://127.0.0.1:8000", site.url)
    environment = {"PATH": os.environ["PATH"], "TOKEN": site.token}
    done = subprocess.run(
        ["bash", "-euc", f"{script_line} --fail --silent"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert '"state": "answered"' in done.stdout
    assert "manage.py codex token create Luma --scopes tools,answers" in PAGE


def test_the_page_switches_the_chat_on_in_the_order_of_its_lines(tmp_path: Path) -> None:
    lines = re.findall(r"^ +(?:TOKEN=\$\()?\.venv/bin/python manage\.py (.*?)(?: \| head -n 1\))?$", PAGE, re.MULTILINE)
    assert len(lines) == 5
    manage(tmp_path, "migrate", "--verbosity", "0")
    for line in lines:
        assert manage(tmp_path, *line.split())
