"""A real Chromium that reads the site as a live server gives it; skipped where Chromium is missing."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from playwright.sync_api import Browser, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
Open = Callable[..., Page]
#: A busy machine may take its time over a key; what never comes is found out all the same.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for a module, gone with it: while it runs, Django takes its loop for a reason to refuse queries."""
    path = shutil.which("chromium") or pytest.skip("Chromium is missing")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module", autouse=True)
def _files_as_in_production() -> Iterator[None]:
    """Let the site itself give out its files, not the live server that stands before it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFilesHandler, "_should_handle", lambda handler, path: False)
        yield


@pytest.fixture
def open_page(chromium: Browser, live_server: LiveServer) -> Iterator[Open]:
    """Open an address of the site in a window of its own; keywords are those of a browser context."""
    with ExitStack() as stack:

        def visit(address: str, **look: Any) -> Page:
            context = chromium.new_context(**{"base_url": live_server.url, "locale": "en-GB", **look})
            stack.callback(context.close)
            page = context.new_page()
            page.goto(address)
            return page

        yield visit
