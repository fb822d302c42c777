"""The verdict on what came back: the same for a page, a receipt, and whoever checks one offline (GRD-04, GRD-07)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from grounded.core.citations import AnswerRejected, Cited, Draft, read_answer
from grounded.core.support import SentenceFacts, support_facts
from grounded.extract import extract
from grounded.sources import SentSource
from grounded.states import State


@dataclass(frozen=True, slots=True)
class Judgement:
    """A state, why there is no answer, which id was cited that was not sent; or the answer and facts about it."""

    state: State
    code: str = ""
    token: str = ""
    answer: Cited | Draft | None = field(default=None, repr=False)
    facts: tuple[SentenceFacts, ...] = field(default=(), repr=False)


def judged(
    state: State, code: str, reply: bytes | None, sources: Sequence[SentSource], question: str, lang: str
) -> Judgement:
    """Judge a reply, or make the extract again; where there is neither, what is known stands."""
    if state == State.EXTRACT:
        return _with_facts(State.EXTRACT, extract(sources, question), sources, lang)
    if reply is None:
        return Judgement(state, code)
    try:
        answer = read_answer(reply, (source.id for source in sources))
    except AnswerRejected as error:
        return Judgement(State.REJECTED, error.code, error.token)
    return _with_facts(State.CITED if isinstance(answer, Cited) else State.DRAFT, answer, sources, lang)


def _with_facts(state: State, answer: Cited | Draft, sources: Sequence[SentSource], lang: str) -> Judgement:
    facts = support_facts(answer, [source.passage for source in sources], lang=lang)
    return Judgement(state, answer=answer, facts=facts)
