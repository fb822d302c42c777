"""A running site: `manage.py serve` in a process of its own, on a free loopback port and a folder of the test's.

with running(tmp_path, "--archive", str(file)) as site:
    assert "valve" in site.page("/search?q=valve")
"""

import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import requests

from tests.codex.archives import eventually
from tests.reading import form_values

MANAGE = Path(__file__).parents[1] / "manage.py"
PATIENCE = 90
Environment = Mapping[str, str]
NOTHING: Environment = {}
#: For `running`: a first start makes this admin; `signed_in` is their browser.
ADMIN = {"DJANGO_SUPERUSER_USERNAME": "abbess", "DJANGO_SUPERUSER_PASSWORD": "a long incense stick"}


class Site:
    """A running site and what it has told so far."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.url, self.told = process, f"http://127.0.0.1:{port}", ""
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self.told += line

    def page(self, path: str, kind: str = "") -> str:
        """What is at an address, when it is of that kind."""
        request = urllib.request.Request(self.url + path, headers={"Accept-Language": "en"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            assert answer.headers["Content-Type"].startswith(kind)
            return str(answer.read(), "utf-8")

    @property
    def is_told(self) -> bool:
        """Whether the site has told where it is, which it does once it answers there."""
        return "Ctrl+C stops it." in self.told

    def is_up(self) -> bool:
        try:
            return bool(self.page("/robots.txt"))
        except OSError:
            return False

    def stop(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self._reading.join(PATIENCE)
        if self.process.stdout:
            self.process.stdout.close()
        return code


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def start(folder: Path, port: int, *arguments: str, environment: Environment) -> subprocess.Popen[str]:
    """Start from somewhere else, with nothing set but the folder."""
    given = {"PATH": os.environ["PATH"], "LUMASITE_DATA": str(folder / "data"), **environment}
    command = [sys.executable, str(MANAGE), "serve", "--port", str(port), *arguments]
    return subprocess.Popen(
        command,
        cwd=folder,
        env=given,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@contextmanager
def running(
    folder: Path,
    *arguments: str,
    port: int | None = None,
    environment: Environment = NOTHING,
    patience: float = PATIENCE,
) -> Iterator[Site]:
    port = port or free_port()
    site = Site(start(folder, port, *arguments, environment=environment), port)
    try:
        assert eventually(lambda: site.is_told or site.process.poll() is not None, seconds=patience), site.told
        assert site.process.poll() is None, site.told
        yield site
    finally:
        site.stop(signal.SIGTERM)


def signed_in(site: Site) -> requests.Session:
    """A browser that the admin has signed in with."""
    browser = requests.Session()
    browser.headers["Referer"] = site.url
    address = f"{site.url}/admin/login/"
    secret = {"username": "abbess", "password": ADMIN["DJANGO_SUPERUSER_PASSWORD"]}
    action = "/admin/login/"
    browser.post(address, form_values(browser.get(address, timeout=20).text, action) | secret, timeout=20)
    return browser
