"""Answers and chat of a running site, switched on in one go."""

import os
import subprocess
import sys

import requests

from tests.codex.archives import eventually
from tests.codex.live_bots import Luma
from tests.sites import MANAGE

_SAVE = """
from grounded.models import GroundedSettings
wide = {"answer_daily_per_user": 100_000, "answer_daily_total": 10_000_000}
GroundedSettings(base_url=%r, model="forge-mini", enable_answers=True, enable_chat=True, **wide).save()
"""


def switch_chat_on(luma: Luma, base_url: str) -> None:
    """Name an endpoint and switch everything on; limits are wide, so that tests do not meet them by chance."""
    environment = {"PATH": os.environ["PATH"], "LUMASITE_DATA": str(luma.folder / "data")}
    command = [sys.executable, str(MANAGE), "shell", "--no-imports", "--command", _SAVE % base_url]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    assert eventually(lambda: _chats(luma))


def _chats(luma: Luma) -> bool:
    """Settings reach the site within two seconds; a body that is no chat tells and asks nobody."""
    body = {
        "messages": [{"role": "user", "content": "x"}],
        "tools": [{"type": "function", "function": {"name": "codex_search"}}],
    }
    headers = {"Authorization": f"Bearer {luma.token}"}
    answer = requests.post(f"{luma.url}/api/v1/chat", json=body, headers=headers, timeout=20)
    return bool(answer.json()["code"] == "chat_tools_invalid")
