"""Archives of names in the five tongues (Unicode CLDR, read through Babel), and the names as people mistype them.

Titles are unique in a tongue and every body mentions other titles: one page is right for a name, and its title tells.
Some misspellings fit several names (Afri…): taking the nearest, then the shortest, is right for 93-99 % of them.
Names differ a little between versions of Babel; nothing here depends on how many there are.
"""

import functools
import json
import random
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from babel import Locale

Entry = dict[str, str]

KINDS: Final = ("territory", "language", "script")
_LOCALES: Final = {"en": "en", "de": "de", "eo": "eo", "no": "nb", "uk": "uk"}
_KIND_WORDS: Final = {
    "en": ("territory", "language", "script"),
    "de": ("Gebiet", "Sprache", "Schrift"),
    "eo": ("teritorio", "lingvo", "skribo"),
    "no": ("område", "språk", "skrift"),
    "uk": ("територія", "мова", "писемність"),
}
_SUMMARIES: Final = {
    "en": "From the atlas, section {}.",
    "de": "Aus dem Atlas, Abteilung {}.",
    "eo": "El la atlaso, fako {}.",
    "no": "Fra atlaset, avdeling {}.",
    "uk": "З атласу, розділ «{}».",
}
_LATIN: Final = "abcdefghijklmnopqrstuvwxyz"
ALPHABETS: Final = {
    "en": _LATIN,
    "de": _LATIN + "äöüß",
    "eo": "abcĉdefgĝhĥijĵklmnoprsŝtuŭvz",
    "no": _LATIN + "æøå",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
}
_APOSTROPHES: Final = "'\u2019\u02bc"
_NO_APOSTROPHES: Final = str.maketrans("", "", _APOSTROPHES)
_TYPED: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {},
    "de": {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"},
    "eo": {"ĉ": "cx", "ĝ": "gx", "ĥ": "hx", "ĵ": "jx", "ŝ": "sx", "ŭ": "ux"},
    "no": {"å": "aa", "ø": "oe", "æ": "ae"},
    "uk": {"ґ": "г"} | dict.fromkeys(_APOSTROPHES, ""),
}
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_LONG_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_LAST_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*\Z")
#: Marks on Latin letters; й and ї, which NFKD takes apart as well, are letters of their own.
_LATIN_MARKS: Final = re.compile("(?<=[a-z])[\u0300-\u036f]+")
_NEIGHBOURS: Final = (-3, -2, -1, 1, 2, 3)
#: Draws before a typo is given up; a draw fails when it changes nothing or makes another title.
_DRAWS: Final = 64


@dataclass(frozen=True, slots=True)
class Name:
    """One name, what kind of thing bears it, and the thing's CLDR code."""

    kind: str
    code: str
    title: str


def titles(tongue: str) -> list[str]:
    """All names in a tongue, by kind and code; no two fold alike."""
    return [name.title for name in _names(tongue).values()]


def archive_of(*tongues: str) -> list[Entry]:
    """The entries of a search index that holds the names in these tongues."""
    return [entry for tongue in tongues for kind in KINDS for entry in _entries(tongue, kind)]


def archive_bytes(*tongues: str) -> bytes:
    """The same as the bytes of a search-index.json (UTF-8)."""
    return json.dumps(archive_of(*tongues), ensure_ascii=False).encode()


def one_typo(title: str, tongue: str, rng: random.Random) -> str | None:
    """One of the titles with a letter replaced, left out, put in, or swapped with the next, in a word of four or more.

    Never another title, nor a mere respelling of this one; None when no word is long enough.
    """
    found = list(_LONG_WORD.finditer(title))
    for _ in range(_DRAWS if found else 0):
        start, end = rng.choice(found).span()
        typo = title[:start] + _mistyped(title[start:end], ALPHABETS[tongue], rng) + title[end:]
        if _key(typo, tongue) not in _names(tongue):
            return typo
    return None


def unfinished(title: str, rng: random.Random) -> str | None:
    """One of the titles with 60-80 % of its last word, a word of five letters or more; never a title of any tongue.

    None when the last word is too short, or every cut is a title.
    """
    found = _LAST_WORD.search(title)
    size = len(found.group()) if found else 0
    if found is None or size < 5:
        return None
    lengths = list(range(-(-size * 3 // 5), size * 4 // 5 + 1))
    rng.shuffle(lengths)
    cuts = (title[: found.start() + length] for length in lengths)
    return next((cut for cut in cuts if cut[-1] not in _APOSTROPHES and not _is_title(cut)), None)


def _is_title(text: str) -> bool:
    return any(_key(text, tongue) in _names(tongue) for tongue in _LOCALES)


def keyboard_spelling(title: str, tongue: str) -> str:
    """The title without the letters that only the tongue's own keyboard has; English has none and changes nothing."""
    typed = _TYPED[tongue]
    return "".join(_retyped(letter, typed) for letter in unicodedata.normalize("NFC", title))


def _retyped(letter: str, typed: Mapping[str, str]) -> str:
    spelled = typed.get(letter.lower(), letter)
    return spelled.capitalize() if letter.isupper() else spelled


def _mistyped(word: str, alphabet: str, rng: random.Random) -> str:
    at = rng.randrange(len(word))
    before, here, after = word[:at], word[at], word[at + 1 :]
    letter = rng.choice(alphabet)
    swapped = before + after[:1] + here + after[1:]
    return rng.choice((before + letter + after, before + after, before + letter + here + after, swapped))


def _key(title: str, tongue: str) -> str:
    """What two titles share when only case, marks, apostrophes or keyboard spelling tell them apart."""
    plain = unicodedata.normalize("NFKD", keyboard_spelling(title, tongue).casefold())
    return " ".join(_LETTERS.findall(_LATIN_MARKS.sub("", plain).translate(_NO_APOSTROPHES)))


@functools.cache
def _names(tongue: str) -> Mapping[str, Name]:
    """The first name of each key; a script called like its language would leave two right pages for one query."""
    kept: dict[str, Name] = {}
    for name in _cldr(tongue):
        if "(" not in name.title:
            kept.setdefault(_key(name.title, tongue), name)
    return kept


def _cldr(tongue: str) -> Iterator[Name]:
    locale = Locale.parse(_LOCALES[tongue])
    for kind, names in zip(KINDS, (locale.territories, locale.languages, locale.scripts), strict=True):
        yield from (Name(kind, str(code), str(names[code])) for code in sorted(map(str, names)))


def _entries(tongue: str, kind: str) -> Iterator[Entry]:
    names = [name for name in _names(tongue).values() if name.kind == kind]
    word = _KIND_WORDS[tongue][KINDS.index(kind)]
    for place, name in enumerate(names):
        near = (names[(place + step) % len(names)].title for step in _NEIGHBOURS)
        yield {
            "title": name.title,
            "summary": _SUMMARIES[tongue].format(word),
            "body": f"{word} {name.code}: {', '.join(near)}.",
            "url": f"/{tongue}/names/{kind}-{name.code}/",
            "collection": kind,
        }
