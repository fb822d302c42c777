"""Variables that cannot work end every command with one sentence; what is made is its owner's alone."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from lumasite.environment import check_cache, database_of
from lumasite.private import make_file, make_folder
from tests.test_manage import run

DATABASE = "DATABASE_URL must look like postgres://user@host/name or sqlite:////folder/file."
WRONG = [
    ("DATABASE_URL", "garbage", DATABASE),
    ("CACHE_URL", "garbage", "CACHE_URL must look like redis://host:6379/0."),
    ("TRUSTED_PROXIES", "many", "TRUSTED_PROXIES must be a whole number."),
    ("DATABASE_URL_FILE", "/no/such/file", "The file that DATABASE_URL_FILE names cannot be read."),
]


@pytest.mark.parametrize(("name", "value", "sentence"), WRONG)
def test_a_variable_that_cannot_work_is_told_in_one_sentence(
    tmp_path: Path, name: str, value: str, sentence: str
) -> None:
    done = run(tmp_path, "check", **{name: value})
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"Settings: {sentence}\n")


@pytest.mark.parametrize(
    "url",
    [
        "garbage",
        "",
        "://",
        "mysql://a/b",
        "redis://x",
        "postgres://",
        "postgres://u@h",
        "postgres://u@h:port/x",
        "sqlite:",
    ],
)
def test_a_database_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must look like"):
        database_of(url)


@pytest.mark.parametrize(
    ("url", "engine", "name"),
    [
        ("postgres://u:p@h:5/n", "lumasite.postgres", "n"),
        ("postgresql://h/n", "lumasite.postgres", "n"),
        ("sqlite:////folder/file", "django.db.backends.sqlite3", "/folder/file"),
    ],
)
def test_a_database_is_named_by_its_url(url: str, engine: str, name: str) -> None:
    database = database_of(url)
    assert (database["ENGINE"], database["NAME"]) == (engine, name)


@pytest.mark.parametrize("url", ["garbage", "redis://", "redis:///", "http://host", "memcache://host"])
def test_a_cache_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="CACHE_URL must look like"):
        check_cache(url)


@pytest.mark.parametrize("url", ["redis://host:6379/0", "rediss://user:p@host", "unix:///run/redis.sock"])
def test_a_cache_is_named_by_its_url(url: str) -> None:
    assert check_cache(url) == url


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_folder_that_is_made_is_its_owner_s_and_one_that_is_there_stays(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    assert mode(tmp_path / "a" / "b") == 0o700
    (tmp_path / "a" / "b").chmod(0o750)
    make_folder(tmp_path / "a" / "b")
    assert mode(tmp_path / "a" / "b") == 0o750


@pytest.mark.parametrize(("size", "after"), [(0, 0o600), (4_096, 0o600), (4_097, 0o644)])
def test_a_file_is_closed_to_others_while_it_holds_nothing(tmp_path: Path, size: int, after: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(size))
    path.chmod(0o644)
    make_file(path)
    assert (mode(path), path.stat().st_size) == (after, size)


def test_a_new_file_is_its_owner_s(tmp_path: Path) -> None:
    make_file(tmp_path / "file")
    assert (mode(tmp_path / "file"), (tmp_path / "file").stat().st_size) == (0o600, 0)


def test_any_command_makes_the_data_folder_for_its_owner_alone(tmp_path: Path) -> None:
    run(tmp_path, "check")
    assert mode(tmp_path / "data") == 0o700


def test_the_entry_for_a_web_server_can_be_imported_by_itself(tmp_path: Path) -> None:
    given = {"PATH": os.environ["PATH"], "LUMASITE_DATA": str(tmp_path / "data"), "SECRET_KEY": "x" * 60}
    command = [sys.executable, "-c", "from lumasite.wsgi import application; print(callable(application))"]
    done = subprocess.run(
        command, env=given, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False
    )
    assert done.stdout == "True\n", done.stderr
