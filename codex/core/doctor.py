"""The archive doctor: what an index is like, in plain words, for whoever publishes it."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median_low
from typing import Final

from codex.core.inscriptions import REASONS, Archive
from codex.core.remarks import Subject, entries, remarks_on
from codex.core.shapes import SHAPES
from codex.core.text import sanitize_external_text
from codex.core.tongues import ENGLISH_NAMES, TONGUES

_POSITIONS: Final = 5
_HEADER_CHARS: Final = 100
_FIELDS: Final = {
    "title": "title",
    "summary": "summary",
    "body": "body",
    "url": "link",
    "collection": "collection",
    "lang": "tongue",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """How the bytes came here: status and headers as the server sent them, sizes in bytes, age in seconds."""

    status: int | None = None
    etag: str = ""
    last_modified: str = ""
    age_seconds: int | None = None
    wire_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Loss:
    """Entries dropped for one reason (a code of REASONS), with the places of the first few."""

    reason: str
    count: int
    positions: tuple[int | str, ...]
    #: Titles or links of the first few that have one.
    examples: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was found."""

    shape: str
    fields: Mapping[str, Mapping[str, int]]
    kept: int
    losses: tuple[Loss, ...]
    tongues: Mapping[str, int]
    data_bytes: int
    max_bytes: int
    #: Characters of the middle and of the longest body.
    middle_body: int
    longest_body: int
    generated: str
    #: The first inscription's link, to be tried.
    sample_url: str
    remarks: tuple[str, ...]
    origin: Origin | None = None


def examine(archive: Archive, *, data_bytes: int, max_bytes: int, origin: Origin | None = None) -> Report:
    """Look an archive over: `data_bytes` is the size of its index, `max_bytes` the limit for it (codex-max-bytes)."""
    kept = archive.inscriptions
    lengths = [len(inscription.body) for inscription in kept if inscription.body] or [0]
    tongues = Counter(inscription.lang for inscription in kept)
    return Report(
        shape=archive.shape,
        fields=archive.fields,
        kept=len(kept),
        losses=_losses(archive),
        tongues={tongue: tongues[tongue] for tongue in TONGUES if tongues[tongue]},
        data_bytes=data_bytes,
        max_bytes=max_bytes,
        middle_body=median_low(lengths),
        longest_body=max(lengths),
        generated=archive.generated,
        sample_url=kept[0].url if kept else "",
        remarks=remarks_on(Subject(archive, data_bytes, max_bytes)),
        origin=origin,
    )


def report_lines(report: Report) -> list[str]:
    """The report as lines of plain text."""
    lines = [f"Shape: {SHAPES[report.shape].words}."]
    if report.origin:
        lines += _origin_lines(report.origin)
    lines += [_size_line(report), f"Made: {report.generated or 'the index does not say when'}."]
    lines += _field_lines(report.fields)
    lines += _count_lines(report)
    lines += [f"Remark: {remark}" for remark in report.remarks]
    return lines


def _losses(archive: Archive) -> tuple[Loss, ...]:
    places: defaultdict[str, list[int | str]] = defaultdict(list)
    labels: defaultdict[str, list[str]] = defaultdict(list)
    for dropped in archive.dropped:
        places[dropped.reason].append(dropped.position)
        labels[dropped.reason] += [dropped.label] if dropped.label else []
    losses = (
        Loss(reason, len(found), tuple(found[:_POSITIONS]), tuple(labels[reason][:_POSITIONS]))
        for reason, found in places.items()
    )
    return tuple(sorted(losses, key=lambda loss: -loss.count))


def _origin_lines(origin: Origin) -> Iterator[str]:
    facts = (
        f"status {origin.status}" if origin.status is not None else "",
        f"ETag {sanitize_external_text(origin.etag, _HEADER_CHARS)}" if origin.etag else "",
        f"Last-Modified {sanitize_external_text(origin.last_modified, _HEADER_CHARS)}" if origin.last_modified else "",
        _age(origin.age_seconds) if origin.age_seconds is not None else "",
        f"{origin.wire_bytes:,} bytes on the wire" if origin.wire_bytes is not None else "",
    )
    yield f"Fetch: {', '.join(filter(None, facts)) or 'nothing is known'}."
    if not origin.etag and not origin.last_modified:
        yield "Fetch: without ETag and Last-Modified the whole file is read anew each time."


def _age(seconds: int) -> str:
    """In seconds, and in the largest unit of which there are two."""
    units = ((86_400, "days"), (3_600, "hours"), (60, "minutes"))
    spans = (f"{seconds // size:,} {name}" for size, name in units if seconds >= 2 * size)
    return f"age in seconds {seconds:,} ({next(spans, f'{max(seconds, 0)} seconds')})"


def _size_line(report: Report) -> str:
    share = report.data_bytes / report.max_bytes
    return f"Size: {report.data_bytes:,} of {report.max_bytes:,} bytes ({share:.1%})."


def _field_lines(fields: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    for kind, ours in _FIELDS.items():
        names = Counter(fields.get(kind, {})).most_common()
        told = ", ".join(f"{name} ({count:,})" for name, count in names)
        yield f"Field: {ours} ← {told or 'nothing'}"


def _count_lines(report: Report) -> Iterator[str]:
    dropped = sum(loss.count for loss in report.losses)
    yield f"Kept: {entries(report.kept)}; dropped: {dropped:,}."
    for loss in report.losses:
        more = ", …" if loss.count > len(loss.positions) else ""
        places = ", ".join(map(str, loss.positions))
        yield f"Dropped: {loss.count:,} × {REASONS[loss.reason]} ({loss.reason}; at {places}{more})"
    if report.kept:
        yield f"Tongues: {', '.join(f'{ENGLISH_NAMES[tongue]} {count:,}' for tongue, count in report.tongues.items())}."
        yield f"Bodies: {report.middle_body:,} characters in the middle, {report.longest_body:,} at most."
        yield f"First link: {report.sample_url}"
