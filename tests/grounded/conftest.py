"""What the tests of the answers' site share: nothing remembered, and no call left behind by another test."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from grounded.core.chat import AiClient
from tests.codex.archives import eventually
from tests.grounded.asking import KEY, MODEL
from tests.grounded.scripted import Script
from tests.servers import Handler, Server, serving


@pytest.fixture(autouse=True)
def _no_settings_remembered() -> None:
    """No settings of answers left over from another test."""
    if live := sys.modules.get("grounded.live"):  # tests of the core never load it
        live.live.forget()


@pytest.fixture
def archive(tmp_path: Path, transactional_db: None) -> Iterator[None]:
    """A small archive on the shelf, in a database that threads see too; their calls end with the test."""
    from grounded.calls import runner
    from tests.shelving import put_on_shelf

    put_on_shelf(tmp_path)
    yield
    assert eventually(lambda: runner.in_flight == 0)


Provide = Callable[..., Server]


@pytest.fixture
def provider(archive: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provide]:
    """Start an endpoint and make it the site's; what else is given are settings, `seconds` the time for a call."""
    from tests.grounded.site import change_answers

    with ExitStack() as stack:

        def start(handler: Handler, *, seconds: float = 20, key: str = KEY, **changes: object) -> Server:
            server = stack.enter_context(serving(handler))
            given = {"enable_answers": True, "base_url": f"{server.url}/v1", "model": MODEL} | changes
            change_answers(key=key, **given)
            monkeypatch.setattr("grounded.endpoint.AiClient", lambda config: AiClient(config, seconds=seconds))
            return server

        yield start


@pytest.fixture
def model(provider: Provide) -> Callable[..., Script]:
    """Start a model that replies as scripted, with chat and the tool switched on."""
    from tests.shelving import change_settings

    def start(*replies: Any, **changes: Any) -> Script:
        script = Script(*replies)
        provider(script, enable_chat=True, **changes)
        change_settings(enable_codex=True)
        return script

    return start
