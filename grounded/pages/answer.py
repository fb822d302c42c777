"""The page of one consultation, in whichever state it is (GRD-06)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.text import Truncator
from django.utils.translation import gettext, gettext_noop, ngettext

from codex.core.tongues import UI_CODES
from codex.pages import wording
from grounded.answer import Standing
from grounded.asking import Asking, asking_again
from grounded.core import limits
from grounded.labels import label_of
from grounded.pages.fields import REASONS, STEPS, Text, clock, excerpts, second
from grounded.pages.ledger import LIMITS, Line, ledger
from grounded.pages.sources import ShownSource, shown_sources
from grounded.pages.spoken import Piece, spoken
from grounded.states import State

TITLE_CHARS: Final = 80
#: The wait is drawn from one of these seconds on.
_STEP: Final = 5
#: Why an answer is rejected although the model wrote one.
_ABOUT_CITING: Final = frozenset({"unknown_id", "mismatch"})
_MEANING: Final[Mapping[State, str]] = {
    State.REJECTED: gettext_noop(
        "An answer that breaks the rules of citing cannot be trusted in its other lines either; its text is withheld."
    ),
    State.TIMED_OUT: gettext_noop("The limit is 45 seconds. Nothing is sent again by itself."),
    State.ENDPOINT_FAILED: gettext_noop("Nothing is sent again by itself."),
    State.CANCELLED: gettext_noop("What was sent stays sent and counts as one answer; nobody waits for it any more."),
    State.INTERRUPTED: gettext_noop("It counts as one answer. Nothing is sent again by itself."),
    State.INDEX_CHANGED: gettext_noop("Nothing was sent, and nothing was counted."),
    State.PREVIEWED: gettext_noop("Nobody has agreed to it, so nothing was sent."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerPage:
    """What every state shows, and what only those with an answer do; `asking` asks the same again."""

    id: str
    state: str
    code: str
    heading: str
    title: str
    question: str
    lang: str
    asking: Asking
    label: str
    model: str
    receiver: str
    why: tuple[str, ...]
    notices: tuple[str, ...]
    paragraphs: tuple[tuple[Piece, ...], ...]
    cited: tuple[ShownSource, ...]
    idle: tuple[ShownSource, ...]
    ledger: tuple[Line, ...]
    to_look_at: str
    limits: tuple[Text, ...]
    receipt: tuple[tuple[str, str], ...]
    sha256: str
    reasons: Mapping[str, Text]
    #: Whether it is kept longer than others, and until when it could be; empty where it cannot.
    kept: bool
    longer: str

    @property
    def is_draft(self) -> bool:
        """Whether the label stands above, below, in heading and title."""
        return self.state == State.DRAFT

    @property
    def is_extract(self) -> bool:
        """Whether the words are the archive's own."""
        return self.state == State.EXTRACT


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingPage:
    """While an answer is waited for: seconds gone by of all, and the classes that draw them."""

    id: str
    heading: str
    title: str
    reading: str
    question: str
    told: str
    sent: str
    elapsed: int
    seconds: int
    drawn_from: str


def answer_page(found: Standing) -> AnswerPage:
    """Make the page of a consultation that is not waited for."""
    cited, idle = shown_sources(found)
    # An extract's sentences are the sources' own: there is nothing to hold them against.
    facts = found.facts if found.ai_generated else ()
    lines = ledger(found.answer, facts, found.sources) if found.answer else ()
    titles = {source.id: source.sent.title for source in found.sources}
    return AnswerPage(
        id=found.id,
        state=found.state.value,
        code=found.code or found.state.value,
        heading=str(found.state.label),
        title=title(found),
        question=found.question.strip(),
        lang=UI_CODES[found.lang],
        asking=asking_again(found),
        label=label_of(found.state, found.model),
        model=found.model,
        receiver=found.receiver,
        why=tuple(why(found)),
        notices=tuple(_notices(found)),
        paragraphs=spoken(found.answer, facts, titles) if found.answer else (),
        cited=cited,
        idle=idle,
        ledger=lines,
        to_look_at=_to_look_at(found, lines),
        limits=LIMITS,
        receipt=tuple(_receipt(found)),
        sha256=found.body_sha256,
        reasons=REASONS,
        kept=found.is_kept,
        longer=_longer(found),
    )


