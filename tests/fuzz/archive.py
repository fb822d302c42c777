"""Any bytes as an archive: read or refused, and within its bounds whatever they say (CDX-03, CDX-05)."""

import json
import unicodedata

from codex.core.archive import parse_archive
from codex.core.errors import ArchiveError
from codex.core.text import sanitize_external_text

HOME = "https://archive.example"
CHARS = 500
_ENTRY = {"title": "Lumen", "url": "/en/lumen/", "summary": "A light.", "content": "It burns.", "lang": "en"}
SEEDS = (
    json.dumps([_ENTRY, _ENTRY | {"url": "/de/lumen/", "collection": "Rites"}]).encode(),
    json.dumps({"entries": [_ENTRY], "generated": "2030-05-01", "version": 2}).encode(),
    json.dumps({"docs": [{"location": "a/#b", "title": "<b>x</b>", "text": "\u200b\x1b[31m"}]}).encode(),
    json.dumps({"docnames": ["a", "b"], "titles": ["A", "B"], "terms": {"a": [0, 1]}}).encode(),
    json.dumps({"/en/a/": {"title": "A", "description": "b"}}).encode(),
    b'\xef\xbb\xbf[{"title": "\\ud800", "url": "//evil.example/", "tags": [NaN, 1e999]}]',
    b'{"error": "gone"}',
    b"var searchIndex = [];",
)
WORDS = (
    *('"title":', '"url":', '"summary":', '"content":', '"body":', '"collection":', '"lang":', '"docs":', '"entries":'),
    *(
        '"/en/',
        '"//',
        '"https://archive.example/',
        '"javascript:',
        "\\ud800",
        "\\u202e",
        "NaN",
        "1e999",
        "[[[",
        "{}",
        ",",
    ),
)


def check(data: bytes) -> None:
    """Raises AssertionError where a bound breaks, and whatever else parse_archive lets out."""
    try:
        archive = parse_archive(data, f"{HOME}/search-index.json", summary_chars=CHARS)
    except ArchiveError:
        return
    assert len(archive.inscriptions) + len(archive.dropped) <= len(data)
    for one in archive.inscriptions:
        assert one.title
        assert one.url.startswith(f"{HOME}/"), one.url
        for text in (one.title, one.summary, one.collection):
            assert len(text) <= CHARS
        for text in (one.title, one.summary, one.collection, one.body):
            assert sanitize_external_text(text) == text
            assert not [letter for letter in text if unicodedata.category(letter) in {"Cc", "Cs"}]
