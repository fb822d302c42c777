"""What to try when nothing was found: only words that stand in the archive (PAGE-01)."""

import itertools
from collections.abc import Iterable

from codex.core.query import MOST_STEMS, terms
from codex.core.ranking import Index
from codex.core.words import words

#: How many corrected queries and single words are offered.
MOST = 3


def spellings(index: Index, query: str, lang: str) -> tuple[str, ...]:
    """Whole queries with each unknown word replaced by the archive's most similar one, the asked tongue's first."""
    tongues = sorted(index.partitions, key=lambda tongue: tongue != lang)
    written = words(query)[:MOST_STEMS]
    corrected = dict.fromkeys(_corrected(index, written, tongue) for tongue in tongues)
    return tuple(one for one in corrected if one and one != " ".join(written))[:MOST]


def fewer_words(index: Index, query: str, lang: str) -> tuple[tuple[str, int], ...]:
    """Single words of the query that find something alone, with how much."""
    single = ((term.word, index.search(term.word, lang, 1).total) for term in terms(query, lang))
    return tuple(itertools.islice((pair for pair in single if pair[1]), MOST))


def _corrected(index: Index, written: Iterable[str], tongue: str) -> str:
    partition = index.partitions[tongue]
    known, lexicon = partition.postings.forms, partition.lexicon
    replaced = [word if word in known else lexicon.closest(word) for word in written]
    return " ".join(word for word in replaced if word)
