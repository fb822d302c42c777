"""The files of a deployment name variables and commands that exist, run without root, and write nothing but data."""

import re
from pathlib import Path

import pytest

from codex.management.commands.codex import Command as CodexCommand
from grounded.management.commands.grounded import Command as GroundedCommand

FOLDER = Path("lumasite/deploy")
README = Path("README.md").read_text(encoding="utf-8")
COMMANDS = {path.stem for path in Path("codex/management/commands").glob("[a-z]*.py")} | {"migrate", "grounded"}
#: Of other programs.
FOREIGN = {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "POSTGRES_USER", "POSTGRES_PASSWORD_FILE", "SITE_HOST"}


def text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml", "systemd/environment.sample"])
def test_every_variable_is_one_that_the_settings_read(name: str) -> None:
    named = set(re.findall(r"\b([A-Z]{2,}(?:_[A-Z]+)+)(?=[=:]| ?=)", text(name))) - FOREIGN
    assert named
    assert not [one for one in named if f"`{one}`" not in README and f"`{one.removesuffix('_FILE')}`" not in README]


@pytest.mark.parametrize(
    "path", [*sorted(FOLDER.glob("systemd/*.service")), FOLDER / "compose.yaml"], ids=lambda p: p.name
)
def test_every_command_exists(path: Path) -> None:
    found = re.findall(
        r'manage\.py",? "?([a-z]+)(?: ([a-z]+))?', path.read_text(encoding="utf-8").replace("py ", 'py", ')
    )
    assert found
    for command, verb in found:
        assert command in COMMANDS
        known = {"codex": CodexCommand, "grounded": GroundedCommand}.get(command)
        assert known is None or verb in {one.name for one in known.subcommands}


def test_the_image_runs_without_root_from_the_lock() -> None:
    image = text("Containerfile")
    assert re.search(r"^USER [1-9]\d+$", image, re.MULTILINE)
    assert "--require-hashes -r requirements.lock" in image


def test_hosts_can_write_nothing_but_data() -> None:
    compose = text("compose.yaml")
    assert "read_only: true" in compose
    assert "cap_drop: [ALL]" in compose
    unit = text("systemd/lumasite.service")
    assert "ProtectSystem=strict" in unit
    assert "StateDirectoryMode=0700" in unit


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_proxies_say_themselves_who_asks(name: str) -> None:
    assert re.search(r"X-Forwarded-For (\$remote_addr|\{remote_host\})", text(name))


def test_each_timer_has_its_service() -> None:
    timers = {path.stem for path in FOLDER.glob("systemd/*.timer")}
    assert timers == {"lumasite-purge", "lumasite-refresh"}
    assert timers <= {path.stem for path in FOLDER.glob("systemd/*.service")}


def test_what_stands_behind_a_database_s_url_goes_on_to_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    from lumasite import settings

    monkeypatch.setenv("DATABASE_URL", "postgres://u@h/n?sslmode=verify-full&connect_timeout=9")
    options = settings._database()["OPTIONS"]
    assert (options["sslmode"], str(options["connect_timeout"])) == ("verify-full", "9")
    assert options["tcp_user_timeout"] == 5_000
    assert options["pool"]["max_size"] >= 1
