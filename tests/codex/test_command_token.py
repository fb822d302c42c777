"""`manage.py codex token`: made and shown once, listed, rotated, revoked (API-01)."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from codex.core.errors import CallerError
from codex.core.tokens import is_token
from codex.metering.bot_tokens import Bearer, bearer
from codex.models import BotToken, CallerAct

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("codex", "token", *arguments, stdout=out)
    return out.getvalue()


def created(*arguments: str) -> str:
    return run("create", "Luma", *arguments).splitlines()[0]


def test_a_new_token_stands_alone_on_the_first_line_and_works() -> None:
    token, told = run("create", "Luma").splitlines()
    assert is_token(token)
    assert bearer(token).scopes == {"search", "tools"}
    assert f"Luma (…{token[-4:]}), for search tools" in told
    assert "shown this once" in told


@pytest.mark.parametrize("scopes", ["answers", "answers,search", "search answers"])
def test_scopes_can_be_chosen(scopes: str) -> None:
    assert bearer(created("--scopes", scopes)).scopes == set(scopes.replace(",", " ").split())


def test_it_expires_after_a_year_or_as_said_or_never() -> None:
    created(), created("--days", "7"), created("--days", "0")
    ends = [row.expires_at for row in BotToken.objects.order_by("pk")]
    lives = [end and round((end - timezone.now()) / timedelta(days=1)) for end in ends]
    assert lives == [365, 7, None]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--scopes", ""], ["--scopes", "search,everything"], ["--days", "-1"], ["--days", "soon"], ["--days", "36501"],
        ["--days", "9" * 5_000],
    ],
)  # fmt: skip
def test_bad_choices_make_no_token(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        created(*arguments)
    assert not BotToken.objects.exists()


@pytest.mark.parametrize("name", ["", " ", "x" * 81, "a\x1b[2J"])
def test_bad_names_make_no_token(name: str) -> None:
    with pytest.raises(CommandError, match="name"):
        run("create", name)
    assert not BotToken.objects.exists()


@pytest.mark.parametrize("arguments", [[], ["list"]])
def test_the_list_tells_everything_but_the_token(arguments: list[str]) -> None:
    token = created("--scopes", "tools")
    bearer(token)
    listed = run(*arguments)
    row = BotToken.objects.get()
    assert f"{row.pk}  Luma (…{token[-4:]})  tools  active  expires " in listed
    assert f"last used {timezone.now():%Y-%m-%d}" in listed
    assert token[5:30] not in listed


def test_an_empty_list_tells_how_to_begin() -> None:
    assert "manage.py codex token create NAME" in run()


def test_a_rotated_token_shows_the_one_that_follows() -> None:
    old = created()
    new = run("rotate", str(BotToken.objects.get().pk), "--hours", "2").splitlines()[0]
    assert isinstance(bearer(new), Bearer)
    assert bearer(new).bot == bearer(old).bot
    with pytest.raises(CallerError, match="expired"):
        bearer(old, now=timezone.now() + timedelta(hours=2))


@pytest.mark.parametrize("hours", ["-1", "a day", "8761"])
def test_bad_overlaps_rotate_nothing(hours: str) -> None:
    created()
    with pytest.raises(CommandError):
        run("rotate", str(BotToken.objects.get().pk), "--hours", hours)
    assert BotToken.objects.count() == 1


def test_a_revoked_token_is_listed_as_such() -> None:
    created()
    assert "is revoked" in run("revoke", str(BotToken.objects.get().pk))
    assert "  revoked  " in run("list")


def test_a_revoked_token_is_not_rotated() -> None:
    created()
    number = str(BotToken.objects.get().pk)
    run("revoke", number)
    with pytest.raises(CommandError, match="token_revoked"):
        run("rotate", number)


@pytest.mark.parametrize("act", ["rotate", "revoke"])
@pytest.mark.parametrize("number", ["99", "9" * 40])
def test_a_number_without_a_token_is_told_so(act: str, number: str) -> None:
    with pytest.raises(CommandError, match="no token of that number"):
        run(act, number)


def test_acts_at_the_command_line_are_kept_with_their_note() -> None:
    created("--note", "for Luma")
    run("revoke", str(BotToken.objects.get().pk), "--note", " ")
    acts = CallerAct.objects.filter(done_by=None).order_by("pk").values_list("act", "reason")
    assert list(acts) == [("make", "for Luma"), ("revoke", "by command")]
