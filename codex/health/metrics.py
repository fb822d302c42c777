"""Numbers for Prometheus, read from the database when they are asked for, so that all processes tell the same.

Other apps add functions that yield numbers of their own; this module knows none of the others.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.db.models import Sum

from codex import added
from codex.health.readiness import inspector
from codex.live import options
from codex.models import ArchiveSnapshot, BotToken, DailyUse
from codex.shelf import shelf


@dataclass(frozen=True, slots=True)
class Number:
    """One gauge; `values` maps the values of `labels` to numbers."""

    name: str
    help: str
    values: dict[tuple[str, ...], float]
    labels: tuple[str, ...] = field(default=())


Source = Callable[[], Iterable[Number]]


def numbers() -> Iterator[Number]:
    """All numbers as they are now (raises DatabaseError)."""
    for source in (_searches, _archive, _tokens, *added.numbers):
        yield from source()


def exposition() -> tuple[bytes, str]:
    """The text of the page and its type; raises ImportError without the extra `metrics`."""
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.exposition import CONTENT_TYPE_LATEST

    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Collector())
    return generate_latest(registry), CONTENT_TYPE_LATEST


class _Collector:
    """What prometheus_client asks."""

    def collect(self) -> Iterator[Any]:
        """Each number as the library's own value."""
        from prometheus_client.core import GaugeMetricFamily

        for number in numbers():
            gauge = GaugeMetricFamily(f"lumasite_{number.name}", number.help, labels=number.labels)
            for labels, value in sorted(number.values.items()):
                gauge.add_metric(labels, value)
            yield gauge


def _searches() -> Iterator[Number]:
    today = datetime.now(UTC).date()
    rows = DailyUse.objects.filter(day=today).values_list("kind").annotate(Sum("used"))
    told = "Searches counted on the present UTC day; a pilgrim's count for its token as well."
    yield Number("searches_today", told, {(kind,): used for kind, used in rows}, ("caller",))


def _archive() -> Iterator[Number]:
    found = inspector.look()
    yield Number("ready", "1 while this process can answer searches.", {(): int(found.is_ready)})
    row = ArchiveSnapshot.objects.filter(index_url=options().codex_index_url).first()
    if row and row.checked_at:
        age = (datetime.now(UTC) - row.checked_at).total_seconds()
        yield Number("archive_age_seconds", "Seconds since the origin confirmed the archive.", {(): max(0, age)})
        yield Number("archive_bytes", "Bytes of the archive's index.", {(): row.size_bytes})
        yield Number("archive_failing", "1 while the archive's site fails.", {(): int(bool(row.failure))})
    if edition := shelf.held:
        yield Number("archive_inscriptions", "Inscriptions in memory.", {(): edition.inscriptions})


def _tokens() -> Iterator[Number]:
    active = BotToken.objects.filter(revoked_at=None).count()
    yield Number("bot_tokens", "Bots' tokens that were not revoked.", {(): active})
