"""`manage.py codex token`: make, list, rotate and revoke bots' tokens (API-01)."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.core.management.base import CommandError
from django.utils import timezone

from codex.caller_models import SCOPES
from codex.management.subcommand import Arguments, Subcommand, Write
from codex.metering.bot_tokens import LIFETIME, OVERLAP, Made, make, revoke, rotate
from codex.models import BotToken

_LIST: Final = "list"
_SEARCHING: Final = "search,tools"
#: As long as an override or a token can be kept at all; a date beyond the year 9999 there is none.
_MOST_DAYS: Final = 36_500


def _add_arguments(parser: ArgumentParser) -> None:
    acts = parser.add_subparsers(dest="act", metavar="create|list|rotate|revoke")
    one = acts.add_parser("create", help="make a token and show it, this once")
    one.add_argument("name", metavar="NAME", help="which bot, and whose")
    one.add_argument("--scopes", type=_scopes, default=_SEARCHING, help=f"{_SEARCHING} unless given; of {SCOPES}")
    one.add_argument("--days", type=_days, default=LIFETIME.days, help="until it expires (365); 0: never")
    _add_note(one)
    acts.add_parser(_LIST, help="every token: number, name, last four characters, scopes, state, expiry, last use")
    one = acts.add_parser("rotate", help="make a token that follows another one of the same bot")
    _add_number(one)
    one.add_argument("--hours", type=_hours, default=OVERLAP // timedelta(hours=1), help="how long both work (24)")
    _add_note(one)
    one = acts.add_parser("revoke", help="end a token now")
    _add_number(one)
    _add_note(one)


def _add_number(parser: ArgumentParser) -> None:
    parser.add_argument("number", type=int, metavar="NUMBER", help="the token's number in the list")


def _add_note(parser: ArgumentParser) -> None:
    parser.add_argument("--note", default="by command", help="why; kept in the list of acts")


def _run(arguments: Arguments, write: Write) -> None:
    act = arguments["act"] or _LIST
    if act == _LIST:
        for line in _listed():
            write(line)
        return
    reason: str = arguments["note"].strip() or "by command"
    if act == "create":
        _show(make(_name(arguments), arguments["scopes"], expires_at=_end(arguments), by=None, reason=reason), write)
        return
    row = _numbered(arguments["number"])
    if act == "rotate":
        _show(rotate(row, by=None, reason=reason, overlap=timedelta(hours=arguments["hours"])), write)
        return
    revoke(row, by=None, reason=reason)
    write(f"Token {row.pk}, {row}, is revoked; every process refuses it within two seconds.")


def _show(made: Made, write: Write) -> None:
    """The token stands alone on the first line, for scripts."""
    write(made.token)
    row = made.row
    write(f"Token {row.pk}, {row}, for {row.scopes}, expires {_minute(row.expires_at)}; it is shown this once.")


def _listed() -> Iterator[str]:
    rows = list(BotToken.objects.order_by("pk"))
    for row in rows:
        ends, used = _minute(row.expires_at), _minute(row.last_used_at)
        yield f"{row.pk}  {row}  {row.scopes}  {row.state}  expires {ends}  last used {used}"
    if not rows:
        yield "There is no token yet; manage.py codex token create NAME makes one."


def _minute(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC" if moment else "never"


def _numbered(number: int) -> BotToken:
    row = BotToken.objects.filter(pk=number).first()
    if row is None:
        raise CommandError("There is no token of that number; manage.py codex token list shows them.")
    return row


def _name(arguments: Arguments) -> str:
    name = " ".join(arguments["name"].split())
    if not 0 < len(name) <= 80 or not name.isprintable():
        raise CommandError("A name has 1 to 80 printable characters.")
    return name


def _end(arguments: Arguments) -> datetime | None:
    return timezone.now() + timedelta(days=arguments["days"]) if arguments["days"] else None


def _scopes(text: str) -> list[str]:
    scopes = text.replace(",", " ").split()
    if not scopes or not set(scopes) <= set(SCOPES):
        raise ArgumentTypeError(f"scopes are some of {', '.join(SCOPES)}")
    return scopes


def _days(text: str) -> int:
    return _number(text, _MOST_DAYS)


def _hours(text: str) -> int:
    return _number(text, 24 * 365)


def _number(text: str, most: int) -> int:
    if not text.isdecimal() or len(text) > 9 or int(text) > most:
        raise ArgumentTypeError(f"a whole number from 0 to {most:,}")
    return int(text)


TOKEN = Subcommand("token", "Makes, lists, rotates and revokes bots' tokens.", _add_arguments, _run)
