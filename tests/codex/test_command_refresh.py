"""`manage.py codex refresh`: read the archive now, or say in words why not."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from codex.live import live
from codex.models import ArchiveSnapshot, CodexSettings
from tests import scripts
from tests.codex.archives import archive_bytes
from tests.codex.conftest import Open
from tests.servers import Handler, Server

pytestmark = pytest.mark.django_db
GOOD = scripts.json_bytes(archive_bytes("Lumen", "Ordo"), etag='"1"')


def configured(open_server: Open, *handlers: Handler) -> Server:
    server = open_server(scripts.in_turn(*handlers))
    CodexSettings(codex_index_url=f"{server.url}/search-index.json").save()
    live.forget()
    return server


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("codex", "refresh", *arguments, stdout=out)
    return out.getvalue()


def test_a_refresh_keeps_the_archive_and_tells_its_size(open_server: Open) -> None:
    configured(open_server, GOOD)
    size = len(archive_bytes("Lumen", "Ordo"))
    assert run() == f"Refreshed: 2 inscriptions (en 2), {size:,} bytes.\n"
    assert ArchiveSnapshot.objects.get().size_bytes == size


def test_a_refresh_asks_whether_anything_changed_and_a_forced_one_reads_all(open_server: Open) -> None:
    server = configured(open_server, GOOD)
    run()
    run()
    run("--force")
    assert ["if-none-match" in request.headers for request in server.requests] == [False, True, False]


def test_a_failure_is_told_in_words_and_keeps_the_last_good_archive(open_server: Open) -> None:
    configured(open_server, GOOD, scripts.replying(500))
    run()
    with pytest.raises(CommandError, match=r"The server answered with an error. \(fetch_status\)"):
        run()
    assert ArchiveSnapshot.objects.get().digest != ""


def test_an_archive_that_shrank_to_nothing_needs_force(open_server: Open) -> None:
    configured(open_server, GOOD, scripts.json_bytes(b"[]"))
    run()
    with pytest.raises(CommandError, match="archive_shrunk"):
        run()
    assert run("--force") == "Refreshed: 0 inscriptions (no tongue), 2 bytes.\n"


def test_an_archive_without_a_usable_entry_is_told_with_what_was_dropped(open_server: Open) -> None:
    out = StringIO()
    server = configured(open_server, scripts.json_bytes(b"[{}, {}]"))
    with pytest.raises(CommandError, match="archive_no_entries"):
        call_command("codex", "refresh", stdout=out)
    assert out.getvalue().splitlines() == [
        "Dropped: 2 × The entry has no title. (title_missing)",
        f"`manage.py codex check {server.url}/search-index.json` says more.",
    ]


def test_a_second_reading_that_fails_leaves_the_hint(open_server: Open) -> None:
    out = StringIO()
    configured(open_server, scripts.json_bytes(b"[{}]"), scripts.replying(500))
    with pytest.raises(CommandError, match="archive_no_entries"):
        call_command("codex", "refresh", stdout=out)
    assert out.getvalue().startswith("`manage.py codex check ")


def test_an_unknown_verb_is_refused_with_the_ones_there_are() -> None:
    with pytest.raises(CommandError, match=r"search.*check.*refresh"):
        call_command("codex", "burn")


def test_one_inscription_is_told_as_one(open_server: Open) -> None:
    configured(open_server, scripts.json_bytes(archive_bytes("Lumen")))
    assert run().startswith("Refreshed: 1 inscription (en 1), ")
