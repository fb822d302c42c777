"""Small archives for the tests of reading them."""

import json
from pathlib import Path

from hypothesis import strategies as st

from codex.core.archive import Archive, survey_archive

INDEX = "https://lore.example/search-index.json"
#: Whatever JSON can say, under names that mean something to the reader among others.
KEYS = st.sampled_from(
    ["title", "url", "content", "docs", "store", "index", "documents", "error", "data", "t", "u", "p", "documentStore"]
)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
FLAT = PLAIN | st.lists(PLAIN, max_size=3) | st.dictionaries(KEYS, PLAIN, max_size=3)
JSON = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner) | st.dictionaries(KEYS | st.text(), inner),
)
ARCHIVES = Path(__file__).parent.parent / "data" / "archives"


def fixture(name: str) -> bytes:
    """The bytes of a hand-made index."""
    return (ARCHIVES / f"{name}.json").read_bytes()


def survey(*entries: object, index_url: str = INDEX, site_origin: str = "", summary_chars: int = 500) -> Archive:
    """Read a list of entries."""
    data = json.dumps(entries).encode()
    return survey_archive(data, index_url, site_origin=site_origin, summary_chars=summary_chars)


def page(**fields: object) -> dict[str, object]:
    """An entry that would be kept, with some fields changed."""
    return {"title": "Page", "url": "/page/"} | fields


def reasons(archive: Archive) -> list[str]:
    """Why entries were dropped, in the file's order."""
    return [dropped.reason for dropped in archive.dropped]
