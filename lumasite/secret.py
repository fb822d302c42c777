"""The secret key of a first run: made once, kept in a file that only its owner can read."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from lumasite.private import make_folder


def read_or_make(path: Path) -> str:
    """Return the key in the file, making both when there is none; two processes starting together get the same one."""
    try:
        _make(path)
        return path.read_text(encoding="ascii").strip()
    except OSError:
        message = "No secret key: set SECRET_KEY or SECRET_KEY_FILE, or make the data folder writable."
        raise ImproperlyConfigured(message) from None


def _make(path: Path) -> None:
    if path.exists():
        return
    make_folder(path.parent)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50))
    try:
        os.link(draft, path)  # atomic: the first of two starting processes wins, the other reads its key
    except FileExistsError:
        pass
    finally:
        draft.unlink()
