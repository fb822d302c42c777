"""`manage.py serve`: from a fresh checkout to a site that answers, in one command."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.core.checks import Tags
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connections

from codex.core.errors import CodexError
from codex.core.heap import give_back
from codex.live import options
from codex.management.first_admin import make_first_admin
from codex.management.first_archive import choose_archive, read_first
from codex.management.other_archive import add_site_origin
from codex.management.refresh import told_edition
from codex.management.server import check_port, serve
from codex.management.subcommand import told
from codex.shelf import shelf
from codex.staff.failing import links_line
from codex.store.edition import Edition, home_of, is_file
from lumasite.private import make_file, make_folder

_THREADS: Final = 8
_LOOPBACK: Final = {"127.0.0.1", "localhost", "[::1]"}


class Command(BaseCommand):
    """Prepares what is missing, tells what it did, then serves."""

    #: Not those that import every page and form: `check` does, and the workers are about to.
    requires_system_checks = (Tags.caches, Tags.compatibility, Tags.files, Tags.models, Tags.security)
    help = "Prepares the site and serves it: database, first admin, archive, web server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen, how many at once, and which archive."""
        parser.add_argument("--host", type=_address, default="127.0.0.1", help="the IP address to listen at")
        parser.add_argument("--port", type=_between(1, 65_535), default=8000, help="the port to listen at")
        parser.add_argument("--workers", type=_between(1, 256), default=1, help="processes that answer")
        parser.add_argument(
            "--threads", type=_between(1, 512), default=_THREADS, help="requests at once in each process, besides chats"
        )
        parser.add_argument("--archive", metavar="URL-or-FILE", help="make this the site's archive")
        add_site_origin(parser)
        parser.add_argument("--no-admin", action="store_true", help="do not ask for a first admin")

    def handle(self, *args: Any, **given: Any) -> None:
        """Run until interrupted; whatever fails is told in words."""
        try:
            check_port(given["host"], given["port"])
            self._prepare(given["archive"], given["site_origin"], ask=not given["no_admin"])
            self._tell_archive(read_first(options(), self.stdout.write), given)
            tell = partial(self._tell_address, _addresses(given))
            _let_go()
            # Turns of chat wait in threads of their own, so that searches always have theirs.
            threads = given["threads"] + settings.CHATS_AT_ONCE
            serve(given["host"], given["port"], workers=given["workers"], threads=threads, tell=tell)
        except (CodexError, Error) as error:
            raise told(error) from None
        except KeyboardInterrupt:
            self.stdout.write("")
        self.stdout.write("Stopped.")

    def _prepare(self, archive: str | None, site_origin: str | None, *, ask: bool) -> None:
        _make_data_folder()
        call_command("migrate", interactive=False, verbosity=0)
        if ask:
            make_first_admin(self.stdout.write)
        if archive or site_origin is not None:
            choose_archive(archive, site_origin, write=self.stdout.write)

    def _tell_archive(self, edition: Edition | None, given: dict[str, Any]) -> None:
        index_url = options().codex_index_url
        if edition:
            place = "the bundled sample" if edition.source == "sample" else index_url
            self.stdout.write(f"Archive:  {told_edition(edition)}, from {place}")
        if given["site_origin"] is not None:
            self.stdout.write(f"Links:    lead to {home_of(options())}")
        elif given["archive"] and is_file(index_url):
            self.stdout.write(f"Note:     {links_line(options())}")
        self.stdout.flush()

    def _tell_address(self, lines: list[str], is_up: bool) -> None:
        if not is_up:
            self.stdout.write("Note:     nothing answers there yet; if that lasts, the lines above or the log say why.")
        self.stdout.write("\n".join(lines))
        self.stdout.flush()


def _addresses(given: dict[str, Any]) -> list[str]:
    """What is told once the site answers; made before, since it asks the database."""
    site = f"http://{_in_url(given['host'])}:{given['port']}"
    lines = [f"Address:  {site}/", f"Settings: {site}/admin/ ({_admin_hint()})"]
    if not ip_address(given["host"]).is_loopback and set(settings.ALLOWED_HOSTS) <= _LOOPBACK:
        lines.append("Note:     set ALLOWED_HOSTS to the names under which browsers reach this site.")
    return [*lines, "Ctrl+C stops it."]


def _let_go() -> None:
    """Only the workers search: this process, which watches over them, keeps no archive and no connection."""
    shelf.forget()
    connections.close_all()
    give_back()


def _make_data_folder() -> None:
    """With the folder of collected files, which WhiteNoise looks for although nothing need be in it, and the database.

    Only their owner may look into the folder and the database.
    """
    try:
        make_folder(settings.DATA_DIR)
        settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
        database = settings.DATABASES["default"]
        if "sqlite" in database["ENGINE"] and Path(database["NAME"]).parent == settings.DATA_DIR:
            make_file(Path(database["NAME"]))
    except OSError:
        raise CommandError(
            "The data folder cannot be made; set LUMASITE_DATA to a folder that can be written."
        ) from None


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _admin_hint() -> str:
    if User.objects.filter(is_superuser=True, is_active=True).exists():
        return "for admins"
    return "make an admin with: manage.py createsuperuser"


def _address(text: str) -> str:
    try:
        return str(ip_address("127.0.0.1" if text == "localhost" else text))
    except ValueError:
        raise ArgumentTypeError("an IP address is needed, such as 127.0.0.1 or 0.0.0.0") from None


def _between(low: int, high: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and low <= int(text[:9]) <= high):
            raise ArgumentTypeError(f"a number from {low} to {high} is needed")
        return int(text)

    return number
