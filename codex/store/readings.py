"""Archives read and indexed without holding up searches: in a process of their own, into a file that all map (CDX-02).

The files lie in the data folder, one for each content and setting that shapes it, and are only ever mapped: a start
finds the last one there, and the processes of a host share its pages. Small archives are read on the spot.
"""

import contextlib
import hashlib
import json
import logging
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Final

from django.conf import settings

from codex.core.errors import SearchError
from codex.core.flatfile import UNFINISHED
from codex.core.options import CodexOptions
from codex.core.saved import FlatFileError, Reading, open_saved, read
from codex.core.stems import keep_lemmas
from codex.seldom import Seldom
from codex.store.edition import Copy, read_archive
from codex.store.held import error_of
from codex.store.indexer import UNWRITTEN, Order

#: Bytes of an archive that is read in some ten milliseconds, sooner than a process starts.
SMALL: Final = 200_000
#: Seconds that reading may take at the least, and for each million bytes besides.
_PATIENCE: Final = 60.0
_PATIENCE_EACH: Final = 2.0
#: A file that was left unfinished is nobody's any more after so many seconds.
_ABANDONED: Final = 3_600
_SUFFIX: Final = ".index"
#: What the reading process gets of this one's environment; no secret is among it.
_HANDED_ON: Final = ("PATH", "PYTHONHOME", "LD_LIBRARY_PATH", "SYSTEMROOT", "TMPDIR", "LANG")
_APART: Final = "The index could not be made in a process of its own; searches may be slow while it is made here."

_log = logging.getLogger(__name__)
_complaint: Final = Seldom(60)


class _NotApartError(Exception):
    """No process can be had, or it cannot write its file."""


def reading_of(copy: Copy, options: CodexOptions) -> Reading:
    """What is made of a copy's bytes under the settings (raises ArchiveError; SearchError when it takes too long)."""
    keep_lemmas(folder())
    if len(copy.data) < SMALL:
        return _here(copy, options)
    if found := saved(copy.digest, options):
        return found
    try:
        return _apart(copy, options)
    except _NotApartError:
        if _complaint.is_due():
            _log.warning(_APART)
        return _here(copy, options)


def saved(digest: str, options: CodexOptions) -> Reading | None:
    """The reading of those bytes that is on the disk; None when there is none that can be used."""
    of = _content(digest, options)
    keep_lemmas(folder())
    try:
        return open_saved(_path(of), of=of)
    except FlatFileError:
        return None


def folder() -> Path:
    """Where the files lie."""
    return Path(settings.DATA_DIR) / "index"


def _here(copy: Copy, options: CodexOptions) -> Reading:
    return read(read_archive(copy.data, options), ranking=options.codex_ranking)


def _apart(copy: Copy, options: CodexOptions) -> Reading:
    of = _content(copy.digest, options)
    path = _path(of)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        wrong = _told(copy, Order(options=options, path=str(path), of=of, size=len(copy.data), parent=os.getpid()))
    except OSError:
        raise _NotApartError from None
    if wrong == UNWRITTEN:
        raise _NotApartError
    if wrong:
        raise error_of(wrong)
    _tidy(path)
    try:
        return open_saved(path, of=of)
    except FlatFileError:  # the disk or its owner took it away again
        raise _NotApartError from None


def _told(copy: Copy, order: Order) -> str:
    """What the process says is wrong; empty when nothing is.

    Raises OSError when none can be started, SearchError when it does not get done or is ended from outside.
    """
    with tempfile.TemporaryFile(dir=folder()) as given:
        given.write(order.line())
        given.write(copy.data)
        given.seek(0)
        with _process(given) as process:
            try:
                told, _ = process.communicate(timeout=_PATIENCE + _PATIENCE_EACH * order.size / 1_000_000)
            except subprocess.TimeoutExpired:
                raise SearchError("archive_unavailable") from None
            finally:
                process.kill()
    if process.returncode < 0:
        raise SearchError("archive_unavailable")
    return str(json.loads(told)["wrong"]) if process.returncode == 0 else UNWRITTEN


def _process(given: IO[bytes]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "codex.store.indexer"],
        stdin=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parents[2],
        env={name: os.environ[name] for name in _HANDED_ON if name in os.environ},
        start_new_session=True,  # Ctrl+C is for the site, whose end this process notices
    )


def _content(digest: str, options: CodexOptions) -> str:
    """What a file holds: the bytes, and every setting that decides what is made of them."""
    made = (options.codex_index_url, options.codex_site_origin, options.codex_summary_chars, options.codex_ranking)
    return json.dumps([digest, *made])


def _path(of: str) -> Path:
    return folder() / f"{hashlib.sha256(of.encode()).hexdigest()[:32]}{_SUFFIX}"


def _tidy(kept: Path) -> None:
    """Remove all files but one; who has one of them mapped keeps it."""
    abandoned = time.time() - _ABANDONED
    for file in folder().iterdir():
        is_old = file.suffix == _SUFFIX and file != kept
        with contextlib.suppress(OSError):
            if is_old or (file.suffix == UNFINISHED and file.stat().st_mtime < abandoned):
                file.unlink()
