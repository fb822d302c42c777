"""The doctor's look at the data folder and at files with keys in them."""

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings

from codex.deployment.findings import Finding, mend, note, ok

#: Files of the data folder that only their owner may read.
_PRIVATE: Final = ("secret-key", "ai-key-secret", "lumasite.sqlite3")
#: Variables whose `_FILE` form names a file with a secret in it.
SECRETS: Final = (
    "SECRET_KEY",
    "DATABASE_URL",
    "CACHE_URL",
    "EMAIL_URL",
    "AI_API_KEY",
    "AI_KEY_SECRET",
    "METRICS_TOKEN",
)
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
#: Bytes that should be free: an archive is written twice while it is renewed.
_ROOM: Final = 200_000_000


def look_at_files() -> Iterator[Finding]:
    """Rights and room."""
    folder: Path = settings.DATA_DIR
    yield _folder(folder)
    if folder.is_dir():
        yield _room(folder)
    for path in [*(folder / name for name in _PRIVATE), *_secret_files()]:
        if path.exists():
            yield _private(path)


def _folder(folder: Path) -> Finding:
    if not folder.is_dir():
        return mend("data folder", "There is none.", "Set LUMASITE_DATA to a folder that this user can write.")
    if not os.access(folder, os.W_OK | os.X_OK):
        return mend("data folder", "This user cannot write it.", "Give it to the user that runs the site: chown.")
    if folder.stat().st_mode & stat.S_IRWXO:
        return mend("data folder", "Everybody on this machine can look into it.", f"Run: chmod o-rwx {folder}")
    return ok("data folder", "It is written by this user, and closed to others.")


def _room(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    told = f"{free // 1_000_000:,} MB are free."
    if free < _ROOM:
        return mend("disk", told, "Make room, or move LUMASITE_DATA; with a full disk nothing can be counted.")
    return ok("disk", told)


def _secret_files() -> list[Path]:
    return [Path(named) for name in SECRETS if (named := os.environ.get(f"{name}_FILE"))]


def _private(path: Path) -> Finding:
    # A folder that is closed to somebody closes what lies in it.
    way = path.parent.stat().st_mode
    closed = (0 if way & stat.S_IXOTH else stat.S_IRWXO) | (0 if way & stat.S_IXGRP else stat.S_IRWXG)
    mode, name = path.stat().st_mode & ~closed, path.name
    if mode & stat.S_IRWXO:
        return mend("key files", f"Everybody on this machine can read {name}.", f"Run: chmod 600 {path}")
    if mode & _OTHERS:
        return note("key files", f"The group of {name} can read it.", "Right for secrets that a service hands over.")
    return ok("key files", f"Only its owner reads {name}.")
