"""`manage.py` itself: words in place of tracebacks, on every terminal."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

from tests.codex.archives import archive_bytes

MANAGE = Path(__file__).parents[1] / "manage.py"


def run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    given = {"PATH": os.environ["PATH"], "LUMASITE_DATA": str(folder / "data"), "SECRET_KEY": "x" * 60} | environment
    command = [sys.executable, str(MANAGE), *arguments]
    return subprocess.run(command, cwd=folder, env=given, capture_output=True, text=True, timeout=90, check=False)


def test_a_terminal_that_cannot_show_a_tongue_gets_the_rest(tmp_path: Path) -> None:
    (tmp_path / "i.json").write_bytes(archive_bytes("Люмен"))
    (tmp_path / "data").mkdir()
    done = run(tmp_path, "codex", "check", "i.json", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Kept: 1 entry" in done.stdout


def test_settings_that_cannot_work_are_told_in_words(tmp_path: Path) -> None:
    done = run(tmp_path, "check", LUMASITE_HTTPS="yes", ALLOWED_HOSTS="*")
    assert done.returncode == 1
    assert done.stderr == "Settings: ALLOWED_HOSTS must name the site's hosts when LUMASITE_HTTPS is set.\n"


def unread(folder: Path, *arguments: str) -> tuple[str, str]:
    """What a command writes to the terminal, and its status, when the other end of its pipe has gone."""
    command = shlex.join([sys.executable, str(MANAGE), *arguments])
    given = {"PATH": os.environ["PATH"], "LUMASITE_DATA": str(folder / "data"), "SECRET_KEY": "x" * 60}
    done = subprocess.run(
        ["sh", "-c", f"({command}; echo $? >code) | true"],
        cwd=folder,
        env=given,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    return done.stderr, (folder / "code").read_text()


def test_a_reader_that_has_enough_ends_a_command_quietly(tmp_path: Path) -> None:
    (tmp_path / "i.json").write_bytes(archive_bytes("Lumen"))
    assert unread(tmp_path, "codex", "check", "i.json") == ("", "0\n")


def test_a_failure_keeps_its_status_although_nobody_reads(tmp_path: Path) -> None:
    words, code = unread(tmp_path, "codex", "check", "nowhere.json", "--json")
    assert ("Traceback" in words, "BrokenPipe" in words, code) == (False, False, "1\n")
