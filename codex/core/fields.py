"""The fields of one entry, whatever names it has for them (CDX-05)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from codex.core.inscriptions import Unfit
from codex.core.jsonsafe import UNREADABLE
from codex.core.shapes import INSIDE, LONG, SHORT, SHORT_CATEGORY, Names, Row, Shape

_Entry = Mapping[str, object]
#: A text and the name it was found under.
_Found = tuple[str, str]

_NOTHING: Final[_Found] = ("", "")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
#: JavaScript cuts text between the halves of a character; a half at the end, or before an ellipsis, is no attack.
_CUT_CHARACTER: Final = re.compile("[\ud800-\udbff](?=(?:\\.{3}|…)?\\s*\\Z)")
_SOMETHING: Final = re.compile(r"[^\W_]")
_LETTER: Final = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Fields:
    """The raw texts of one entry under our names, and its own names for them."""

    title: str
    summary: str
    body: str
    url: str
    collection: str
    lang: str
    names: Mapping[str, str]
    #: Whether a text ended in half a character, which is left out.
    cut_character: bool


def read_fields(row: Row, shape: Shape) -> Fields:
    """Pick the fields of a row; raises Unfit when it is no object, a draft, broken, or without title or link."""
    entry = _entry(row)
    names = _names(entry, shape)
    found = {
        "title": _title(entry, names["title"]),
        "summary": _first(entry, names.get("summary", ()), _prose),
        "body": _first(entry, names.get("body", ()), _prose),
        "url": _link(entry, row, names["url"]),
        "collection": _first(entry, names.get("collection", ()), label),
        "lang": _first(entry, names.get("lang", ()), label),
    }
    if not found["body"][0]:
        found["body"] = _words(entry, names.get("words", ()))
    return _fields(found, shape)


def label(value: object) -> str:
    """A short text: itself, or the first of a list of texts."""
    if isinstance(value, list):
        value = next((item for item in value if isinstance(item, str) and item.strip()), "")
    return value if isinstance(value, str) else ""


def _fields(found: Mapping[str, _Found], shape: Shape) -> Fields:
    texts = {field: text.replace(shape.litter, " ") if shape.litter else text for field, (text, _) in found.items()}
    whole = texts | {field: _CUT_CHARACTER.sub("", texts[field]) for field in ("summary", "body")}
    if any(_SURROGATE.search(text) for text in whole.values()):
        raise Unfit("text_broken")
    names = {field: name for field, (_, name) in found.items() if name}
    return Fields(**whole, names=names, cut_character=whole != texts)


def _entry(row: Row) -> _Entry:
    if not isinstance(row.value, dict):
        raise Unfit("not_an_object")
    entry = _opened(row.value)
    if UNREADABLE in entry.values():
        raise Unfit("number_unreadable")
    if entry.get("draft") in (True, "true"):
        raise Unfit("draft")
    return entry


def _opened(entry: _Entry) -> _Entry:
    """Fields of an object inside the entry stand in for those the entry lacks; two levels are met in the wild."""
    for _ in range(2):
        inner = next((entry[name] for name in INSIDE if isinstance(entry.get(name), dict)), None)
        if not isinstance(inner, dict):
            break
        entry = inner | {name: value for name, value in entry.items() if name not in INSIDE and value is not None}
    return entry


def _names(entry: _Entry, shape: Shape) -> Names:
    if shape.names is not LONG or "t" not in entry or any(name in entry for name in LONG["title"]):
        return shape.names
    return SHORT_CATEGORY if "d" in entry and "k" not in entry else SHORT


def _title(entry: _Entry, names: tuple[str, ...]) -> _Found:
    found = _first(entry, names, _plain)
    if found[0]:
        return found
    typed = all(isinstance(entry.get(name), str | None) for name in names)
    raise Unfit("title_missing" if typed else "title_type")


def _link(entry: _Entry, row: Row, names: tuple[str, ...]) -> _Found:
    found = _first(entry, names, _plain)
    if found[0]:
        return found
    if row.key:
        return row.key, "(key)"
    # Generators write an empty link for the home page.
    home = next((name for name in names if isinstance(entry.get(name), str)), "")
    if home:
        return "", home
    return _identifier(entry)


def _identifier(entry: _Entry) -> _Found:
    value = _plain(entry.get("id"))
    if not _LETTER.search(value):
        raise Unfit("url_missing")
    return value, "id"


def _words(entry: _Entry, names: tuple[str, ...]) -> _Found:
    """All headings, keywords and tags together: what can be searched of an entry that has no body."""
    found = {name: text for name in names if (text := _prose(entry.get(name)))}
    return " ".join(found.values()), ", ".join(found)


def _first(entry: _Entry, names: tuple[str, ...], read: Callable[[object], str]) -> _Found:
    for name in names:
        text = read(entry[name]) if name in entry else ""
        if text:
            return text, name
    return _NOTHING


def _plain(value: object) -> str:
    return value if isinstance(value, str) and value.strip() else ""


def _prose(value: object) -> str:
    """Text, or a list of texts, with at least one letter or digit in it."""
    text = " ".join(map(_item, value)) if isinstance(value, list) else _plain(value)
    return text if _SOMETHING.search(text) else ""


def _item(value: object) -> str:
    if isinstance(value, dict):
        value = value.get("text", value.get("title"))
    return _plain(value)
