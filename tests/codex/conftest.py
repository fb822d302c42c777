"""A loopback origin for archives, opened to the guard for the time of a test."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from django.conf import settings
from django.test import override_settings

from tests.servers import Handler, Server, serving

Open = Callable[[Handler], Server]


@pytest.fixture
def open_server() -> Iterator[Open]:
    """Start servers that the index may be read from; they end with the test."""
    with ExitStack() as stack:

        def start(handler: Handler) -> Server:
            server = stack.enter_context(serving(handler))
            hosts = (*settings.CODEX_ALLOWED_HOSTS, server.netloc)
            stack.enter_context(override_settings(CODEX_ALLOWED_HOSTS=hosts))
            return server

        yield start
