"""Numbers in a text by their value: 1,000 is 1000, 3,5 is 3.5 where the tongue writes it so, seven is 7 (GRD-07)."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from codex.core.folds import fold
from codex.core.words import spans

_GAP: Final = "[\u00a0\u2009\u202f ’']"
#: Digits that touch no letter: groups of three with gaps between, or digits with points and commas between.
_DIGITS: Final = re.compile(
    r"(?<![^\W_])(?<![0-9][.,])"
    rf"(?>[0-9]{{1,3}}(?:{_GAP}[0-9]{{3}})+(?![0-9])(?:[.,][0-9]+)?|[0-9]+(?:[.,][0-9]+)*)"
    r"(?![^\W_])"
)
_GAPS: Final = re.compile(_GAP)
_PLAIN: Final = re.compile(r"[0-9]+(?:[.,][0-9]+)?")
_GROUPED: Final = {
    ",": re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?"),
    ".": re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]+)?"),
}
_NUMBERING: Final = re.compile(r"(?:^|\n)[ \t]*([0-9]{1,3})[.)](?=\s)")

_VALUES: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "20")
#: In the order of the values, forms of one number joined by a bar; a dash where a tongue writes two words.
_CARDINALS: Final = {
    "en": "two three four five six seven eight nine ten eleven twelve twenty",
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig",
    "eo": "du tri kvar kvin ses sep ok naŭ dek - - dudek",
    "no": "to tre fire fem seks sju|syv åtte ni ti elleve tolv tjue",
    "uk": """
        два|дві|двох|двом|двома три|трьох|трьом|трьома чотири|чотирьох|чотирьом|чотирма п'ять|п'яти|п'ятьох
        шість|шести|шістьох сім|семи|сімох вісім|восьми|вісьмох дев'ять|дев'яти|дев'ятьох десять|десяти|десятьох
        одинадцять|одинадцяти дванадцять|дванадцяти двадцять|двадцяти
    """,
}
#: With one of these behind it, or a hyphen beside it, a number word is part of another number.
_MULTIPLIERS: Final = """
    hundred thousand million hundert tausend millionen cent mil miliono hundre tusen millioner
    сотня тисяча тисячі тисяч мільйон мільйони мільйонів
"""
_HYPHENS: Final = frozenset("-‐‑")


_MULTIPLIED: Final = frozenset(_MULTIPLIERS.split())


def _words(tongue: str, listed: str) -> dict[str, str]:
    forms = zip(_VALUES, listed.split(), strict=True)
    return {fold(form, tongue): value for value, several in forms for form in several.split("|")}


_WORDS: Final = {tongue: _words(tongue, listed) for tongue, listed in _CARDINALS.items()}


@dataclass(frozen=True, slots=True)
class Number:
    """A number where it stands, and its value: digits, with a point before decimals."""

    start: int
    end: int
    value: str


def numbers(text: str, tongue: str) -> list[Number]:
    """The numbers of a text in digits, and in words those to twelve and twenty but one."""
    digits = (Number(*found.span(), _value(found.group(), tongue)) for found in _DIGITS.finditer(text))
    return sorted([*digits, *_in_words(text, tongue)], key=lambda number: number.start)


def list_numbers(text: str) -> set[int]:
    """Where the numbers of a numbered list stand; they state nothing."""
    return {found.start(1) for found in _NUMBERING.finditer(text)}


def _in_words(text: str, tongue: str) -> Iterator[Number]:
    found = [*spans(text), (len(text), len(text), "")]
    for (start, end, word), (_, _, following) in itertools.pairwise(found):
        value = _WORDS[tongue].get(fold(word, tongue))
        beside = {text[start - 1 : start], text[end : end + 1]}
        if value and following not in _MULTIPLIED and not beside & _HYPHENS:
            yield Number(start, end, value)


def _value(token: str, tongue: str) -> str:
    token = _GAPS.sub("", token)
    group = "," if tongue == "en" else "."
    if _GROUPED[group].fullmatch(token):
        token = token.replace(group, "")
    elif not _PLAIN.fullmatch(token):
        return token
    whole, _, part = token.replace(",", ".").partition(".")
    return ".".join(filter(None, (whole.lstrip("0") or "0", part.rstrip("0"))))
