"""Mail goes to the console until the environment names a server."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

_PRINT = """
import json, lumasite.settings as given
names = ("BACKEND", "HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")
print(json.dumps([getattr(given, "EMAIL_" + name) for name in names]))
"""


def start(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    given = {"PATH": os.environ["PATH"], "LUMASITE_DATA": str(folder), "SECRET_KEY": "x" * 60} | environment
    command = [sys.executable, "-c", _PRINT]
    return subprocess.run(command, env=given, capture_output=True, text=True, timeout=90, check=False)


@pytest.mark.parametrize(
    ("environment", "mail"),
    [
        ({}, ["console", "localhost", 25, "", "", False, False]),
        ({"EMAIL_HOST": "mail.example"}, ["smtp", "mail.example", 25, "", "", False, False]),
        (
            {"EMAIL_URL": "smtp+tls://luma:se%2Fcret@mail.example:587"},
            ["smtp", "mail.example", 587, "luma", "se/cret", True, False],
        ),
        ({"EMAIL_URL": "smtp+ssl://mail.example:465"}, ["smtp", "mail.example", 465, "", "", False, True]),
    ],
)
def test_the_environment_says_where_mail_goes(
    environment: dict[str, str], mail: list[str | int | bool], tmp_path: Path
) -> None:
    backend, *rest = json.loads(start(tmp_path, **environment).stdout)
    assert [backend.split(".")[-2], *rest] == mail


@pytest.mark.parametrize("url", ["carrier-pigeon://loft", "smtp://luma:secret@mail.example:port"])
def test_an_address_that_cannot_work_is_told_without_its_secret(url: str, tmp_path: Path) -> None:
    done = start(tmp_path, EMAIL_URL=url)
    assert "EMAIL_URL must look like smtp+tls://user:password@host:587." in done.stderr
    assert "secret" not in done.stderr
