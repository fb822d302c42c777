"""From picked inscriptions to the excerpts that are sent; nothing is cut without being told (GRD-02, GRD-05)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from codex.core.inscriptions import Inscription
from codex.results import Reading, Refusal
from codex.search import inscriptions
from codex.store.edition import Edition
from grounded.core import limits
from grounded.core.errors import RequestError
from grounded.core.question import AiSource
from grounded.errors import AnswerError, Refused
from grounded.paragraphs import Paragraph, Run, best_run, paragraphs, run_text

_ELLIPSIS: Final = "…"


@dataclass(frozen=True, slots=True)
class Pick:
    """An inscription by its link, and perhaps the run of its paragraphs, first to last, that is to be sent."""

    url: str
    first: int | None = None
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What is sent of one inscription: paragraphs `first` to `last` of all its `paragraphs`, as one source."""

    source: AiSource
    lang: str
    collection: str
    #: The whole title.
    title: str
    first: int
    last: int
    paragraphs: tuple[Paragraph, ...]

    @property
    def url(self) -> str:
        """The inscription's link."""
        return self.source.location or ""

    @property
    def is_whole(self) -> bool:
        """Whether nothing of the inscription's text is left out."""
        return (self.first, self.last) == (1, len(self.paragraphs))

    @property
    def is_title_cut(self) -> bool:
        """Whether the title was too long to be sent whole; what is sent then ends in an ellipsis."""
        return self.source.title != self.title

    @property
    def size(self) -> int:
        """The text's bytes."""
        return len(self.source.text.encode())


@dataclass(frozen=True, slots=True)
class Excerpts:
    """All excerpts of one request, and the edition of the archive that they are from."""

    excerpts: tuple[Excerpt, ...]
    edition: Edition

    @property
    def sources(self) -> tuple[AiSource, ...]:
        """What the request is made of."""
        return tuple(excerpt.source for excerpt in self.excerpts)


@dataclass(frozen=True, slots=True)
class _Picked:
    pick: Pick
    inscription: Inscription
    text: str
    pieces: tuple[Paragraph, ...]

    @property
    def size(self) -> int:
        return len(self.text.encode())

    def given(self) -> Run | None:
        """The run that was asked for; None when it is ours to choose."""
        if self.pick.first is None:
            return None
        last = self.pick.first if self.pick.last is None else self.pick.last
        if not 1 <= self.pick.first <= last <= len(self.pieces):
            raise AnswerError("passage_invalid")
        return Run(self.pick.first, last)

    def chosen(self, share: int) -> Run:
        return Run(1, len(self.pieces)) if share == self.size else best_run(self.pieces, self.text, share)

    def excerpt(self, name: str, run: Run) -> Excerpt:
        one, text = self.inscription, run_text(self.text, self.pieces, run)
        source = AiSource(name, _short_title(one.title), text, one.url)
        return Excerpt(source, one.lang, one.collection, one.title, run.first, run.last, self.pieces)


def text_of(inscription: Inscription) -> str:
    """What can be quoted of an inscription: its text, or its summary when it has none."""
    return inscription.body or inscription.summary


def read_picks(picks: Sequence[Pick], question: str) -> Excerpts:
    """The excerpts of 1–8 picks: whole where they fit, else the run of paragraphs that fits the question best.

    Raises RequestError, AnswerError inscription_missing or passage_invalid, Refused while the archive is out of reach.
    """
    if not 1 <= len(picks) <= limits.SOURCES or len({pick.url for pick in picks}) < len(picks):
        raise RequestError("sources_count")
    reading = read(pick.url for pick in picks)
    if reading.missing:
        raise AnswerError("inscription_missing")
    picked = [_picked(pick, one, question) for pick, one in zip(picks, reading.inscriptions, strict=True)]
    named = zip(picked, _runs(picked), strict=True)
    excerpts = tuple(one.excerpt(f"s{number}", run) for number, (one, run) in enumerate(named, 1))
    return Excerpts(excerpts, reading.edition)


def read(urls: Iterable[str], *, latest: bool = False) -> Reading:
    """Inscriptions by their links, `latest` as any process has them; raises Refused without an archive."""
    found = inscriptions(urls, latest=latest)
    if isinstance(found, Refusal):
        raise Refused(found)
    return found


def still_hold(sources: Iterable[AiSource]) -> bool:
    """Whether the archive, as the last process read it, has each source's inscription, and its text the excerpt.

    Raises Refused.
    """
    wanted = {source.location or "": source.text for source in sources}
    held = {one.url: text_of(one) for one in read(wanted, latest=True).inscriptions}
    return all(text in held.get(url, "") for url, text in wanted.items())


def _picked(pick: Pick, inscription: Inscription, question: str) -> _Picked:
    text = text_of(inscription)
    if not text:
        raise RequestError("source_empty")
    return _Picked(pick, inscription, text, paragraphs(text, question, inscription.lang))


def _runs(picked: Sequence[_Picked]) -> list[Run]:
    """What is sent of each: what was asked for, or what its share of the bytes that are left holds best."""
    runs = [one.given() for one in picked]
    pairs = list(zip(picked, runs, strict=True))
    taken = sum(len(run_text(one.text, one.pieces, run).encode()) for one, run in pairs if run)
    ours = [one for one, run in pairs if run is None]
    shares = _shares([one.size for one in ours], max(0, limits.SOURCES_BYTES - taken))
    chosen = iter([one.chosen(share) for one, share in zip(ours, shares, strict=True)])
    return [run or next(chosen) for run in runs]


def _shares(sizes: Sequence[int], total: int) -> list[int]:
    """Bytes for each: small ones whole; what those leave goes to the larger ones in equal parts."""
    shares = [0] * len(sizes)
    smallest_first = sorted(range(len(sizes)), key=lambda place: sizes[place])
    for done, place in enumerate(smallest_first):
        shares[place] = min(sizes[place], total // (len(sizes) - done), limits.SOURCE_BYTES)
        total -= shares[place]
    return shares


def _short_title(title: str) -> str:
    if len(title.encode()) <= limits.TITLE_BYTES:
        return title
    room = limits.TITLE_BYTES - len(_ELLIPSIS.encode())
    return title.encode()[:room].decode(errors="ignore").rstrip() + _ELLIPSIS
