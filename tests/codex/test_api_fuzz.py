"""A fuzzer that reads the OpenAPI document finds no fault, no status and no shape that the document lacks (API-03)."""

import re
import subprocess
import sys
from pathlib import Path

from tests.codex.live_bots import luma_at_work
from tests.grounded.live_chat import switch_chat_on
from tests.grounded.scripted import Script, calls, says
from tests.servers import serving

#: What no schema can say: that a query or a pilgrim's id is blank; and that a bad tool call is a result, not an error.
CONFIGURATION = """
[checks]
positive_data_acceptance.expected-statuses = ["2xx", "3xx", "400", "401", "403", "404", "409", "429", "5xx"]

negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "405", "413", "415", "422", "429", "5xx"]

[[operations]]
include-operation-id = "call_tool"
checks.negative_data_rejection.enabled = false
"""
OPERATIONS = 11
PATIENCE = 300


def test_a_fuzzer_finds_no_fault_and_no_drift(tmp_path: Path) -> None:
    (tmp_path / "schemathesis.toml").write_text(CONFIGURATION)
    with serving(Script(calls(("unknown", {})), says("Hail."))) as server, luma_at_work(tmp_path) as luma:
        switch_chat_on(luma, f"{server.url}/v1")
        told = fuzz(tmp_path, f"{luma.url}/api/v1/openapi.json", luma.token)
    counts = re.search(r"(\d+) selected / (\d+) total", told)
    assert counts is not None
    assert int(counts[1]) == int(counts[2]) >= OPERATIONS


def fuzz(folder: Path, url: str, token: str) -> str:
    """What the fuzzer tells when it found nothing."""
    command = [str(Path(sys.executable).with_name("schemathesis")), "--config-file", "schemathesis.toml", "run", url]
    options = ["--max-examples", "20", "--seed", "1", "--no-color", "--header", f"Authorization: Bearer {token}"]
    whole = [*command, *options]
    done = subprocess.run(whole, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout
