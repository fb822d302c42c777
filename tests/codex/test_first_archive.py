"""What a starting site searches, and that a refused archive changes nothing."""

from pathlib import Path

import pytest

from codex.core.errors import CodexError
from codex.core.options import DEFAULT_INDEX_URL
from codex.live import live, options
from codex.management.first_archive import choose_archive, read_first
from codex.models import ArchiveSnapshot, CodexSettings, SettingChange
from codex.shelf import shelf
from tests import scripts
from tests.codex.archives import archive_bytes, options_for
from tests.codex.conftest import Open

pytestmark = pytest.mark.django_db(transaction=True)
GOOD = scripts.json_bytes(archive_bytes("Lumen"), etag='"1"')
BAD = scripts.replying(500)


def test_a_url_is_kept_when_the_guard_lets_it_pass(open_server: Open) -> None:
    url = f"{open_server(BAD).url}/search-index.json"
    choose_archive(url)
    assert options().codex_index_url == url
    change = SettingChange.objects.get()
    assert (change.name, change.old, change.new) == ("codex-index-url", DEFAULT_INDEX_URL, url)


def test_choosing_the_same_archive_again_is_no_change(open_server: Open) -> None:
    url = f"{open_server(GOOD).url}/search-index.json"
    choose_archive(url)
    choose_archive(url)
    assert SettingChange.objects.count() == 1


def test_a_file_is_kept_by_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "i.json").write_bytes(archive_bytes("Lumen"))
    monkeypatch.chdir(tmp_path)
    choose_archive("i.json")
    assert options().codex_index_url == f"file:{tmp_path / 'i.json'}"


def test_the_site_origin_is_kept_with_its_archive_and_given_up_with_it(open_server: Open) -> None:
    one, other = (f"{open_server(GOOD).url}/search-index.json" for _ in range(2))
    choose_archive(one, "https://lore.org")
    choose_archive(one)
    assert options().codex_site_origin == "https://lore.org"
    choose_archive(other)
    assert options().codex_site_origin == ""


def test_a_file_of_another_site_needs_its_origin(tmp_path: Path) -> None:
    path = tmp_path / "i.json"
    path.write_bytes(b'[{"title": "Lumen", "url": "https://lore.org/en/a/", "content": "x"}]')
    with pytest.raises(CodexError, match="No entry"):
        choose_archive(str(path))
    choose_archive(str(path), "https://lore.org")
    assert (options().codex_index_url, options().codex_site_origin) == (f"file:{path}", "https://lore.org")


def test_a_refused_file_is_told_with_what_was_dropped_and_what_would_help(tmp_path: Path) -> None:
    path, told = tmp_path / "i.json", list[str]()
    path.write_bytes(b'[{"title": "Lumen", "url": "https://lore.org/en/a/"}, {"title": "", "url": "/b"}, {}, {}, 7]')
    with pytest.raises(CodexError, match="No entry"):
        choose_archive(str(path), write=told.append)
    assert told[0] == "Dropped: 3 × The entry has no title. (title_missing)"
    assert [line.rpartition("(")[2] for line in told[1:3]] == ["url_foreign)", "not_an_object)"]
    assert told[3] == f"`manage.py codex check {path}` says more."
    assert told[4].startswith("Links lead to https://binaric.tech; name the archive's own site with --site-origin")


def test_a_private_host_is_told_with_what_would_allow_it() -> None:
    told: list[str] = []
    with pytest.raises(CodexError):
        choose_archive("http://127.0.0.1:9/x", write=told.append)
    assert told == ["CODEX_ALLOWED_HOSTS=127.0.0.1:9 in the environment allows it."]


def test_the_present_archive_can_be_given_another_site(open_server: Open) -> None:
    url = f"{open_server(GOOD).url}/search-index.json"
    choose_archive(url)
    choose_archive(None, "https://lore.org")
    assert (options().codex_index_url, options().codex_site_origin) == (url, "https://lore.org")


def test_a_first_start_tells_why_nothing_of_the_archive_can_be_used(open_server: Open) -> None:
    told: list[str] = []
    read_first(options_for(open_server(scripts.json_bytes(b"[{}]"))), told.append)
    assert told[1] == "Dropped: 1 × The entry has no title. (title_missing)"


def test_other_settings_stay_as_they_are(open_server: Open) -> None:
    CodexSettings(codex_daily_per_user=7).save()
    live.forget()
    choose_archive(f"{open_server(GOOD).url}/search-index.json")
    assert options().codex_daily_per_user == 7


@pytest.mark.parametrize(
    ("argument", "code"),
    [
        ("http://10.0.0.1/i.json", "private_host"),
        ("ftp://lore.org/i.json", "url_scheme"),
        ("https://user:pw@lore.org/i.json", "url_credentials"),
        ("https://lore.org/i.json#top", "url_fragment"),
        ("/no/such/file.json", "archive_file"),
        ("/" + "x" * 3_000, "archive_file"),
    ],
)
def test_a_refused_archive_changes_nothing(argument: str, code: str) -> None:
    with pytest.raises(CodexError) as caught:
        choose_archive(argument)
    assert caught.value.code == code
    assert not CodexSettings.objects.exists()


def test_a_file_that_holds_no_archive_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "i.json").write_bytes(b"<html>")
    with pytest.raises(CodexError, match="web page"):
        choose_archive(str(tmp_path / "i.json"))
    assert not CodexSettings.objects.exists()


def test_a_first_start_reads_the_archive(open_server: Open) -> None:
    told: list[str] = []
    edition = read_first(options_for(open_server(GOOD)), told.append)
    assert edition is not None
    assert (edition.source, told) == ("origin", [])


def test_a_first_start_without_the_archive_searches_the_sample_and_says_so(open_server: Open) -> None:
    told: list[str] = []
    edition = read_first(options_for(open_server(BAD)), told.append)
    assert edition is not None
    assert edition.source == "sample"
    assert told[0] == "The archive could not be read. The server answered with an error. (fetch_status)"
    assert "sample" in told[1]


def test_a_later_start_asks_for_the_real_archive_at_once(open_server: Open) -> None:
    settings = options_for(open_server(scripts.in_turn(BAD, BAD, GOOD)))
    sources = [edition.source for edition in (read_first(settings, str) for _ in range(3)) if edition]
    assert sources == ["sample", "sample", "origin"]


def test_a_start_while_the_origin_is_down_searches_the_last_copy_and_says_so(open_server: Open) -> None:
    settings = options_for(open_server(scripts.in_turn(GOOD, BAD)))
    read_first(settings, str)
    ArchiveSnapshot.objects.update(checked_at="2020-01-01T00:00Z")
    shelf.forget()
    told: list[str] = []
    edition = read_first(settings, told.append)
    assert edition is not None
    assert edition.stale_since is not None
    assert told == [f"The archive cannot be read now; the copy of {edition.fetched_at:%Y-%m-%d %H:%M} UTC is searched."]


def test_a_start_with_nothing_to_search_goes_on_and_says_so(open_server: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codex.shelf.keep_sample", lambda options, now: False)
    told: list[str] = []
    assert read_first(options_for(open_server(BAD)), told.append) is None
    assert told[1].startswith("There is no copy of it either")


def test_an_archive_over_the_limit_is_told_with_the_setting_that_would_let_it_in(open_server: Open) -> None:
    told: list[str] = []
    edition = read_first(options_for(open_server(GOOD), codex_max_bytes=20), told.append)
    assert edition is not None
    assert edition.source == "sample"
    assert told[0] == "The archive could not be read. The answer is larger than the limit allows. (fetch_too_large)"
    assert told[1].startswith("Raise codex-max-bytes, now 20 bytes, in the settings under /admin/, or with: ")
    assert told[2].startswith("Until it can, the bundled sample archive is searched")
