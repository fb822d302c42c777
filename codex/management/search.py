"""`manage.py codex search`: the same hits in the same order as page and JSON, unmetered."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, Final

from django.core.management.base import CommandError

from codex.core.hits import Hit
from codex.core.tongues import ENGLISH_NAMES
from codex.management.subcommand import (
    NO_DATABASE,
    UNREADABLE,
    Arguments,
    Subcommand,
    Write,
    counted,
    storage_words,
)
from codex.results import Refusal, Results
from codex.search import search

_MATCHES: Final = {"exact": "", "near": ", by near matches"}


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("words", nargs="+", metavar="WORDS", help="what to search for")
    parser.add_argument("--lang", default="en", help="the tongue to search first: en, de, eo, no, uk")
    parser.add_argument("--limit", type=int, default=10, help="hits a page")
    parser.add_argument("--page", type=int, default=1, help="which page of hits")
    parser.add_argument("--collection", default="", help="only hits of this collection")
    parser.add_argument("--json", action="store_true", help="print what a bot gets")
    parser.add_argument("--explain", action="store_true", help="tell why each hit was found; in JSON, all details")


def _run(arguments: Arguments, write: Write) -> None:
    words, lang, collection = " ".join(arguments["words"]), arguments["lang"], arguments["collection"]
    found = search(words, lang, page=arguments["page"], limit=arguments["limit"], collection=collection)
    why = _why_refused(found) if isinstance(found, Refusal) else ""
    # Without a database there is nothing that a program could try again.
    if arguments["json"] and why not in (NO_DATABASE, UNREADABLE):
        write(json.dumps(_as_dict(found, full=arguments["explain"]), ensure_ascii=False, indent=2))
    if isinstance(found, Refusal):
        raise CommandError(why)
    if arguments["json"]:
        return
    for line in _lines(found, explain=arguments["explain"]):
        write(line)


def _why_refused(refused: Refusal) -> str:
    return storage_words() if refused.code == "storage_unavailable" else f"{refused.sentence} ({refused.code})"


def _as_dict(found: Results | Refusal, *, full: bool) -> dict[str, Any]:
    if isinstance(found, Refusal):
        return found.as_dict()
    return found.as_dict(full=full) | {"page": found.page, "pages": found.pages, "per_page": found.per_page}


def _lines(found: Results, *, explain: bool) -> Iterator[str]:
    yield _summary(found)
    if found.stale_since:
        yield f"The archive is stale since {found.stale_since:%Y-%m-%d %H:%M} UTC."
    if found.edition.source == "sample":
        yield "This is the bundled sample archive."
    yield from _hints(found)
    first = (found.page - 1) * found.per_page + 1
    for place, hit in enumerate(found.hits, first):
        yield from _told(place, hit, explain=explain)


def _summary(found: Results) -> str:
    if not found.total:
        return "No inscription was found in any tongue."
    where = "all tongues" if found.fallback else ENGLISH_NAMES.get(found.lang_used, found.lang_used)
    pages = f", page {found.page} of {found.pages}" if found.pages > 1 else ""
    return f"{counted(found.total, 'inscription')} in {where}{_MATCHES[found.match]}{pages}."


def _hints(found: Results) -> Iterator[str]:
    """What near matches took each word for; what to try when there is nothing."""
    for word, taken in found.nearest:
        yield f"Read {word} as: {', '.join(taken) or 'nothing'}."
    if found.help and found.help.spellings:
        yield f"Try: {', '.join(found.help.spellings)}."
    if found.help and found.help.fewer:
        yield "Try fewer words: " + ", ".join(f"{word} ({count:,})" for word, count in found.help.fewer) + "."


def _told(place: int, hit: Hit, *, explain: bool) -> Iterator[str]:
    collection = f"{hit.collection}, " if hit.collection else ""
    yield ""
    yield f"{place}. {hit.title} ({collection}{hit.lang})"
    yield f"   {hit.url}"
    yield "   " + "".join(part.text for part in hit.snippet_parts)
    if explain:
        yield f"   score {hit.score:.4f}"
        for why in hit.why:
            yield f"   {why.points:+} {why.word}: {why.rule} in {', '.join(why.fields)}"


SEARCH = Subcommand("search", "Searches the archive.", _add_arguments, _run)
