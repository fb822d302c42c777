"""Text cut into words, and words brought to the form in which they are compared (CDX-03)."""

import functools
import re
import unicodedata
from collections.abc import Iterator
from typing import Final

#: Kinds of apostrophe met in the five tongues; one inside a word belongs to it (об’єкт, don't).
APOSTROPHES: Final = "'\u2019\u02bc\u2018\u00b4`\u02b9\uff07"
_MARKS: Final = "\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff"
_JOIN: Final = f"[{APOSTROPHES}]"

#: One letter with ++ or # is a name of its own (c++, c#); else letters and digits, with apostrophes inside.
_WORD: Final = re.compile(rf"[^\W\d_](?:\+\+|\#)(?![^\W_])|[^\W_]+(?:{_JOIN}[^\W_]+)*")
#: Two kinds of apostrophe are letters to Unicode.
_LETTER: Final = r"[^\W_\u02bc\u02b9]"
_MARKED: Final = rf"{_LETTER}(?:{_LETTER}|[{_MARKS}])*"
#: The same over text as people wrote it, where accents and soft hyphens may still stand apart.
_RAW_WORD: Final = re.compile(rf"(?!\d){_LETTER}(?:\+\+|\#)(?!{_LETTER})|{_MARKED}(?:{_JOIN}[{_MARKS}]*{_MARKED})*")
_LOOSE: Final = re.compile(f"[{_MARKS}]")
#: From the start of a word alone: a long word that joins nothing is read once.
_JOINED: Final = re.compile(r"(?<![^\W_])[^\W_]+(?:[-\u2010\u2011_/][^\W_]+)+")
_NO_WORD: Final = re.compile(r"[\W_]")
#: NFKC sorts a run of marks in quadratic time; no text needs so many signs between two letters.
_RUN: Final = re.compile(r"(\W{32})\W+")
_APOSTROPHE: Final = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))
#: What has to be taken out or made another; a text without any, in NFKC, only needs to be in lower case.
_ODD: Final = re.compile(rf"[{APOSTROPHES[1:]}{_MARKS}İ]|\W{{33}}")
#: Stands in a word, or joins words to a compound; every other ASCII sign parts them whatever is beside it.
_INNER: Final = frozenset(b"'`+#-_/")
#: Every byte of UTF-8 as a piece shows it: ASCII in lower case, its signs as blanks, all others as they are.
_PARTED: Final = bytes(
    byte if byte >= 128 or byte in _INNER else ord(chr(byte).lower()) if chr(byte).isalnum() else 32
    for byte in range(256)
)


def normal(text: str) -> str:
    """NFKC and lower case, without accents that stand apart (U+0301 over Ukrainian vowels, the dot of İ)."""
    if text.isascii():
        return text.lower().replace("`", "'")
    if not _ODD.search(text) and unicodedata.is_normalized("NFKC", text):
        return _lower(text)
    # Apostrophes first: NFKC makes a space of U+00B4.
    text = _RUN.sub(r"\1 ", text.translate(_APOSTROPHE))
    text = _lower(unicodedata.normalize("NFKC", text))
    return _LOOSE.sub("", unicodedata.normalize("NFC", text))


def _lower(text: str) -> str:
    # A sigma's form depends on what follows the word; a word's must not.
    return text.lower().replace("ς", "σ")


def pieces(text: str) -> list[bytes]:
    """A text cut, at the speed of C, where it surely may be: the words of the pieces are those of the text, in order.

    Archives repeat their words, so each different piece need be read as words only once.
    """
    return text.encode("utf-8", "replace").translate(_PARTED).split()


def words(text: str) -> list[str]:
    """The words of a text in their written form: NFKC, lower case."""
    return _WORD.findall(normal(text))


def words_and_compounds(text: str) -> tuple[list[str], list[str]]:
    """The words of a text, and its hyphenated ones closed up (`state-of-the-art`: `stateoftheart`)."""
    text = normal(text)
    return _WORD.findall(text), [compound for *_, compound in compound_spans(text)]


def compound_spans(text: str) -> Iterator[tuple[int, int, str]]:
    """The hyphenated words of a text as (start, end, closed up), for marking them where they stand."""
    if any(mark in text for mark in "-\u2010\u2011_/"):
        for found in _JOINED.finditer(text):
            yield found.start(), found.end(), _NO_WORD.sub("", normal(found.group()))


def spans(text: str) -> Iterator[tuple[int, int, str]]:
    """The words of a text as (start, end, written form), for marking them where they stand."""
    for found in _RAW_WORD.finditer(text):
        yield found.start(), found.end(), _normal_word(found.group())


_normal_word = functools.lru_cache(maxsize=16_384)(normal)
