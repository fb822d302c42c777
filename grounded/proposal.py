"""What is proposed for a question that was asked without picks; nothing of it is sent before it was agreed to."""

from typing import Final

from codex.callers import Caller
from codex.core.hits import Hit
from codex.core.inscriptions import Inscription
from codex.core.query import terms
from codex.results import Refusal
from codex.search import LONGEST_QUERY, search
from codex.usage_models import Face
from grounded.core import limits
from grounded.errors import AnswerError, Refused
from grounded.excerpts import Pick, text_of
from grounded.paragraphs import best_run, paragraphs

#: Inscriptions that are proposed at most, and the bytes of each.
MOST: Final = 5
_BYTES: Final = limits.SOURCES_BYTES // limits.SOURCES
#: An inscription is relevant when it holds at least one in so many of the question's telling words.
_ONE_IN: Final = 3


def propose(question: str, lang: str, caller: Caller | None) -> tuple[Pick, ...]:
    """The best passages for a question; counts as one search of the caller.

    The search looks at the first 1,000 characters. Raises AnswerError nothing_found, or Refused as the search does.
    """
    found = search(question[:LONGEST_QUERY], lang, caller, limit=MOST, face=str(Face.ASK))
    if isinstance(found, Refusal):
        raise Refused(found)
    wanted = len(terms(question[:LONGEST_QUERY], lang))
    relevant = [hit.inscription for hit in found.hits if _is_relevant(hit, wanted)]
    picks = tuple(_pick(one, question) for one in relevant if text_of(one))
    if not picks:
        raise AnswerError("nothing_found")
    return picks


def _is_relevant(hit: Hit, wanted: int) -> bool:
    return len({why.word for why in hit.why}) * _ONE_IN >= wanted


def _pick(inscription: Inscription, question: str) -> Pick:
    text = text_of(inscription)
    run = best_run(paragraphs(text, question, inscription.lang), text, _BYTES)
    return Pick(inscription.url, run.first, run.last)
