"""A small archive of known words put on the shelf, for tests of what people see."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from codex.live import live
from codex.models import CodexSettings
from codex.shelf import shelf

Entry = Mapping[str, str]


def entry(title: str, url: str, collection: str, content: str, summary: str = "") -> Entry:
    """One entry as an index has it."""
    return {"title": title, "url": url, "collection": collection, "content": content, "summary": summary}


LORE: Sequence[Entry] = (
    entry(
        "The Manometer of Boiler V7",
        "/en/manometer/",
        "Instruments",
        "The manometer on boiler V7 reads three notches high, and has done so since the flood year.",
        "A gauge, wrong.",
    ),
    entry("Rite of the Slow Valve", "/en/valve/", "Rites", "A quarter turn, until the manometer stops trembling."),
    entry("Das Manometer am Kessel V7", "/de/manometer/", "Instruments", "Wer am Kessel Dienst tut, liest es zweimal."),
    entry("Pri ŝlosiloj", "/eo/shlosiloj/", "Rites", "Ĉiu hejtisto portas sian ŝlosilon."),
    entry("Om å høre på rør", "/no/roer/", "Rites", "Øret mot røret, hånden på ventilen, og så vente."),
    entry("Три поділки", "/uk/podilky/", "Chronicles", "Котел показує на три поділки більше."),
    *(
        entry(f"Log of shift {number}", f"/en/log-{number}/", "Chronicles", f"Pressure steady in week {number}.")
        for number in range(1, 24)
    ),
)


def put_on_shelf(folder: Path, entries: Sequence[Entry] = LORE, **changes: Any) -> None:
    """Make a file of entries the site's archive; `changes` are other settings."""
    file = folder / "search-index.json"
    file.write_text(json.dumps(entries), encoding="utf-8")
    change_settings(codex_index_url=f"file:{file}", **changes)


def change_settings(**changes: Any) -> None:
    """Change settings as staff do, and forget what was held under the old ones."""
    row = CodexSettings.objects.filter(pk=1).first() or CodexSettings()
    for name, value in changes.items():
        setattr(row, name, value)
    row.save()
    live.forget()
    shelf.forget()
