"""Where a visitor goes after signing in: back to where they were on this site, and nowhere else (SEC-04)."""

import re
from typing import Final

from django.utils.http import url_has_allowed_host_and_scheme

#: One slash, then neither a second one nor its look-alike, no white space and no control characters.
_LOCAL: Final = re.compile(r"/(?![/\\])[^\s\x00-\x1f\x7f-\x9f]{0,2000}")


def local_path(text: str | None) -> str:
    """The path with its query when it can only lead to this site; nothing for whatever else was sent."""
    if not text or not _LOCAL.fullmatch(text):
        return ""
    return text if url_has_allowed_host_and_scheme(text, allowed_hosts=None) else ""
