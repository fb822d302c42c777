"""What is agreed to before anything is sent: these bytes, to this receiver, by this caller, once (GRD-05)."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from codex.callers import Caller
from codex.core.tongues import tongue_of
from codex.quota import Allowance
from codex.store.edition import Edition
from grounded import budget, endpoint
from grounded.agreement import VALID, digest_of, token_for
from grounded.asked import Asked, mode_of, question_of
from grounded.core import limits
from grounded.core.config import AiConfig, HostClass
from grounded.core.errors import GroundedError, RequestError
from grounded.core.payload import payload
from grounded.core.question import AiMode, AiRequest, size_of
from grounded.errors import AnswerError
from grounded.excerpts import Excerpt, Excerpts, Pick, read_picks
from grounded.models import Consultation
from grounded.options import READER, GroundedOptions
from grounded.proposal import propose
from grounded.sources import sent_source
from grounded.states import State

#: How many requests of one caller are kept that nobody has agreed to yet.
OPEN: Final = 100


@dataclass(frozen=True, slots=True)
class Receiver:
    """Where it goes: the host, with its port if unusual, how far that is, and the model that reads it."""

    host: str
    host_class: HostClass
    model: str


@dataclass(frozen=True, slots=True)
class Size:
    """A part's bytes against its bound; `part` is question, excerpt, excerpts or request, `id` the excerpt's."""

    part: str
    size: int
    bound: int
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Everything that is shown before a reader agrees; without a receiver no model is asked and nothing leaves."""

    id: str
    token: str = field(repr=False)
    expires_at: datetime
    mode: AiMode
    question: str = field(repr=False)
    lang: str
    excerpts: tuple[Excerpt, ...] = field(repr=False)
    #: Whether the passages were proposed here rather than picked.
    is_proposed: bool
    receiver: Receiver | None
    body: bytes = field(repr=False)
    sha256: str
    sizes: tuple[Size, ...]
    keep_days: int
    #: The caller's answers of today; None when no model is asked.
    allowance: Allowance | None
    edition: Edition = field(repr=False)


def preview(caller: Caller, asked: Asked, options: GroundedOptions, *, now: datetime) -> Preview:
    """Make the request, keep it, and offer it for consent; contacts nothing but the archive's own shelf.

    Raises RequestError, AnswerError, Refused.
    """
    config = endpoint.working(options) if options.uses_model else None
    mode, question = mode_of(asked), question_of(asked)
    lang = _lang(asked, options)
    is_proposed = not asked.picks and mode is AiMode.QUESTION
    picks = propose(question, tongue_of(asked.lang) or lang, caller) if is_proposed else asked.picks
    found = read_picks(picks, question)
    request = AiRequest(mode, question, found.sources, lang)
    row = _kept(caller, request, found, config, now, is_proposed=is_proposed)
    return _shown(row, request, found, config, caller, options, now)


def _lang(asked: Asked, options: GroundedOptions) -> str:
    """The tongue of the answer; raises RequestError before the archive is searched for it."""
    lang = tongue_of(asked.lang) if options.answer_lang == READER else options.answer_lang
    if lang is None:
        raise RequestError("lang_invalid")
    return lang


def reopened(row: Consultation, caller: Caller, options: GroundedOptions, *, now: datetime) -> Preview:
    """What was shown before, once more, as long as nothing of it has changed; contacts nothing, counts nothing.

    Raises AnswerError consent_expired, receiver_changed or index_changed; Refused.
    """
    if row.made_at + VALID < now:
        raise AnswerError("consent_expired")
    config = endpoint.working(options) if options.uses_model else None
    if config is None or (config.receiver, config.model) != (row.receiver, row.model):
        raise AnswerError("receiver_changed")
    found = _found_again(row)
    request = AiRequest(AiMode(row.mode), row.question, found.sources, row.lang)
    return _shown(row, request, found, config, caller, options, now)


def _found_again(row: Consultation) -> Excerpts:
    """The same excerpts out of the archive as it is now."""
    picks = [Pick(kept["url"], kept["first"], kept["last"]) for kept in row.sources]
    try:
        found = read_picks(picks, row.question)
    except GroundedError:
        raise AnswerError("index_changed") from None
    if [sent_source(excerpt).as_dict() for excerpt in found.excerpts] != row.sources:
        raise AnswerError("index_changed")
    return found


def _shown(
    row: Consultation,
    request: AiRequest,
    found: Excerpts,
    config: AiConfig | None,
    caller: Caller,
    options: GroundedOptions,
    now: datetime,
) -> Preview:
    body = bytes(row.body)
    return Preview(
        id=row.pk,
        token=token_for(row, config),
        expires_at=row.made_at + VALID,
        mode=request.mode,
        question=row.question,
        lang=row.lang,
        excerpts=found.excerpts,
        is_proposed=row.is_proposed,
        receiver=Receiver(config.receiver, config.host_class, config.model) if config else None,
        body=body,
        sha256=row.body_sha256,
        sizes=_sizes(request, body),
        keep_days=options.grounded_keep_days,
        allowance=budget.standing(caller, options, now=now) if config else None,
        edition=found.edition,
    )


def forget_old(now: datetime) -> int:
    """Delete what nobody agreed to in time; returns how many there were."""
    return Consultation.objects.filter(state=State.PREVIEWED, made_at__lt=now - VALID).only("pk").delete()[0]


def _kept(
    caller: Caller,
    request: AiRequest,
    found: Excerpts,
    config: AiConfig | None,
    now: datetime,
    *,
    is_proposed: bool,
) -> Consultation:
    body = payload(request, config) if config else b""
    forget_old(now)
    _forget_open(caller)
    return Consultation.objects.create(
        owner_kind=caller.kind,
        owner_key=caller.key,
        mode=request.mode.value,
        question=request.question or "",
        lang=request.lang,
        is_proposed=is_proposed,
        sources=[sent_source(excerpt).as_dict() for excerpt in found.excerpts],
        body=body,
        body_sha256=digest_of(body),
        receiver=config.receiver if config else "",
        host_class=config.host_class if config else "",
        model=config.model if config else "",
        archive_digest=found.edition.digest,
        archive_at=found.edition.fetched_at,
        made_at=now,
    )


def _forget_open(caller: Caller) -> None:
    """Keep a caller's newest open ones only, so that asking to see costs no room without end."""
    own = Consultation.objects.filter(owner_kind=caller.kind, owner_key=caller.key, state=State.PREVIEWED)
    oldest_kept = own.order_by("-made_at").values_list("made_at", flat=True)[OPEN - 2 : OPEN - 1].first()
    if oldest_kept:
        # By age and not by what was just seen: another tab may keep one between this line and the last.
        own.filter(made_at__lt=oldest_kept).only("pk").delete()


def _sizes(request: AiRequest, body: bytes) -> tuple[Size, ...]:
    texts = [(source.id, size_of(source.text)) for source in request.sources]
    whole = (Size("request", len(body), limits.PAYLOAD_BYTES),) if body else ()
    return (
        Size("question", size_of(request.question or ""), limits.QUESTION_BYTES),
        *(Size("excerpt", size, limits.SOURCE_BYTES, name) for name, size in texts),
        Size("excerpts", sum(size for _, size in texts), limits.SOURCES_BYTES),
        *whole,
    )
