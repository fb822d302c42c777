"""Docusaurus local search: five document lists that belong together, read as pages and their sections."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from codex.core.shapes import PARTS, Row

_Document = Mapping[str, object]
_LATEST: Final = PARTS[5]


def is_part(value: object) -> bool:
    """Whether a value is one of the lists: {documents: […], index}."""
    return isinstance(value, dict) and isinstance(value.get("documents"), list) and "index" in value


def part_rows(parts: list[object]) -> Iterator[Row]:
    """Pages first, then sections, each with the text that stands below its own heading."""
    lists = _Parts(parts)
    yield from lists.rows("pages")
    yield from lists.rows("headings")


class _Parts:
    """The lists by name, and the texts of pages and sections gathered from them."""

    def __init__(self, parts: list[object]) -> None:
        names = PARTS.get(len(parts), _LATEST)
        self._lists = dict(zip(names, map(_documents, parts), strict=False))
        self._numbers = {name: number for number, name in enumerate(names)}
        self._pages = {_identity(page, "i"): page for page in self._objects("pages")}
        self._sections = {_address(section) for section in self._objects("headings")}
        self._descriptions = {_identity(found, "p"): _text(found, "t") for found in self._objects("description")}
        self._content = self._gathered()

    def rows(self, name: str) -> Iterator[Row]:
        for number, document in enumerate(self._lists.get(name, [])):
            value = self._entry(document, name) if isinstance(document, dict) else document
            yield Row(f"{self._numbers[name]}/{number}", value)

    def _entry(self, document: _Document, name: str) -> dict[str, object]:
        identity = _identity(document, "i") if name == "pages" else _identity(document, "p")
        entry: dict[str, object] = {"t": document.get("t"), "b": self._pages.get(identity, {}).get("b")}
        if isinstance(document.get("u"), str):
            entry["u"] = _address(document)
        if name == "pages":
            entry |= {"description": self._descriptions.get(identity), "content": self._content[identity]}
        else:
            entry["content"] = self._content[_address(document)]
        return entry

    def _gathered(self) -> defaultdict[object, list[str]]:
        """Texts by the address of their section, else by the identity of their page."""
        content: defaultdict[object, list[str]] = defaultdict(list)
        for document in self._objects("content"):
            address = _address(document)
            content[address if address in self._sections else _identity(document, "p")].append(_text(document, "t"))
        return content

    def _objects(self, name: str) -> Iterator[_Document]:
        return (document for document in self._lists.get(name, []) if isinstance(document, dict))


def _documents(part: object) -> list[object]:
    documents = part.get("documents") if isinstance(part, dict) else None
    return documents if isinstance(documents, list) else []


def _text(document: _Document, name: str) -> str:
    value = document.get(name)
    return value if isinstance(value, str) else ""


def _address(document: _Document) -> str:
    return _text(document, "u") + _text(document, "h")


def _identity(document: _Document, name: str) -> int | None:
    value = document.get(name)
    return value if isinstance(value, int) else None
