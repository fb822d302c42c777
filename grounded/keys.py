"""The endpoint's key at rest: from the environment first, else encrypted in the database (GRD-01).

What it is encrypted under is neither SECRET_KEY nor in the database: a copy of the database gives no key away. The
origin is sealed in with the key, so that a row changed by hand sends it nowhere else.
"""

import base64
import hashlib
import json
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

from codex.core.errors import GuardError
from codex.core.weburl import read_url
from lumasite.secret import read_or_make

_FILE: Final = "ai-key-secret"
#: Shorter keys are placeholders; four characters of them would be most of them.
_TELLING: Final = 12
_HIDDEN: Final = "••••"


def origin_of(url: str) -> str:
    """Scheme, host and port of an address, which a key is bound to; empty when it is none."""
    try:
        return read_url(url).origin
    except GuardError:
        return ""


def seal(key: str, origin: str) -> str:
    """Encrypt a key for one origin; raises ImproperlyConfigured when there is nothing to encrypt it under."""
    return _cipher().encrypt(json.dumps([key, origin]).encode()).decode()


def open_key(sealed: str, origin: str) -> str:
    """The key for this origin: the operator's, else the stored one; empty when there is none for it."""
    if environment := _from_environment(origin):
        return environment
    key, bound_to = _opened(sealed)
    return key if bound_to == origin else ""


def is_readable(sealed: str) -> bool:
    """Whether a stored key can still be decrypted; what it was encrypted under may be lost."""
    return not sealed or bool(_opened(sealed)[0])


def masked(sealed: str, origin: str) -> str:
    """What staff see of the key in force: its last four characters when it is long; empty when there is none."""
    key = open_key(sealed, origin)
    return f"{_HIDDEN}{key[-4:] if len(key) >= _TELLING else ''}" if key else ""


def comes_from_environment(origin: str) -> bool:
    """Whether the operator's key is in force for this origin."""
    return bool(_from_environment(origin))


def _from_environment(origin: str) -> str:
    key: str = settings.AI_API_KEY
    # Without an origin the operator's key would follow whatever address staff type.
    return key if origin and origin == origin_of(settings.AI_API_KEY_ORIGIN) else ""


def _opened(sealed: str) -> tuple[str, str]:
    if not sealed:
        return "", ""
    try:
        key, origin = json.loads(_cipher().decrypt(sealed.encode()))
    except (InvalidToken, UnicodeEncodeError):
        return "", ""
    return key, origin


def _cipher() -> Fernet:
    secret: str = settings.AI_KEY_SECRET or read_or_make(settings.DATA_DIR / _FILE)
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(secret.encode()).digest()))
