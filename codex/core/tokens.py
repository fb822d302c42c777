"""What a bot's token looks like: `luma_`, 32 random base62 characters and their CRC32 as 6 more (API-01).

The checksum tells a mistyped or cut token without asking the database, and a leak scanner a token from other text.
"""

import hashlib
import re
import secrets
import string
import zlib
from typing import Final

PREFIX: Final = "luma_"
SECRET_CHARS: Final = 32
CHECK_CHARS: Final = 6
#: Digits before capitals before small letters: the order that counts for the checksum.
ALPHABET: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
#: What leak scanners look for; the README gives it.
LEAK_PATTERN: Final = r"\bluma_[0-9A-Za-z]{38}\b"

_TOKEN: Final = re.compile(rf"{PREFIX}([0-9A-Za-z]{{{SECRET_CHARS}}})([0-9A-Za-z]{{{CHECK_CHARS}}})", re.ASCII)
#: Most of a token gives most of it away, so a cut one is told as well.
_LEAKED: Final = re.compile(rf"{PREFIX}[0-9A-Za-z]{{20}}", re.ASCII)


def new_token() -> str:
    """Make a token of about 190 random bits."""
    secret = "".join(secrets.choice(ALPHABET) for _ in range(SECRET_CHARS))
    return f"{PREFIX}{secret}{checksum(secret)}"


def is_token(text: str) -> bool:
    """Whether the text has a token's form and its checksum is right."""
    found = _TOKEN.fullmatch(text)
    return found is not None and checksum(found.group(1)) == found.group(2)


def digest(token: str) -> str:
    """The SHA-256 that is kept in a token's place; so much chance needs no slow hash."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def holds_token(text: str) -> bool:
    """Whether a token, or most of one, stands somewhere in the text."""
    return _LEAKED.search(text) is not None


def checksum(secret: str) -> str:
    """The CRC32 of the random part as six base62 digits, the highest first."""
    rest, digits = zlib.crc32(secret.encode()), ""
    for _ in range(CHECK_CHARS):
        rest, digit = divmod(rest, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    return digits
