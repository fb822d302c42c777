"""Peculiarities of the raw text that the doctor tells of; the sanitiser has removed them from what is shown."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from codex.core.fields import Fields

_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
_ENTITY: Final = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")
_MARKDOWN: Final = re.compile(r"\]\([^()\s]{1,500}\)|^##{1,5} \S|\*\*\w[^*\n]{0,200}\*\*", re.MULTILINE)
_FRONT_MATTER: Final = re.compile(r"\s*(?:---|\+\+\+)\s+[\w-]+\s*[:=]")
#: UTF-8 that was read as Latin-1 or Windows-1252 (Ã¼, â€™, Ð°), or was replaced.
_MOJIBAKE: Final = re.compile("[ÃÂÐÑ][\u0080-\u00bf]|â(?:\u0080|€)|\ufffd")
#: A body within so many characters of the longest may have been cut there; white space at the end is often trimmed.
_CUT_MARGIN: Final = 3
_CUT_LEAST: Final = 3


def traits_of(fields: Fields) -> Iterator[str]:
    """The codes that fit one entry; codex.core.doctor says them in words."""
    texts = (fields.title, fields.summary, fields.body)
    if any(map(_TAG.search, texts)):
        yield "markup"
    if any(map(_ENTITY.search, texts)):
        yield "entities"
    if any(map(_MOJIBAKE.search, texts)):
        yield "mojibake"
    if not all(unicodedata.is_normalized("NFC", text) for text in texts):
        yield "decomposed"
    if any(map(_MARKDOWN.search, texts)):
        yield "markdown"
    if _FRONT_MATTER.match(fields.summary) or _FRONT_MATTER.match(fields.body):
        yield "front_matter"
    if fields.cut_character:
        yield "cut_character"


def cut_bodies(lengths: Counter[int]) -> Mapping[str, int]:
    """How many bodies end at (nearly) the same greatest length, and that length; empty when they do not."""
    longest = max(lengths, default=0)
    cut = sum(count for length, count in lengths.items() if longest - _CUT_MARGIN <= length)
    several = cut >= _CUT_LEAST and 10 * cut >= lengths.total()
    return {"cut_bodies": cut, "cut_at": longest} if several else {}
