"""Small archives for the tests of the ranking: written by hand, and at random in all five tongues."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hypothesis import strategies as st

from codex.core.archive import Inscription
from codex.core.ranking import Hits
from codex.core.tongues import TONGUES

#: Spellings and inflections of one word a line; words of different lines are far apart, so that none is near another.
WORDS: Final = {
    "en": (("lantern", "lanterns", "LANTERN"), ("gate", "gates"), ("river",), ("café", "cafe"), ("C++",)),
    "de": (("Straße", "strasse", "Strassen"), ("Häuser", "Haeuser", "Haus"), ("Glocke", "Glocken"), ("Turm",)),
    "eo": (("ŝipo", "sxipo", "shipo", "ŝipojn"), ("ĉevalo", "cxevalo"), ("urbo", "urboj"), ("lampo",)),
    "no": (("båt", "baat", "båten"), ("sjø", "sjo", "sjoe"), ("fyrtårn", "fyrtaarn"), ("hest",)),
    "uk": (("ґанок", "ганок", "ґанку"), ("об'єкт", "об’єкти", "обєкт"), ("річка", "річки"), ("ліхтар",)),
}
STOPWORDS: Final = {
    "en": ("the", "of"),
    "de": ("der", "für", "fuer"),
    "eo": ("la", "kaj"),
    "no": ("og", "på"),
    "uk": ("і", "що"),
}
#: No archive holds it, nor anything near.
UNKNOWN: Final = "qqqqqqqqqqqqqqq"


def inscription(
    title: str = "",
    summary: str = "",
    body: str = "",
    *,
    lang: str = "en",
    collection: str = "",
    url: str = "",
    own_summary: bool = True,
) -> Inscription:
    """An inscription whose address is made from its title when none is given."""
    address = url or f"https://lore.example/{lang}/{title.replace(' ', '-')}/"
    return Inscription(title, summary, body, collection, address, lang, own_summary=own_summary and bool(summary))


def fillers(count: int, *, lang: str = "en", word: str = "filler") -> list[Inscription]:
    """So many inscriptions that hold nothing that is looked for."""
    return [inscription(f"{word} {number}", lang=lang) for number in range(count)]


def urls(hits: Hits) -> list[str]:
    """The addresses of a page of hits, best first."""
    return [hit.url for hit in hits]


def scored(hits: Hits) -> list[tuple[str, float]]:
    """Addresses with scores, best first."""
    return [(hit.url, hit.score) for hit in hits]


@dataclass(frozen=True, slots=True)
class Case:
    """A random archive and a query for it."""

    inscriptions: tuple[Inscription, ...]
    query: str
    lang: str


def cases() -> st.SearchStrategy[Case]:
    """Archives of 0 to 40 inscriptions in one to three tongues, on both sides of N = 16, with few different words."""
    return st.builds(_case, st.integers(0, 40), st.integers(1, 3), st.integers(0, 2**32))


def _case(size: int, tongues: int, seed: int) -> Case:
    rng = random.Random(seed)
    spoken = rng.sample(TONGUES, tongues)
    made = [_random(rng, rng.choice(spoken), number) for number in rng.sample(range(1000), size)]
    lang = rng.choice(spoken)
    if made and rng.random() < 0.3:
        return Case(tuple(made), rng.choice(made).title.upper(), lang)
    telling = rng.choices([*_spellings(lang), UNKNOWN], k=rng.randint(1, 4))
    return Case(tuple(made), " ".join([*telling, *rng.choices(STOPWORDS[lang], k=rng.randint(0, 2))]), lang)


def _random(rng: random.Random, lang: str, number: int) -> Inscription:
    title, summary, body = (_text(rng, lang, most) for most in (3, 4, 12))
    return inscription(
        title or rng.choice(_spellings(lang)),
        summary or body,
        body,
        lang=lang,
        collection=rng.choice(("lore", "guides", "")),
        url=f"https://lore.example/{lang}/{number}/",
        own_summary=bool(summary),
    )


def _text(rng: random.Random, lang: str, most: int) -> str:
    return " ".join(rng.choices([*_spellings(lang), *STOPWORDS[lang]], k=rng.randint(0, most)))


def _spellings(lang: str) -> Sequence[str]:
    return [spelling for group in WORDS[lang] for spelling in group]
