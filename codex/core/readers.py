"""From a JSON value to rows, one for each entry, by the shape it has (CDX-05)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from codex.core.errors import ArchiveError
from codex.core.parts import is_part, part_rows
from codex.core.shapes import BESIDE, ERRORS, GENERATED, LISTS, LONG, MESSAGES, OUTSIDE, SHAPES, STRUCTURES, Row, Shape

_Object = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Reading:
    """A recognised file: its shape, its rows (to be walked once) and the date it gives itself."""

    shape: Shape
    rows: Iterable[Row]
    generated: object = ""


def recognise(value: object) -> Reading:
    """Find the shape of a JSON value.

    Raises ArchiveError with archive_shape, _no_entries, _no_text or _error when it has none.
    """
    if isinstance(value, list):
        return _list(value)
    if isinstance(value, dict):
        for reader in _READERS:
            reading = reader(value)
            if reading is not None:
                return reading
    raise ArchiveError("archive_shape")


def _list(entries: list[object]) -> Reading:
    if any(map(is_part, entries)):
        return Reading(SHAPES["parts"], part_rows(entries))
    if entries and not _has(entries, dict):
        return _rows(entries)
    return Reading(SHAPES["list"], (Row(number, entry) for number, entry in enumerate(entries)))


def _rows(entries: list[object]) -> Reading:
    if not _has(entries, list):
        raise ArchiveError("archive_no_entries")
    return Reading(SHAPES["rows"], (Row(number, _cells(entry)) for number, entry in enumerate(entries)))


def _cells(entry: object) -> object:
    return {f"[{number}]": cell for number, cell in enumerate(entry[:3])} if isinstance(entry, list) else entry


def _titles(value: _Object) -> Reading | None:
    names, titles = value.get("docnames"), value.get("titles")
    if not isinstance(names, list) or not isinstance(titles, list):
        return None
    pairs = ({"docnames": name, "titles": title} for name, title in zip_longest(names, titles))
    return Reading(SHAPES["titles"], (Row(number, pair) for number, pair in enumerate(pairs)))


def _filled_lists(value: _Object) -> Reading | None:
    lists = {name: entries for name, entries in _lists(value) if _has(entries, dict)}
    if not lists:
        return None
    shape = SHAPES["lists"] if len(lists) > 1 else SHAPES[next(iter(lists))]
    return Reading(shape, _list_rows(lists, _language(value)), _generated(value))


def _list_rows(lists: Mapping[str, list[object]], lang: object) -> Iterator[Row]:
    for name, entries in lists.items():
        for number, entry in enumerate(entries):
            yield Row(number if len(lists) == 1 else f"{name}/{number}", entry, lang)


def _deeper_lists(value: _Object) -> Reading | None:
    for name in OUTSIDE:
        inner = value.get(name)
        reading = _filled_lists(inner) if isinstance(inner, dict) and not _titled(inner) else None
        if reading is not None:
            return Reading(reading.shape, reading.rows, reading.generated or _generated(value))
    return None


def _stores(value: _Object) -> Reading | None:
    holders = {"": value} | {lang: inner for lang, inner in value.items() if isinstance(inner, dict)}
    stores = {
        lang: store
        for lang, holder in holders.items()
        if "index" in holder and isinstance(store := holder.get("store"), dict)
    }
    return Reading(SHAPES["stores"], _store_rows(stores), _generated(value)) if stores else None


def _store_rows(stores: Mapping[str, _Object]) -> Iterator[Row]:
    for lang, store in stores.items():
        for key, entry in store.items():
            yield Row(f"{lang}/{key}", entry, lang, _link(key))


def _elasticlunr(value: _Object) -> Reading | None:
    store = value.get("documentStore")
    documents = store.get("docs") if isinstance(store, dict) else None
    if not isinstance(documents, dict) or not documents:
        return None
    return Reading(SHAPES["elasticlunr"], _map_rows(documents), _generated(value))


def _error(value: _Object) -> Reading | None:
    told = any(value.get(name) and not _titled(value[name]) for name in ERRORS)
    plain = not any(isinstance(found, dict | list) for found in value.values())
    if told or (plain and any(name in value for name in MESSAGES)):
        raise ArchiveError("archive_error")
    return None


def _named(value: _Object) -> Reading | None:
    lists = [found for found in value.values() if isinstance(found, list) and any(map(_titled, found))]
    if len(lists) != 1:
        return None
    return Reading(SHAPES["named"], _list_rows({"": lists[0]}, _language(value)), _generated(value))


def _map(value: _Object) -> Reading | None:
    objects = sum(isinstance(entry, dict) for entry in value.values())
    if 2 * objects < len(value) or not any(map(_titled, value.values())):
        return None
    shape = SHAPES["numbered" if all(map(str.isdigit, value)) else "map"]
    return Reading(shape, _map_rows(value), _generated(value))


def _map_rows(value: _Object) -> Iterator[Row]:
    entries = (key for key, entry in value.items() if isinstance(entry, dict) or key not in BESIDE)
    return (Row(key, value[key], key=_link(key)) for key in entries)


def _structure(value: _Object) -> Reading | None:
    holders = [value, *(inner for inner in value.values() if isinstance(inner, dict))]
    if any(isinstance(holder.get(name), dict | list) for holder in holders for name in STRUCTURES):
        raise ArchiveError("archive_no_text")
    return None


def _unfilled_lists(value: _Object) -> Reading | None:
    lists = dict(_lists(value))
    if any(lists.values()):
        raise ArchiveError("archive_no_entries")
    return Reading(SHAPES[next(iter(lists))], (), _generated(value)) if lists else None


#: Each returns a reading, None when the shape is another, or raises when the file says that it is no archive.
_READERS: Final[tuple[Callable[[_Object], Reading | None], ...]] = (
    _titles, _filled_lists, _deeper_lists, _stores, _elasticlunr, _error, _named, _map, _unfilled_lists, _structure,
)  # fmt: skip


def _lists(value: _Object) -> Iterator[tuple[str, list[object]]]:
    return ((name, found) for name, found in value.items() if name in LISTS and isinstance(found, list))


def _has(entries: list[object], kind: type) -> bool:
    return any(isinstance(entry, kind) for entry in entries)


def _titled(value: object) -> bool:
    return isinstance(value, dict) and any(isinstance(value.get(name), str) for name in LONG["title"])


def _link(key: str) -> str:
    return "" if key.isdigit() else key


def _language(value: _Object) -> object:
    config = value.get("config")
    holders = [value, config] if isinstance(config, dict) else [value]
    found = next((holder[name] for holder in holders for name in LONG["lang"] if holder.get(name)), "")
    # Several tongues say nothing about any one entry.
    return "" if isinstance(found, list) and len(found) > 1 else found


def _generated(value: _Object) -> object:
    found = next((value[name] for name in GENERATED if value.get(name)), "")
    return str(found) if isinstance(found, int) else found
