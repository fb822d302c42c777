"""The pages of answers as a browser without a script uses them."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from django.test import Client

from tests.codex.archives import eventually
from tests.grounded.site import MANOMETER, QUESTION, VALVE

FIELD = re.compile(r'<input\s[^>]*?name="([^"]*)"[^>]*?value="([^"]*)"')


class Page:
    """An answer, and its parts that tests ask for."""

    def __init__(self, response: Any) -> None:
        self.status: int = response.status_code
        self.headers: Mapping[str, str] = response.headers
        self.address: str = response.wsgi_request.path
        self.text: str = unescape(response.content.decode())

    @property
    def heading(self) -> str:
        """The first heading, without markup and spare blanks."""
        return self.part("h1")

    @property
    def title(self) -> str:
        """The title, up to the site's name."""
        return self.part("title").partition(" — ")[0]

    @property
    def words(self) -> str:
        """All that can be read, blanks as one."""
        return plain(self.text)

    @property
    def key(self) -> str:
        """The consultation that this leads to."""
        return self.headers["Location"].split("/")[2]

    def part(self, tag: str) -> str:
        found = re.search(rf"<{tag}\b[^>]*>(.*?)</{tag}>", self.text, re.DOTALL)
        return plain(found.group(1)) if found else ""

    def form(self, action: str) -> dict[str, Any]:
        """The fields of the form that leads there; a field that comes more than once is a list."""
        body = self.text.partition(f'action="{action}"')[2].partition("</form>")[0]
        fields: dict[str, Any] = {}
        for name, value in FIELD.findall(body):
            fields[name] = [*fields[name], value] if isinstance(fields.get(name), list) else [value]
        return fields


def plain(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def get(client: Client, address: str) -> Page:
    return Page(client.get(address))


def look(client: Client, *urls: str, question: str = QUESTION, **more: str) -> Page:
    """Ask to see what would be sent, by default of two inscriptions."""
    asked = {"question": question, "pick": urls or (MANOMETER, VALVE), **more}
    return shown(client, client.post("/ask/", asked))


def ask_nothing_picked(client: Client, question: str) -> Page:
    return shown(client, client.post("/ask/", {"question": question}))


def shown(client: Client, response: Any) -> Page:
    """What an answer leads to, if that is the page before sending; else the answer itself."""
    if response.status_code != 303:
        return Page(response)
    led = get(client, response.headers["Location"])
    return led if 'action="/ask/send/"' in led.text else Page(response)


def agree(client: Client, shown: Page) -> Page:
    """Press the button that sends."""
    return Page(client.post("/ask/send/", shown.form("/ask/send/")))


def consult(client: Client, **asked: str) -> Page:
    """The page of an answer, once it has ended."""
    return settled(client, agree(client, look(client, **asked)).key)


def settled(client: Client, key: str) -> Page:
    assert eventually(lambda: client.get(f"/ask/{key}/status").json()["ended"])
    return get(client, f"/ask/{key}/")
