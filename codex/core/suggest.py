"""What to try when nothing was found: only words that stand in the archive (PAGE-01)."""

import itertools
from collections.abc import Sequence

from codex.core.nears import MOST_NEAR
from codex.core.query import MOST_STEMS, terms
from codex.core.ranking import Hits, Index
from codex.core.words import words

#: How many corrected queries and single words are offered.
MOST = 3


def spellings(index: Index, query: str, lang: str) -> tuple[str, ...]:
    """Whole queries with unknown words replaced by the archive's most similar ones, the asked tongue's first.

    The first 8 unknown words are; further ones are left out.
    """
    tongues = sorted(index.partitions, key=lambda tongue: tongue != lang)
    written = words(query)[:MOST_STEMS]
    corrected = dict.fromkeys(_corrected(index, written, tongue) for tongue in tongues)
    return tuple(one for one in corrected if one and one != " ".join(written))[:MOST]


def lacking(hits: Hits, query: str, lang: str) -> tuple[str, ...]:
    """The words of a query that the hits' tongue lacks, though others of it were found as they are."""
    if hits.match != "exact" or hits.fallback:
        return ()
    known = {matched.word for found in hits.found for matched in found.matched}
    return tuple(term.word for term in terms(query, lang) if term.word not in known)


def corrected(index: Index, query: str, lang: str) -> str:
    """The query with the words that the tongue lacks replaced by its most similar ones; empty when it has none."""
    written = words(query)[:MOST_STEMS]
    found = _corrected(index, written, lang)
    return "" if set(found.split()) <= set(written) else found


def fewer_words(index: Index, query: str, lang: str) -> tuple[tuple[str, int], ...]:
    """Single words among the query's first 8 that find something alone, with how much."""
    single = ((term.word, index.search(term.word, lang, 1).total) for term in terms(query, lang)[:MOST_NEAR])
    return tuple(itertools.islice((pair for pair in single if pair[1]), MOST))


def _corrected(index: Index, written: Sequence[str], tongue: str) -> str:
    partition = index.partitions[tongue]
    unknown = [word for word in written if not partition.holds(word)]
    closest = {word: partition.near_words.closest(word) for word in unknown[:MOST_NEAR]}
    replaced = (closest.get(word, "") if word in unknown else word for word in written)
    return " ".join(word for word in replaced if word)
