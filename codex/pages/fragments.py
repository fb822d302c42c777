"""Links that lead to words: browsers that know text fragments scroll to them and mark them (WICG, scroll to text)."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

from codex.core.hits import Part

#: More would only make the link long.
_MOST: Final = 4


def to_words(url: str, *texts: Iterable[Part]) -> str:
    """The link with the marked words of the first text that has any, each once; as it was when none has."""
    marked = next((found for text in texts if (found := _marked(text))), ())
    if not marked:
        return url
    return f"{url}{'' if '#' in url else '#'}:~:{'&'.join(f'text={_escaped(word)}' for word in marked)}"


def _marked(text: Iterable[Part]) -> tuple[str, ...]:
    words = {part.text.casefold(): part.text for part in text if part.marked}
    return tuple(words.values())[:_MOST]


def _escaped(word: str) -> str:
    """A hyphen and a comma mean something of their own in there."""
    return quote(word, safe="").replace("-", "%2D")
