"""Every regular expression of the project, and texts that each of them is likely to find hard."""

import importlib
import inspect
import itertools
import pkgutil
import re
import re._constants as constants  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import Any

Pattern = re.Pattern[str] | re.Pattern[bytes]
PACKAGES = ("codex", "grounded", "lumasite")
#: What a category may stand for, and characters that most patterns treat apart.
_CATEGORY = {"DIGIT": "1", "NOT_DIGIT": "a", "SPACE": " ", "NOT_SPACE": "a", "WORD": "a", "NOT_WORD": "-"}
_MOST = 6


def patterns() -> dict[str, Pattern]:
    """Each compiled pattern that a module, a class or a table of one holds, by where it stands."""
    found: dict[str, Pattern] = {}
    for module in modules():
        for name, value in vars(module).items():
            for number, pattern in enumerate(_in(value, 0)):
                if pattern not in found.values():
                    found[f"{module.__name__}.{name}{f'[{number}]' if number else ''}"] = pattern
    return found


def modules() -> Iterator[Any]:
    """All modules of the product that can be imported."""
    for package in PACKAGES:
        root = importlib.import_module(package)
        for one in pkgutil.walk_packages(root.__path__, f"{package}."):
            if ".docs" not in one.name and ".migrations" not in one.name:
                yield importlib.import_module(one.name)


def _in(value: object, depth: int) -> Iterator[Pattern]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth < 3 and isinstance(value, dict):
        yield from itertools.chain.from_iterable(_in(one, depth + 1) for one in value.values())
    elif depth < 3 and isinstance(value, list | tuple | set | frozenset):
        yield from itertools.chain.from_iterable(_in(one, depth + 1) for one in value)


def hard_texts(pattern: Pattern, size: int) -> Iterator[str | bytes]:
    """Repetitions of what the pattern itself knows, of about `size` characters, with an end that fits nothing."""
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    letters, words = _known(parser.parse(text, pattern.flags & ~re.DEBUG))
    pieces = [*letters, *map("".join, itertools.pairwise(letters)), *words]
    for piece in dict.fromkeys(pieces):
        for start, end in (("", "\x00"), (words[0] if words else "", "")):
            whole = start + piece * max(1, size // len(piece)) + end
            yield whole if isinstance(pattern.pattern, str) else whole.encode("latin-1", "replace")


def _known(tree: Iterable[Any]) -> tuple[list[str], list[str]]:
    """Characters of a pattern and runs of literals in it, the first few of each."""
    letters: dict[str, None] = {}
    words: dict[str, None] = {}
    _walk(list(tree), letters, words)
    return list(letters)[:_MOST] or ["a"], list(words)[:_MOST]


def _walk(tree: list[Any], letters: dict[str, None], words: dict[str, None]) -> None:
    run = ""
    for kind, value in tree:
        if kind is constants.LITERAL:
            run += chr(value)
            letters[chr(value)] = None
            continue
        if len(run) > 1:
            words[run] = None
        run = ""
        _step(kind, value, letters, words)
    if len(run) > 1:
        words[run] = None


def _step(kind: Any, value: Any, letters: dict[str, None], words: dict[str, None]) -> None:
    if kind is constants.IN:
        _members(value, letters)
    elif kind is constants.NOT_LITERAL or kind is constants.ANY:
        letters["a"] = None
    elif kind is constants.BRANCH:
        for branch in value[1]:
            _walk(list(branch), letters, words)
    elif isinstance(value, tuple):
        for part in value:
            if isinstance(part, parser.SubPattern):
                _walk(list(part), letters, words)


def _members(members: list[Any], letters: dict[str, None]) -> None:
    negated = members[0][0] is constants.NEGATE
    for kind, value in members[:4]:
        if kind is constants.LITERAL:
            letters[chr(value)] = None
        elif kind is constants.RANGE:
            letters[chr(value[0])] = None
        elif kind is constants.CATEGORY:
            letters[_CATEGORY.get(str(value).removeprefix("CATEGORY_"), "a")] = None
    if negated:
        letters["a"] = None


def methods(place: str) -> set[str]:
    """How the module uses the pattern: what it only matches whole is not looked for everywhere in a text."""
    module, _, name = place.partition("[")[0].rpartition(".")
    source = inspect.getsource(importlib.import_module(module))
    used = set(re.findall(rf"\b{name}\.(match|fullmatch|search|sub|subn|split|findall|finditer)\b", source))
    return used or {"search", "fullmatch"}


def seconds(pattern: Any, method: str, text: str | bytes) -> float:
    """The shorter of two tries."""
    return min(_once(pattern, method, text) for _ in range(2))


def _once(pattern: Any, method: str, text: str | bytes) -> float:
    begun = perf_counter()
    if method in ("sub", "subn"):
        pattern.sub(text[:0], text)
    elif method == "finditer":
        pattern.findall(text)
    else:
        getattr(pattern, method)(text)
    return perf_counter() - begun
