"""`manage.py serve` as a stranger starts it: a fresh folder, one command, a site that answers."""

import json
import re
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from codex.shelf import shelf
from tests import scripts
from tests.codex.archives import archive_bytes, eventually
from tests.servers import serving
from tests.sites import NOTHING, PATIENCE, Environment, Site, free_port, running, start


def refused(folder: Path, *arguments: str, environment: Environment = NOTHING) -> str:
    """What a start that fails tells; never a traceback."""
    process = start(folder, free_port(), *arguments, environment=environment)
    told = process.communicate(timeout=PATIENCE)[0]
    assert process.returncode == 1, told
    assert "Traceback" not in told
    return told


def hits(site: Site, query: str) -> list[str]:
    return [hit["title"] for hit in json.loads(site.page(f"/api/v1/search?q={query}"))["results"]]


def test_a_fresh_start_without_the_archive_searches_the_sample(tmp_path: Path) -> None:
    with serving(scripts.replying(500)) as origin:
        archive = ("--archive", f"{origin.url}/search-index.json")
        with running(tmp_path, *archive, environment={"CODEX_ALLOWED_HOSTS": origin.netloc}) as site:
            assert "The Rite of Valve K-12" in hits(site, "valve")
            assert "sample" in site.page("/search?q=valve")
            assert "sample" in site.page("/")
            assert site.stop(signal.SIGINT) == 0
    for told in ("(fetch_status)", "60 inscriptions", f"{site.url}/", "createsuperuser", "Stopped."):
        assert told in site.told
    assert "valve" not in site.told
    assert "Traceback" not in site.told


def test_what_a_fresh_start_makes_only_its_owner_can_read(tmp_path: Path) -> None:
    with running(tmp_path, "--archive", str(archive_file(tmp_path))):
        key = tmp_path / "data" / "secret-key"
        assert (key.stat().st_mode & 0o777, len(key.read_text()) > 50) == (0o600, True)
        assert key.parent.stat().st_mode & 0o777 == 0o700
        databases = list(key.parent.glob("lumasite.sqlite3*"))
        assert {file.stat().st_mode & 0o777 for file in databases} == {0o600}


def test_static_files_and_the_admin_work_with_nothing_collected(tmp_path: Path) -> None:
    admin = {"DJANGO_SUPERUSER_USERNAME": "abbess", "DJANGO_SUPERUSER_PASSWORD": "a long incense stick"}
    with running(tmp_path, "--archive", str(archive_file(tmp_path)), environment=admin) as site:
        style = re.search(r'href="(/static/[^"]+\.css)"', site.page("/admin/login/"))
        assert style is not None
        assert site.page(style[1], "text/css")
        assert "An admin was made" in site.told


def test_several_workers_answer_alike_from_one_fetch(tmp_path: Path) -> None:
    with serving(scripts.json_bytes(archive_bytes("Lumen", "Lumen and Ordo"), etag='"1"')) as origin:
        archive = ("--archive", f"{origin.url}/search-index.json")
        with running(tmp_path, *archive, "--workers", "2", environment={"CODEX_ALLOWED_HOSTS": origin.netloc}) as site:
            with ThreadPoolExecutor(8) as pool:
                found = list(pool.map(lambda _: tuple(hits(site, "lumen")), range(28)))  # fewer than a burst
            assert set(found) == {("Lumen", "Lumen and Ordo")}
            assert site.stop(signal.SIGTERM) == 0
    assert len(origin.requests) == 1


def test_a_restart_searches_what_was_chosen_before(tmp_path: Path) -> None:
    archive = archive_file(tmp_path)
    with running(tmp_path, "--archive", str(archive)) as site:
        site.stop(signal.SIGINT)
    archive.unlink()
    with running(tmp_path, "--no-admin") as site:
        assert hits(site, "lumen") == ["Lumen"]


def test_killing_the_server_leaves_no_worker_behind_and_the_next_start_searches(tmp_path: Path) -> None:
    port = free_port()
    with running(tmp_path, "--archive", str(archive_file(tmp_path)), "--workers", "2", port=port) as site:
        site.stop(signal.SIGKILL)
        with running(tmp_path, port=port) as again:
            assert hits(again, "lumen") == ["Lumen"]


def test_where_links_lead_is_told_and_can_be_changed_for_the_present_archive(tmp_path: Path) -> None:
    with running(tmp_path, "--archive", str(archive_file(tmp_path))) as site:
        site.stop(signal.SIGINT)
    assert "Links lead to https://binaric.tech; name the archive's own site with --site-origin" in site.told
    with running(tmp_path, "--site-origin", "https://lore.org") as again:
        assert json.loads(again.page("/api/v1/search?q=lumen"))["results"][0]["url"] == "https://lore.org/en/0/"
    assert "Links:    lead to https://lore.org\n" in again.told


def test_a_port_in_use_is_told_before_anything_is_made(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = start(tmp_path, port, environment=NOTHING)
        told = process.communicate(timeout=PATIENCE)[0]
    assert (process.returncode, f"Port {port} at 127.0.0.1 is in use" in told) == (1, True)
    assert not (tmp_path / "data" / "lumasite.sqlite3").exists()


def test_an_archive_that_cannot_be_used_is_told_in_words(tmp_path: Path) -> None:
    assert "(archive_file)" in refused(tmp_path, "--archive", "nowhere.json")
    assert "(private_host)" in refused(tmp_path, "--archive", "http://10.0.0.1/i.json")


def test_a_data_folder_that_cannot_be_made_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    blocked = {"LUMASITE_DATA": str(tmp_path / "file" / "data")}
    assert "make the data folder writable" in refused(tmp_path, environment=blocked)
    assert "set LUMASITE_DATA" in refused(tmp_path, environment=blocked | {"SECRET_KEY": "x" * 60})


def test_a_database_that_cannot_be_opened_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("This is no database.")
    for name in ("file", "file/x.sqlite3"):
        told = refused(tmp_path, environment={"DATABASE_URL": f"sqlite:///{tmp_path}/{name}"})
        assert "The database cannot be read: check DATABASE_URL" in told


@pytest.mark.parametrize("wrong", [["--port", "0"], ["--port", "70000"], ["--host", "nowhere"], ["--workers", "many"]])
def test_arguments_out_of_bounds_are_told_in_words(wrong: list[str]) -> None:
    with pytest.raises(CommandError, match=r"argument --(port|host|workers): an? (number|IP address)"):
        call_command("serve", *wrong)


def archive_file(folder: Path) -> Path:
    path = folder / "search-index.json"
    path.write_bytes(archive_bytes("Lumen"))
    return path


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_address_is_told_when_the_site_answers_there_and_not_before(tmp_path: Path, workers: str) -> None:
    port = free_port()
    given = ("--archive", str(archive_file(tmp_path)), "--no-admin", "--workers", workers)
    site = Site(start(tmp_path, port, *given, environment=NOTHING), port)
    try:
        assert eventually(lambda: f"Address:  {site.url}/" in site.told, seconds=PATIENCE), site.told
        assert site.is_up()
    finally:
        site.stop(signal.SIGTERM)


@pytest.mark.django_db(transaction=True)
def test_the_process_that_watches_over_the_workers_keeps_no_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[object] = []
    monkeypatch.setattr("codex.management.commands.serve.serve", lambda *_, **__: held.append(shelf.held))
    out, archive = StringIO(), str(archive_file(tmp_path))
    call_command("serve", archive=archive, no_admin=True, port=free_port(), stdout=out)
    assert "Archive:" in out.getvalue()
    assert held == [None]
