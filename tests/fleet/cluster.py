"""A PostgreSQL of a test's own, to be restarted and starved of room; its tables lie on a small disk of their own."""

import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.sites import free_port

#: Bytes of the disk: a new database takes eight million of them, the site's tables two.
DISK = "32m"


@dataclass(frozen=True)
class Cluster:
    """Where it is, and the folder of the small disk."""

    url: str
    disk: Path
    _folder: Path
    _programs: Path

    def restart(self, how: str = "fast") -> None:
        """End all connections and begin anew."""
        _run(self._programs / "pg_ctl", "-w", "-D", self._folder / "data", "-m", how, "restart")

    @contextmanager
    def full_disk(self, database: str) -> Iterator[None]:
        """Leave no room on the disk, and none in the table of counts, until the end."""
        with psycopg.connect(database, autocommit=True) as connection:
            connection.execute("VACUUM FULL codex_dailyuse")  # what was deleted leaves no room in it
        ballast = self.disk / "ballast"
        free = os.statvfs(self.disk)
        with ballast.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, free.f_bavail * free.f_frsize)
        try:
            _fill(database)
            yield
        finally:
            ballast.unlink()


def _fill(database: str) -> None:
    row = "INSERT INTO codex_dailyuse (kind, caller, day, used) VALUES ('full', %s, '2001-01-01', 0)"
    with psycopg.connect(database, autocommit=True) as connection:
        for number in itertools.count():
            try:
                connection.execute(row, [f"{number:064}"])
            except psycopg.errors.DiskFull:
                return


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Make and start it; skips where its programs or the right to mount a disk are missing."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    programs = found[-1] if found else pytest.skip("PostgreSQL's own programs are missing")
    if os.getuid() != 0:
        pytest.skip("only root mounts a disk")
    folder = Path(tempfile.mkdtemp(prefix="lumasite-"))
    folder.chmod(0o755)
    try:
        with _mounted(folder / "disk") as disk:
            yield from _started(folder, disk, programs)
    finally:
        shutil.rmtree(folder)


@contextmanager
def _mounted(disk: Path) -> Iterator[Path]:
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", disk], check=True)
    try:
        shutil.chown(disk, "postgres")
        yield disk
    finally:
        subprocess.run(["umount", disk], check=True)


def _started(folder: Path, disk: Path, programs: Path) -> Iterator[Cluster]:
    shutil.chown(folder, "postgres")
    _run(programs / "initdb", "-D", folder / "data", "-A", "trust", "-U", "postgres", "--no-sync")
    port = free_port()
    options = f"-k {folder} -h 127.0.0.1 -p {port} -c fsync=off -c autovacuum=off"
    _run(programs / "pg_ctl", "-w", "-D", folder / "data", "-l", folder / "log", "-o", options, "start")
    try:
        url = f"postgres://postgres@127.0.0.1:{port}/postgres"
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{disk}'".encode())
            connection.execute("ALTER DATABASE template1 SET TABLESPACE small")
        yield Cluster(url, disk, folder, programs)
    finally:
        _run(programs / "pg_ctl", "-w", "-D", folder / "data", "-m", "immediate", "stop")


def _run(*command: str | Path) -> None:
    as_owner = ["runuser", "-u", "postgres", "--", *command]
    subprocess.run(as_owner, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
