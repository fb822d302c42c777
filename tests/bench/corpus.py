"""Archives of any size for measuring, the same every time, and queries that meet them."""

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

TONGUES: Final = ("en", "de", "eo", "no", "uk")
_FORMS: Final = 20_000
_SYLLABLES: Final = {
    "en": "ka tor lem is vor an del ri mo sta qui ble fen ash ward pel",
    "de": "gru ber schen wal ück tor heim gen lau faß dor ver stel rin mök ung",
    "eo": "lu mo ĉar ŝip vor tegi bla nko rivo suno arbo ĝar kre fla mi ton",
    "no": "fjor dag sel våg hus bro stein øy lund kve ås nes vik tun mo gar",
    "uk": "ва ри ко зем ля міс то дум сто ро жа віт ер пла мен гора",
}


def words_of(tongue: str) -> list[str]:
    """A tongue's word forms, the commonest first."""
    chance, syllables = random.Random(f"words {tongue}"), _SYLLABLES[tongue].split()
    forms: dict[str, None] = {}
    while len(forms) < _FORMS:
        forms["".join(chance.choices(syllables, k=chance.choice((2, 3, 3, 4))))] = None
    return list(forms)


class Text:
    """Running text of one tongue: few words are common, most are rare."""

    def __init__(self, tongue: str) -> None:
        self._words = words_of(tongue)
        self._often = list(itertools.accumulate(1 / (rank + 3) for rank in range(_FORMS)))

    def drawn(self, chance: random.Random, count: int) -> str:
        """So many words."""
        return " ".join(chance.choices(self._words, cum_weights=self._often, k=count))


def entries(count: int) -> Iterator[dict[str, str]]:
    """So many inscriptions, the tongues in equal parts."""
    chance, texts = random.Random(count), {tongue: Text(tongue) for tongue in TONGUES}
    for number in range(count):
        tongue = TONGUES[number % len(TONGUES)]
        text = texts[tongue]
        yield {
            "title": text.drawn(chance, chance.randint(3, 8)),
            "summary": text.drawn(chance, chance.randint(20, 40)),
            "content": text.drawn(chance, chance.randint(60, 300)),
            "collection": f"Shelf {number % 12}",
            "url": f"/{tongue}/inscription-{number}/",
        }


def write_archive(file: Path, count: int) -> Path:
    """Write an index of so many inscriptions, one at a time."""
    with file.open("w", encoding="utf-8") as written:
        for number, entry in enumerate(entries(count)):
            written.write(("," if number else "[") + json.dumps(entry, ensure_ascii=False))
        written.write("]")
    return file


def queries(count: int) -> list[tuple[str, str]]:
    """So many queries of one to four words, each with its tongue."""
    chance, texts = random.Random("queries"), {tongue: Text(tongue) for tongue in TONGUES}
    tongues = [TONGUES[number % len(TONGUES)] for number in range(count)]
    return [(texts[tongue].drawn(chance, chance.randint(1, 4)), tongue) for tongue in tongues]
