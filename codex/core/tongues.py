"""The five tongues: their codes, how a code is read from a URL, and their names."""

import re
from collections.abc import Iterable
from typing import Final

TONGUES: Final = ("en", "de", "eo", "no", "uk")
DEFAULT: Final = "en"
NAMES: Final = {"en": "English", "de": "Deutsch", "eo": "Esperanto", "no": "Norsk", "uk": "Українська"}
#: The same for sentences in English.
ENGLISH_NAMES: Final = {"en": "English", "de": "German", "eo": "Esperanto", "no": "Norwegian", "uk": "Ukrainian"}
#: The archive's code for a tongue and the code of its pages (BCP 47; Django has catalogues for nb, none for no).
UI_CODES: Final = {"en": "en", "de": "de", "eo": "eo", "no": "nb", "uk": "uk"}

_ALIASES: Final = {"nb": "no", "nn": "no"} | {tongue: tongue for tongue in TONGUES}
_CODE: Final = re.compile(r"([a-z]{2})(?:[-_](?:[a-z]{4}|[a-z]{2}|[0-9]{3}))*", re.ASCII)


def tongue_of(code: object) -> str | None:
    """Read a language code (`nb`, `en-US`, `DE`) as one of the five tongues; None when it is none of them (CDX-04)."""
    if not isinstance(code, str):
        return None
    found = _CODE.fullmatch(code.strip().lower())
    return _ALIASES.get(found.group(1)) if found else None


def requested(code: object) -> str:
    """The tongue a caller asked for; unknown codes fall back to English (CDX-04)."""
    if isinstance(code, str) and code in TONGUES:
        return code
    return tongue_of(code) or DEFAULT


def tongue_in_path(path: str) -> str | None:
    """The first of a path's first two segments that is a tongue code (CDX-04)."""
    return _first(path.strip("/").split("/", 2)[:2])


def _first(codes: Iterable[str]) -> str | None:
    return next((tongue for tongue in map(tongue_of, codes) if tongue), None)
