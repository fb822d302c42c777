"""A process that is killed in the middle of a refresh loses nothing (CDX-02)."""

import os
import subprocess
import sys
import threading
from pathlib import Path

from tests import scripts
from tests.codex.archives import archive_bytes, eventually, gated
from tests.servers import Server, serving

PATIENCE = 60
GOOD = scripts.json_bytes(archive_bytes("Lumen"), etag='"1"')


def start(server: Server, folder: Path, seconds: float, **environment: str) -> subprocess.Popen[str]:
    own = {
        "LUMASITE_DATA": str(folder),
        "SECRET_KEY": "x" * 60,
        "CODEX_ALLOWED_HOSTS": server.netloc,
        "DATABASE_URL": f"sqlite:///{folder / 'shelf.sqlite3'}",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    program = [sys.executable, "-m", "tests.codex.shelf_process", f"{server.url}/search-index.json", str(seconds)]
    return subprocess.Popen(program, env=os.environ | own | environment, stdout=subprocess.PIPE, text=True)


def answer(server: Server, folder: Path, seconds: float) -> str:
    return start(server, folder, seconds).communicate(timeout=PATIENCE)[0]


def test_killing_the_process_during_a_refresh_leaves_the_last_good_archive(tmp_path: Path) -> None:
    never = threading.Event()
    with serving(scripts.in_turn(GOOD, gated(GOOD, never))) as server:
        assert answer(server, tmp_path, 0) == "Lumen fresh"
        refreshing = start(server, tmp_path, 100, WAIT="yes")
        assert eventually(lambda: len(server.requests) == 2)
        refreshing.kill()
        assert refreshing.communicate(timeout=PATIENCE)[0] == ""
        assert answer(server, tmp_path, 101) == "Lumen stale"
    assert len(server.requests) == 2


def test_the_process_that_comes_after_reads_the_archive_once_the_lease_is_over(tmp_path: Path) -> None:
    never = threading.Event()
    with serving(scripts.in_turn(GOOD, gated(GOOD, never), GOOD)) as server:
        answer(server, tmp_path, 0)
        refreshing = start(server, tmp_path, 100, WAIT="yes")
        assert eventually(lambda: len(server.requests) == 2)
        refreshing.kill()
        refreshing.communicate(timeout=PATIENCE)
        fresh = start(server, tmp_path, 300, WAIT="yes").communicate(timeout=PATIENCE)[0]
    assert fresh == "Lumen fresh"
