"""`manage.py codex check`: the doctor for the configured archive or any other; nothing is kept."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from codex.core.errors import GuardError
from codex.live import live
from codex.models import ArchiveSnapshot, CodexSettings
from tests import scripts
from tests.codex.archives import archive_bytes
from tests.codex.conftest import Open

pytestmark = pytest.mark.django_db
DATA = archive_bytes("Lumen", "Ordo")


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("codex", "check", *arguments, stdout=out)
    return out.getvalue()


def refused(*arguments: str) -> tuple[str, str]:
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("codex", "check", *arguments, stdout=out)
    assert caught.value.returncode == 1
    return out.getvalue(), str(caught.value)


def test_the_configured_archive_is_examined(open_server: Open) -> None:
    server = open_server(scripts.json_bytes(DATA, etag='"v1"', last_modified="Wed, 01 May 2019 12:00:00 GMT"))
    CodexSettings(codex_index_url=f"{server.url}/i.json", codex_site_origin="https://lore.org").save()
    live.forget()
    out = run()
    assert 'status 200, ETag "v1", Last-Modified Wed, 01 May 2019 12:00:00 GMT, age in seconds ' in out
    assert f"{len(DATA):,} of 4,000,000 bytes" in out
    assert "Kept: 2 entries; dropped: 0." in out
    assert "First link: https://lore.org/en/0/" in out
    assert "Time: " in out


def test_another_archive_is_examined_as_a_site_of_its_own(open_server: Open) -> None:
    CodexSettings(codex_site_origin="https://lore.org").save()
    live.forget()
    server = open_server(scripts.json_bytes(DATA))
    assert f"First link: {server.url}/en/0/" in run(f"{server.url}/search-index.json")


def test_links_of_another_archive_may_lead_to_a_third_site(tmp_path: Path) -> None:
    (tmp_path / "i.json").write_bytes(b'[{"title": "Lumen", "url": "https://lore.org/en/a/", "content": "x"}]')
    assert refused(str(tmp_path / "i.json"))[1].endswith("(archive_no_entries)")
    assert "Kept: 1 entry" in run(str(tmp_path / "i.json"), "--site-origin", "https://lore.org")
    assert refused(str(tmp_path / "i.json"), "--site-origin", "lore")[1].endswith("(url_syntax)")
    assert refused(str(tmp_path / "i.json"), "--site-origin", "https://lore.org/?q=1")[1].endswith("(url_query)")


def test_a_file_may_be_the_next_index_of_the_configured_site(tmp_path: Path) -> None:
    CodexSettings(codex_index_url="https://lore.org/search-index.json").save()
    live.forget()
    (tmp_path / "i.json").write_bytes(b'[{"title": "Lumen", "url": "https://lore.org/en/a/", "content": "x"}]')
    assert "First link: https://lore.org/en/a/" in run(str(tmp_path / "i.json"))


def test_the_configured_archive_may_be_tried_with_another_site(open_server: Open) -> None:
    CodexSettings(codex_index_url=f"{open_server(scripts.json_bytes(DATA)).url}/i.json").save()
    live.forget()
    assert "First link: https://lore.org/en/0/" in run("--site-origin", "https://lore.org")


def test_a_file_is_examined_under_its_path_or_relative_to_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my index.json").write_bytes(DATA)
    monkeypatch.chdir(tmp_path)
    for argument in ("my index.json", str(tmp_path / "my index.json"), f"file:{tmp_path / 'my index.json'}"):
        assert "Kept: 2 entries" in run(argument)


def test_json_tells_the_same_to_a_program(tmp_path: Path) -> None:
    (tmp_path / "i.json").write_bytes(DATA)
    report = json.loads(run(str(tmp_path / "i.json"), "--json"))
    assert (report["usable"], report["kept"], report["data_bytes"]) == (True, 2, len(DATA))


def test_nothing_is_kept(open_server: Open) -> None:
    server = open_server(scripts.json_bytes(DATA))
    run(f"{server.url}/search-index.json")
    assert not ArchiveSnapshot.objects.exists()
    assert not CodexSettings.objects.exists()


def test_an_archive_without_a_usable_entry_is_reported_and_refused(tmp_path: Path) -> None:
    (tmp_path / "i.json").write_bytes(b'[{"title": "", "url": "/en/a/"}]')
    out, message = refused(str(tmp_path / "i.json"))
    assert "Dropped: 1 " in out
    assert message.endswith("(archive_no_entries)")
    out, _ = refused(str(tmp_path / "i.json"), "--json")
    assert json.loads(out)["usable"] is False


@pytest.mark.parametrize(
    ("data", "code"), [(b"<html>", "archive_markup"), (b"[" * 5_000, "archive_too_deep"), (b"", "archive_empty")]
)
def test_what_is_no_archive_is_refused_in_words(tmp_path: Path, data: bytes, code: str) -> None:
    (tmp_path / "i.json").write_bytes(data)
    out, message = refused(str(tmp_path / "i.json"))
    assert (out, message.endswith(f"({code})")) == (f"File: {tmp_path / 'i.json'}\n", True)
    out, _ = refused(str(tmp_path / "i.json"), "--json")
    told = {"usable": False, "error": message.rpartition(" (")[0], "code": code, "address": str(tmp_path / "i.json")}
    assert json.loads(out) == told


def test_a_failing_server_and_a_private_address_are_refused_in_words(open_server: Open) -> None:
    server = open_server(scripts.replying(404))
    assert refused(f"{server.url}/i.json")[1].endswith("(fetch_missing)")
    assert refused("http://10.0.0.1/i.json")[1].endswith("(private_host)")
    assert refused("/no/such/file.json")[1].endswith("(archive_file)")


def test_where_json_breaks_off_is_told(tmp_path: Path) -> None:
    (tmp_path / "i.json").write_bytes(b'[\n{"a":}]')
    assert "Place: line 2, column 6: " in refused(str(tmp_path / "i.json"))[0]


def test_what_a_server_answered_is_told_line_by_line(open_server: Open) -> None:
    server = open_server(scripts.in_turn(scripts.replying(404), scripts.redirect("/elsewhere.json")))
    address = f"{server.url}/i.json"
    assert refused(address)[0].splitlines() == [f"Address: {address}", "Status: 404."]
    assert refused(address)[0].splitlines()[1:] == ["Status: 302, a redirect; name the address that it leads to."]


def test_an_index_over_the_limit_is_told_with_both_sizes(open_server: Open, tmp_path: Path) -> None:
    CodexSettings(codex_max_bytes=1_000).save()
    live.forget()
    server = open_server(scripts.in_turn(scripts.json_bytes(b" " * 1_001), scripts.chunked(b" " * 1_001)))
    (tmp_path / "i.json").write_bytes(b" " * 1_001)
    told = [
        refused(archive)[0].splitlines()[-2:] for archive in (*[f"{server.url}/i.json"] * 2, str(tmp_path / "i.json"))
    ]
    raised = (
        "Raise codex-max-bytes, now 1,000 bytes, in the settings under /admin/, or with: manage.py codex config set "
    )
    exact = ["Size: 1,001 bytes; codex-max-bytes allows 1,000.", f"{raised}codex-max-bytes 1001"]
    vague = ["Size: more bytes; codex-max-bytes allows 1,000.", f"{raised}codex-max-bytes BYTES"]
    assert told == [exact, vague, exact]


def test_the_same_facts_are_told_to_a_program(open_server: Open) -> None:
    address = f"{open_server(scripts.replying(503)).url}/i.json"
    told = json.loads(refused(address, "--json")[0])
    assert (told["code"], told["address"], told["status"]) == ("fetch_status", address, 503)


def test_a_name_that_cannot_be_found_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(host: str, port: int, *, seconds: float) -> tuple[str, ...]:
        raise GuardError("name_unresolved")

    monkeypatch.setattr("codex.store.origin.resolve", nowhere)
    out, message = refused("https://lore.example.org/i.json")
    assert out.splitlines()[0] == "Address: https://lore.example.org/i.json"
    assert out.splitlines()[1].startswith("Host: lore.example.org; ")
    assert message.endswith("(name_unresolved)")


@pytest.mark.parametrize("host", ["127.0.0.1:9", "127.0.0.1:80", "10.0.0.1:80"])
def test_a_private_host_is_told_with_what_would_allow_it(host: str) -> None:
    assert f"CODEX_ALLOWED_HOSTS={host} in the environment allows it." in refused(f"http://{host}/x")[0]


@pytest.mark.parametrize("address", ["http://169.254.1.1:9/x", "http://127.0.0.1:0/x", "http://169.254.1.1/x"])
def test_what_nothing_allows_gets_no_such_hint(address: str) -> None:
    assert "CODEX_ALLOWED_HOSTS" not in refused(address)[0]


def test_an_address_with_a_password_is_not_repeated() -> None:
    out, message = refused("https://user:incense@lore.org/i.json")
    assert (out, "incense" in message) == ("", False)


def test_where_the_links_of_a_file_lead_is_told_unless_it_was_said(tmp_path: Path) -> None:
    (tmp_path / "i.json").write_bytes(DATA)
    line = "Links lead to https://binaric.tech; name the archive's own site with --site-origin https://host/de/"
    assert line in run(str(tmp_path / "i.json")).splitlines()
    assert "Links lead" not in run(str(tmp_path / "i.json"), "--site-origin", "https://lore.org")


def test_an_argument_that_is_refused_is_told_to_a_program_too(tmp_path: Path) -> None:
    (tmp_path / "i.json").write_bytes(DATA)
    out, _ = refused(str(tmp_path / "i.json"), "--site-origin", "lore", "--json")
    assert json.loads(out)["code"] == "url_syntax"


def test_storage_that_fails_is_told_in_words_and_needed_only_for_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked() -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("codex.management.check.options", locked)
    assert refused()[1].endswith("(storage_unavailable)")
    (tmp_path / "i.json").write_bytes(DATA)
    assert "Kept: 2 entries" in run(str(tmp_path / "i.json"))
