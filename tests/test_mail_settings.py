"""Mail goes to the console until the environment names a server."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

_PRINT = """
import json, lumasite.settings as given
mailers = getattr(given, "MAILERS", None)
if mailers:
    found = [mailers["default"]["BACKEND"], mailers["default"]["OPTIONS"]]
else:
    names = {"host": "HOST", "port": "PORT", "username": "HOST_USER", "password": "HOST_PASSWORD"}
    names |= {"use_tls": "USE_TLS", "use_ssl": "USE_SSL", "timeout": "TIMEOUT"}
    found = [given.EMAIL_BACKEND, {name: getattr(given, "EMAIL_" + old) for name, old in names.items()}]
print(json.dumps(found))
"""
_SEND = """
import django
django.setup()
from django.core.mail import send_mail
send_mail("A key", "Turn it.", None, ["luma@lore.example"])
from lumasite.mail import mailer, sends_mail
print(sends_mail(), type(mailer(seconds=3)).__module__, mailer(seconds=3).timeout)
"""


def start(folder: Path, program: str = _PRINT, **environment: str) -> subprocess.CompletedProcess[str]:
    given = {"PATH": os.environ["PATH"], "LUMASITE_DATA": str(folder), "SECRET_KEY": "x" * 60} | environment
    command = [sys.executable, "-W", "error", "-c", program]
    return subprocess.run(command, env=given, capture_output=True, text=True, timeout=90, check=False)


@pytest.mark.parametrize(
    ("environment", "mail"),
    [
        ({"EMAIL_HOST": "mail.example"}, ["mail.example", 25, "", "", False, False]),
        (
            {"EMAIL_URL": "smtp+tls://luma:se%2Fcret@mail.example:587"},
            ["mail.example", 587, "luma", "se/cret", True, False],
        ),
        ({"EMAIL_URL": "smtp+ssl://mail.example:465"}, ["mail.example", 465, "", "", False, True]),
    ],
)
def test_the_environment_says_where_mail_goes(
    environment: dict[str, str], mail: list[str | int | bool], tmp_path: Path
) -> None:
    backend, options = json.loads(start(tmp_path, **environment).stdout)
    names = ("host", "port", "username", "password", "use_tls", "use_ssl")
    assert (backend.split(".")[-2], [options[name] for name in names]) == ("smtp", mail)
    assert options["timeout"] == 10


def test_without_a_server_mails_are_printed_and_no_name_of_a_setting_is_outdated(tmp_path: Path) -> None:
    done = start(tmp_path, _SEND, DJANGO_SETTINGS_MODULE="lumasite.settings")
    assert done.returncode == 0, done.stderr
    assert "Subject: A key" in done.stdout
    assert done.stdout.splitlines()[-1] == "False django.core.mail.backends.console 3"


def test_with_a_server_mails_go_there(tmp_path: Path) -> None:
    program = _SEND.replace("send_mail(", "0 and send_mail(", 1)
    done = start(tmp_path, program, DJANGO_SETTINGS_MODULE="lumasite.settings", EMAIL_URL="smtp://127.0.0.1:9")
    assert done.stdout.splitlines()[-1] == "True django.core.mail.backends.smtp 3", done.stderr


@pytest.mark.parametrize("url", ["carrier-pigeon://loft", "smtp://luma:secret@mail.example:port"])
def test_an_address_that_cannot_work_is_told_without_its_secret(url: str, tmp_path: Path) -> None:
    done = start(tmp_path, EMAIL_URL=url)
    assert "EMAIL_URL must look like smtp+tls://user:password@host:587." in done.stderr
    assert "secret" not in done.stderr
