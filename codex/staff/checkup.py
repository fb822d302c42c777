"""One look at an archive without keeping anything: how it was read, and what the doctor says."""

import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from django.utils import timezone

from codex.core.archive import Archive, survey_archive
from codex.core.doctor import Origin, Report, examine, report_lines
from codex.core.errors import ArchiveError, FetchError
from codex.core.jsonsafe import whereabouts
from codex.core.options import CodexOptions
from codex.store import origin
from codex.store.edition import Copy, read_archive


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkup:
    """What was found, and how long reading and parsing took, in seconds."""

    report: Report
    reading: float
    parsing: float

    @property
    def is_usable(self) -> bool:
        """Whether there is anything to search."""
        return self.report.kept > 0

    def lines(self) -> list[str]:
        """The whole in plain words."""
        return [*report_lines(self.report), f"Time: {self.reading:.2f} s to read, {self.parsing:.2f} s to parse."]

    def as_dict(self) -> dict[str, Any]:
        """The whole for a program."""
        return {"usable": self.is_usable, "reading": self.reading, "parsing": self.parsing, **asdict(self.report)}


def check_archive(options: CodexOptions) -> Checkup:
    """Read and examine the archive the settings name (raises GuardError, FetchError, ArchiveError)."""
    begun = time.perf_counter()
    copy = origin.read(options, timezone.now())
    if copy is None:
        raise FetchError("fetch_status")  # "not modified", though nothing was known
    read = time.perf_counter()
    archive = _surveyed(copy.data, options)
    parsed = time.perf_counter()
    report = examine(
        archive, data_bytes=len(copy.data), max_bytes=options.codex_max_bytes, origin=_origin(copy, timezone.now())
    )
    return Checkup(report=report, reading=read - begun, parsing=parsed - read)


def _surveyed(data: bytes, options: CodexOptions) -> Archive:
    try:
        return read_archive(data, options, parse=survey_archive)
    except ArchiveError as error:
        code = error.code
    raise ArchiveError(code, place=whereabouts(data) if code == "archive_not_json" else "")


def _origin(copy: Copy, now: datetime) -> Origin | None:
    if copy.source == "file":
        return None
    return Origin(
        status=200,
        etag=copy.etag,
        last_modified=copy.last_modified,
        age_seconds=_age(copy.last_modified, now),
        wire_bytes=copy.wire_bytes,
    )


def _age(last_modified: str, now: datetime) -> int | None:
    try:
        made = parsedate_to_datetime(last_modified)
    except ValueError:
        return None
    return int((now - (made if made.tzinfo else made.replace(tzinfo=UTC))).total_seconds())
