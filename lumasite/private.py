"""What only the owner of the site may read: the data folder and what is kept in it."""

import os
from pathlib import Path
from typing import Final

#: Bytes of an SQLite file without any table, such as every command makes that looks for one.
_BLANK: Final = 4_096


def make_folder(path: Path) -> None:
    """Make a folder that nobody else can look into; one that is there stays as it is (raises OSError)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir(mode=0o700, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty file for its owner alone, or close to others one that holds nothing yet (raises OSError)."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        if os.fstat(descriptor).st_size <= _BLANK:
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)
