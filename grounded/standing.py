"""A consultation as every face tells it: its state, what was sent, what came back, and what can be checked (GRD-06)."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from grounded.core import limits
from grounded.core.citations import Cited, Draft
from grounded.core.question import AiMode
from grounded.core.support import SentenceFacts
from grounded.errors import reason_of
from grounded.judgement import judged
from grounded.models import Consultation
from grounded.options import GroundedOptions
from grounded.sources import SentSource, stored_source
from grounded.states import ENDED, WRITTEN, State

#: How long a call may take.
PATIENCE: Final = timedelta(seconds=limits.SECONDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """One line of a caller's list of answers."""

    id: str
    state: State
    code: str
    mode: AiMode
    question: str = field(repr=False)
    made_at: datetime
    model: str
    keep_until: datetime
    is_kept: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """All that is known of one consultation; times are aware.

    `answer` is there in the states cited, draft and extract, with `facts` about each of its sentences. `code` says why
    there is none, `token` which id the answer cited that was not sent.
    """

    id: str
    state: State
    code: str
    token: str = ""
    mode: AiMode
    question: str = field(repr=False)
    lang: str
    sources: tuple[SentSource, ...] = field(repr=False)
    answer: Cited | Draft | None = field(default=None, repr=False)
    facts: tuple[SentenceFacts, ...] = field(default=(), repr=False)
    #: Where it went and who read it; empty when no model was asked.
    receiver: str
    host_class: str
    model: str
    body: bytes = field(repr=False)
    body_sha256: str
    reply: bytes | None = field(default=None, repr=False)
    upstream: int | None
    seconds: float | None
    archive_digest: str
    archive_at: datetime
    made_at: datetime
    sent_at: datetime | None
    ended_at: datetime | None
    keep_until: datetime
    #: Whether its owner wants it kept longer, and until when it would be; None where nobody can.
    is_kept: bool = False
    longer_until: datetime | None = None

    @property
    def sentence(self) -> str:
        """Why there is no answer, as a fixed sentence; empty when there is one or it may still come."""
        return reason_of(self.code).sentence if self.code else ""

    @property
    def is_ended(self) -> bool:
        """Whether nothing changes any more."""
        return self.state in ENDED

    @property
    def is_retryable(self) -> bool:
        """Whether asking again may help; it shows again what is sent, and takes another use."""
        return bool(self.code) and reason_of(self.code).retryable

    @property
    def ai_generated(self) -> bool:
        """Whether there are words of a model here, shown or withheld."""
        return self.state in WRITTEN or self.reply is not None

    @property
    def deadline(self) -> datetime | None:
        """When the wait ends at the latest."""
        return self.sent_at + PATIENCE if self.sent_at else None

    @property
    def cited(self) -> tuple[SentSource, ...]:
        """The sources that the answer cites, in the order of their ids."""
        return tuple(source for source in self.sources if self.answer and source.id in self.answer.citations)

    @property
    def uncited(self) -> tuple[SentSource, ...]:
        """The sources that were sent and not cited."""
        return tuple(source for source in self.sources if source not in self.cited)


def standing_of(row: Consultation, options: GroundedOptions) -> Standing:
    """Read a row; a reply is judged anew, so that what is shown is what passes now."""
    sources = tuple(stored_source(kept) for kept in row.sources)
    reply = None if row.reply is None else bytes(row.reply)
    found = judged(State(row.state), row.code, reply, sources, row.question, row.lang)
    return Standing(
        id=row.pk,
        state=found.state,
        code=found.code,
        token=found.token,
        mode=AiMode(row.mode),
        question=row.question,
        lang=row.lang,
        sources=sources,
        answer=found.answer,
        facts=found.facts,
        receiver=row.receiver,
        host_class=row.host_class,
        model=row.model,
        body=bytes(row.body),
        body_sha256=row.body_sha256,
        reply=reply,
        upstream=row.upstream,
        seconds=row.seconds,
        archive_digest=row.archive_digest,
        archive_at=row.archive_at,
        made_at=row.made_at,
        sent_at=row.sent_at,
        ended_at=row.ended_at,
        keep_until=keep_until(row, options, longer=row.is_kept),
        is_kept=row.is_kept,
        longer_until=keep_until(row, options, longer=True) if options.can_keep_longer else None,
    )


def keep_until(row: Consultation, options: GroundedOptions, *, longer: bool) -> datetime:
    """When a consultation goes, if its owner wants it kept `longer` or not."""
    return (row.ended_at or row.made_at) + timedelta(days=options.days_kept(longer=longer))


def brief_of(row: Consultation, options: GroundedOptions) -> Brief:
    """A row as a line of a list."""
    return Brief(
        id=row.pk,
        state=State(row.state),
        code=row.code,
        mode=AiMode(row.mode),
        question=row.question,
        made_at=row.made_at,
        model=row.model,
        keep_until=keep_until(row, options, longer=row.is_kept),
        is_kept=row.is_kept,
    )
