"""A loopback origin for archives, opened to the guard for the time of a test; a member of staff, and a reader."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client, override_settings

from tests.codex.caller_pages import staff_with
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


@pytest.fixture
def clerk(db: None) -> Client:
    """Staff who may see callers and do something about them."""
    return staff_with("view_usage", "manage_quotas")


@pytest.fixture
def reader(db: None) -> User:
    """Somebody who searches."""
    return User.objects.create_user("pilgrim-anna")
