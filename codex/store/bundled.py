"""The sample archive that ships with Lumasite, for a first run without a network."""

from datetime import datetime
from pathlib import Path
from typing import Final

from codex.core.options import CodexOptions
from codex.store import snapshots
from codex.store.edition import Copy

SAMPLE: Final = Path(__file__).parents[1] / "sample" / "search-index.json"


def keep_sample(options: CodexOptions, now: datetime) -> bool:
    """Keep the sample for the configured URL unless an archive is kept there already; says whether it was kept."""
    data = SAMPLE.read_bytes()
    copy = Copy(data=data, source="sample", wire_bytes=0, etag="", last_modified="", fetched_at=now, checked_at=now)
    return snapshots.offer(options, copy)
