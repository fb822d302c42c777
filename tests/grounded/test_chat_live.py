"""Chats of a running site: searches go on while as many wait as may, and more are refused at once (GRD-09)."""

import json
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import requests

from tests.codex.archives import eventually
from tests.codex.live_bots import Luma, luma_at_work
from tests.grounded.live_chat import switch_chat_on
from tests.grounded.scripted import replied, says
from tests.servers import Request, raw_reply, serving

PLACES, THREADS = 4, 8


def chat(luma: Luma) -> str:
    """The text of a turn, or why there is none."""
    body = {"messages": [{"role": "user", "content": "Hail."}]}
    headers = {"Authorization": f"Bearer {luma.token}"}
    read = requests.post(f"{luma.url}/api/v1/chat", json=body, headers=headers, timeout=60).json()
    return str(read.get("code") or read["text"])


def test_searches_have_their_threads_while_all_places_of_chats_are_taken(tmp_path: Path) -> None:
    heard, go_on = list[str](), threading.Event()

    def model(request: Request) -> Iterable[bytes]:
        heard.append(json.loads(request.body)["messages"][-1]["content"])
        go_on.wait(40)
        yield raw_reply(200, replied(says("Hail.")), {"Content-Type": "application/json"})

    with serving(model) as server, luma_at_work(tmp_path) as luma, ThreadPoolExecutor(PLACES + THREADS) as pool:
        switch_chat_on(luma, f"{server.url}/v1")
        waiting = [pool.submit(chat, luma) for _ in range(PLACES)]
        assert eventually(lambda: len(heard) == PLACES)
        assert [chat(luma) for _ in range(PLACES)] == ["too_many_in_flight"] * PLACES
        pages = list(pool.map(luma.site.page, ["/search?q=valve"] * THREADS))
        assert all("Valve" in page for page in pages)
        go_on.set()
        assert [one.result() for one in waiting] == ["Hail."] * PLACES
