"""Pieces of hostile text: property tests glue them together, the test of linear time repeats them."""

import json
from pathlib import Path

_DATA = Path(__file__).parent.parent / "data" / "hostile_fragments.json"
ALL: list[str] = [piece for group in json.loads(_DATA.read_text("utf-8")).values() for piece in group]
