"""An archive tried out for staff under settings that are not saved: what would be searched, and what would not."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from codex.core.doctor import Loss
from codex.core.errors import CodexError
from codex.core.inscriptions import REASONS
from codex.core.options import CodexOptions
from codex.pages import wording
from codex.staff.checkup import Checkup, check_archive
from codex.staff.failing import fact_lines, help_lines

Fact = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """How it went: the main facts with their names, and every line that the archive doctor prints."""

    is_usable: bool
    heading: str
    facts: tuple[Fact, ...] = ()
    lines: tuple[str, ...] = ()
    #: What was dropped: how many, why, where, and what a few of them are called.
    losses: tuple[tuple[int, str, str, tuple[str, ...]], ...] = ()
    remarks: tuple[str, ...] = ()


def try_archive(options: CodexOptions) -> Trial:
    """Read the archive these settings name; nothing is kept, counted or raised."""
    try:
        found = check_archive(options)
    except CodexError as error:
        return _failed(error, options)
    return Trial(
        is_usable=found.is_usable,
        heading=_heading(found),
        facts=_facts(found),
        lines=tuple(found.lines()),
        losses=tuple(
            (one.count, gettext(REASONS[one.reason]), _places(one), one.examples) for one in found.report.losses
        ),
        remarks=found.report.remarks,
    )


def _failed(error: CodexError, options: CodexOptions) -> Trial:
    told = {"sentence": gettext(error.sentence), "code": error.code}
    heading = gettext("This archive cannot be used. %(sentence)s (%(code)s)") % told
    return Trial(is_usable=False, heading=heading, lines=(*fact_lines(error, options), *help_lines(error, options)))


def _heading(found: Checkup) -> str:
    if not found.is_usable:
        return gettext("This archive can be read, but nothing in it could be searched.")
    told = {"inscriptions": wording.inscriptions(found.report.kept)}
    return gettext("This archive can be used: %(inscriptions)s.") % told


def _facts(found: Checkup) -> tuple[Fact, ...]:
    report = found.report
    tongues = (f"{wording.TONGUES[tongue]} {wording.number(count)}" for tongue, count in report.tongues.items())
    return (
        (gettext("Entries in each tongue"), ", ".join(tongues) or gettext("none")),
        *((gettext("Left out"), line) for line in list(_losses(found)) or [gettext("nothing")]),
        (gettext("Size"), _size(report.data_bytes, report.max_bytes)),
        (gettext("Time"), _time(found)),
    )


def _losses(found: Checkup) -> Iterator[str]:
    for loss in found.report.losses:
        told = {"count": wording.number(loss.count), "why": gettext(REASONS[loss.reason]), "places": _places(loss)}
        yield gettext("%(count)s × %(why)s At %(places)s") % told


def _places(loss: Loss) -> str:
    return ", ".join(map(str, loss.positions)) + (", …" if loss.count > len(loss.positions) else "")


def _size(size: int, limit: int) -> str:
    share = gettext("%(share)s%%") % {"share": wording.decimal(100 * size / limit, 1)}
    told = {"size": wording.number(size), "limit": wording.number(limit), "share": share}
    return gettext("%(size)s of %(limit)s bytes (%(share)s)") % told


def _time(found: Checkup) -> str:
    told = {"reading": wording.decimal(found.reading, 2), "parsing": wording.decimal(found.parsing, 2)}
    return gettext("%(reading)s s to read, %(parsing)s s to parse") % told
