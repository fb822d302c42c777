"""HTML character references in outside text (`&amp;`, `&#38;`, `&#x26;`) turned into characters (SEC-03)."""

import html.entities
import re
from typing import Final

_AMPERSANDS: Final = re.compile(r"&(?:(?:amp|AMP|#0*38|#[xX]0*26);)+")
_REFERENCE: Final = re.compile(r"&(?:#([0-9]+)|#[xX]([0-9A-Fa-f]+)|([A-Za-z][A-Za-z0-9]{1,31}));")


def decode_references(text: str) -> str:
    """Decode references that end in `;`, and `&amp;amp;lt;` in one go; `AT&T` and unknown names stay as written."""
    return _REFERENCE.sub(_referenced, _AMPERSANDS.sub("&", text)) if "&" in text else text


def _referenced(reference: re.Match[str]) -> str:
    decimal, hexadecimal, name = reference.groups()
    if name:
        return html.entities.html5.get(name + ";", reference.group())
    digits = (decimal or hexadecimal).lstrip("0")
    return _character(int(digits or "0", 10 if decimal else 16)) if len(digits) <= 7 else ""


def _character(number: int) -> str:
    """The character of a numeric reference; 0x80-0x9F mean Windows-1252, as in HTML."""
    if 0x80 <= number <= 0x9F:
        return bytes([number]).decode("cp1252", "ignore")
    if number == 0 or number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        return ""
    return chr(number)