def waiting_page(found: Standing, now: datetime) -> WaitingPage:
    """Make the page of one that is waited for."""
    sent, seconds = found.sent_at or now, int(limits.SECONDS)
    elapsed = min(seconds, max(0, int((now - sent).total_seconds())))
    told = {"sent": clock(sent), "until": clock(found.deadline or now)}
    size = ngettext("Sent %(bytes)s byte, once", "Sent %(bytes)s bytes, once", len(found.body))
    return WaitingPage(
        id=found.id,
        heading=gettext("Waiting for %(host)s") % {"host": found.receiver},
        title=gettext("Waiting for an answer"),
        reading=gettext("%(model)s is reading %(excerpts)s")
        % {"model": found.model, "excerpts": excerpts(len(found.sources))},
        question=found.question.strip(),
        told=gettext("Sent at %(sent)s. By %(until)s there is an answer here, or the reason why not.") % told,
        sent=size % {"bytes": wording.number(len(found.body))},
        elapsed=elapsed,
        seconds=seconds,
        drawn_from=f"at-{min(elapsed, seconds - 1) // _STEP * _STEP}",
    )


def title(found: Standing) -> str:
    """The state with the question; the label of a draft or an extract is part of it."""
    asked = Truncator(found.question.strip()).chars(TITLE_CHARS)
    told = {"state": found.state.label, "question": asked}
    return gettext("%(state)s: %(question)s") % told if asked else str(found.state.label)


def why(found: Standing) -> Iterator[str]:
    """Why there is no answer, and what that means."""
    if found.code:
        told = gettext(found.sentence)
        yield f"{told} (HTTP {found.upstream})" if found.upstream else told
    if found.token:
        ids = ", ".join(source.id for source in found.sources)
        yield gettext("It cites %(token)s. Only %(ids)s were sent.") % {"token": found.token, "ids": ids}
    if meaning := _meaning(found):
        yield gettext(meaning)


def _meaning(found: Standing) -> str:
    if found.state == State.REJECTED and found.code not in _ABOUT_CITING:
        return _MEANING[State.ENDPOINT_FAILED]
    if found.state == State.CANCELLED and found.sent_at is None:
        return _MEANING[State.INDEX_CHANGED]
    return _MEANING.get(found.state, "")


def _notices(found: Standing) -> Iterator[str]:
    if found.answer and "cut_short" in found.answer.warnings:
        yield gettext("The model stopped at its limit of length, so the end of the answer is missing.")


def _to_look_at(found: Standing, lines: tuple[Line, ...]) -> str:
    flagged, count = sum(line.flagged for line in lines), len(lines)
    if not (flagged and found.state == State.CITED):
        return ""
    sentence = ngettext(
        "%(flagged)d of %(count)d sentence to look at", "%(flagged)d of %(count)d sentences to look at", count
    )
    return sentence % {"flagged": flagged, "count": count}


def _receipt(found: Standing) -> Iterator[tuple[str, str]]:
    if found.sent_at:
        yield gettext("Sent"), _sent(found)
        yield gettext("Model"), found.model
        out = {"out": wording.number(len(found.body)), "back": wording.number(len(found.reply or b""))}
        yield gettext("Bytes"), gettext("%(out)s out, %(back)s back") % out
    else:
        yield gettext("Made"), second(found.made_at)
    if found.answer and found.answer.unwrapped:
        steps = ", ".join(str(STEPS[step]) for step in found.answer.unwrapped)
        yield gettext("Taken off"), steps
    yield gettext("Archive"), archive(found)
    yield gettext("Kept until"), gettext("%(day)s, unless you delete it") % {"day": wording.day(found.keep_until)}


def _longer(found: Standing) -> str:
    if not (found.is_ended and found.longer_until):
        return ""
    return gettext("Then it stays until %(day)s.") % {"day": wording.day(found.longer_until)}


def _sent(found: Standing) -> str:
    told = {"moment": second(found.sent_at or found.made_at), "host": found.receiver}
    if found.seconds is None:
        return gettext("%(moment)s, to %(host)s") % told
    told["seconds"] = wording.decimal(found.seconds, 1)
    return gettext("%(moment)s, to %(host)s; it took %(seconds)s s") % told


def archive(found: Standing) -> str:
    """Which copy of the archive the sources are from."""
    told = {"moment": wording.minute(found.archive_at), "digest": found.archive_digest[:12]}
    return gettext("as read on %(moment)s, SHA-256 %(digest)s…") % told
