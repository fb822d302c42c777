"""Bots' tokens from making to revoking, and what is kept of them (API-01)."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from codex.core.errors import CallerError
from codex.core.tokens import is_token, new_token
from codex.metering.bot_tokens import Bearer, Known, Made, bearer, known, make, revoke, rotate
from codex.models import BotToken, CallerAct

pytestmark = pytest.mark.django_db
YEAR = timedelta(days=365)


def made(*scopes: str, days: float | None = 365) -> Made:
    expires_at = None if days is None else timezone.now() + timedelta(days=days)
    return make("Luma", scopes or ("search", "tools"), expires_at=expires_at, by=None, reason="for Luma")


def code(token: str) -> str:
    with pytest.raises(CallerError) as refused:
        bearer(token)
    return refused.value.code


def test_a_new_token_is_known_with_its_scopes() -> None:
    new = made("tools", "search", "nonsense")
    assert bearer(new.token) == Bearer(new.row.bot, frozenset({"search", "tools"}))


def test_of_the_token_itself_nothing_is_kept_but_its_hash_and_four_characters() -> None:
    new = made()
    kept = " ".join(
        str(value) for row in (*BotToken.objects.values(), *CallerAct.objects.values()) for value in row.values()
    )
    assert is_token(new.token)
    assert new.token not in kept
    assert new.token[5:37] not in kept
    assert new.row.last_four == new.token[-4:]


def test_the_token_does_not_stand_in_what_is_logged_of_its_making() -> None:
    new = made()
    assert new.token not in repr(new) + str(new.row) + repr(new.row)


NO_TOKENS = {"empty": "", "x": "x", "bare": "luma_", "unsigned": "luma_" + "a" * 38, "other": "lumb_" + new_token()[5:]}


@pytest.mark.parametrize("token", NO_TOKENS.values(), ids=NO_TOKENS)
def test_what_is_no_token_asks_no_database(token: str, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert code(token) == "token_malformed"


def test_a_token_of_somebody_else_is_unknown() -> None:
    made()
    assert code(new_token()) == "token_unknown"


def test_an_expired_token_is_refused_to_the_second() -> None:
    new = made(days=1)
    assert new.row.expires_at is not None
    assert bearer(new.token, now=new.row.expires_at - timedelta(seconds=1))
    with pytest.raises(CallerError, match="expired"):
        bearer(new.token, now=new.row.expires_at)


def test_a_token_without_end_has_none() -> None:
    assert bearer(made(days=None).token, now=timezone.now() + 100 * YEAR)


@pytest.mark.django_db(transaction=True)
def test_a_revoked_token_is_refused_at_once_in_this_process() -> None:
    new = made()
    bearer(new.token)
    revoke(new.row, by=None, reason="leaked")
    assert code(new.token) == "token_revoked"


def test_what_another_process_revoked_is_refused_within_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    new, seconds = made(), iter((0.0, 0.9, 1.0, 1.0))
    monkeypatch.setattr("codex.metering.bot_tokens.known", Known(lambda: next(seconds)))
    bearer(new.token)
    BotToken.objects.update(revoked_at=timezone.now())
    bearer(new.token)
    assert code(new.token) == "token_revoked"


def test_revoking_twice_keeps_the_first_time() -> None:
    new = made()
    revoke(new.row, by=None, reason="leaked")
    first = BotToken.objects.get().revoked_at
    revoke(new.row, by=None, reason="still leaked")
    assert BotToken.objects.get().revoked_at == first


def test_a_token_in_use_is_read_once_a_second(
    django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = made()
    monkeypatch.setattr("codex.metering.bot_tokens.known", Known(lambda: 0.0))
    bearer(new.token)
    with django_assert_num_queries(0):
        for _ in range(10):
            bearer(new.token)


def test_the_last_use_is_kept_to_the_minute(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    new, now = made(), timezone.now()
    bearer(new.token, now=now)
    bearer(new.token, now=now + timedelta(seconds=59))
    assert BotToken.objects.get().last_used_at == now
    bearer(new.token, now=now + timedelta(seconds=60))
    assert BotToken.objects.get().last_used_at == now + timedelta(seconds=60)


def test_a_use_that_another_process_kept_is_not_kept_again() -> None:
    new, now = made(), timezone.now()
    known.read(BotToken.objects.get().digest)
    BotToken.objects.update(last_used_at=now)
    bearer(new.token, now=now + timedelta(seconds=5))
    assert BotToken.objects.get().last_used_at == now


def test_more_tokens_than_are_remembered_are_all_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codex.metering.bot_tokens.Known.MOST", 3)
    tokens = [made().token for _ in range(8)]
    assert all(bearer(token) for token in tokens * 2)


@pytest.mark.django_db(transaction=True)
def test_after_a_rotation_both_work_for_a_while_and_speak_for_the_same_bot() -> None:
    old = made("search")
    new = rotate(old.row, by=None, reason="yearly", overlap=timedelta(hours=3))
    assert bearer(old.token) == bearer(new.token) == Bearer(old.row.bot, frozenset({"search"}))
    with pytest.raises(CallerError, match="expired"):
        bearer(old.token, now=timezone.now() + timedelta(hours=3))
    assert bearer(new.token, now=timezone.now() + YEAR - timedelta(hours=1))


def test_a_rotated_token_lives_as_long_as_the_one_before() -> None:
    assert rotate(made(days=None).row, by=None, reason="yearly").row.expires_at is None
    short = rotate(made(days=30).row, by=None, reason="monthly").row
    assert short.expires_at is not None
    assert timedelta(days=29) < short.expires_at - timezone.now() < timedelta(days=31)


def test_a_rotation_never_lengthens_the_old_token_s_life() -> None:
    old = made(days=1).row
    rotate(old, by=None, reason="yearly", overlap=timedelta(days=30))
    assert BotToken.objects.get(pk=old.pk).expires_at == old.expires_at


@pytest.mark.parametrize("how", ["revoked", "expired"])
def test_a_token_that_has_ended_is_not_rotated(how: str) -> None:
    old = made(days=-1 if how == "expired" else 365).row
    if how == "revoked":
        revoke(old, by=None, reason="leaked")
    with pytest.raises(CallerError) as refused:
        rotate(old, by=None, reason="yearly")
    assert refused.value.code == f"token_{how}"
    assert BotToken.objects.count() == 1


def test_each_act_on_a_token_is_kept_with_who_and_why() -> None:
    abbess = User.objects.create_user("abbess")
    new = make("Luma", ["tools"], expires_at=None, by=abbess, reason="for Luma")
    rotate(new.row, by=abbess, reason="yearly")
    revoke(new.row, by=abbess, reason="leaked")
    acts = CallerAct.objects.order_by("pk").values_list("act", "kind", "caller", "reason", "done_by")
    about = ("token", new.row.bot)
    assert list(acts) == [
        ("make", *about, "for Luma", abbess.pk),
        ("rotate", *about, "yearly", abbess.pk),
        ("revoke", *about, "leaked", abbess.pk),
    ]


def test_a_token_tells_its_state_in_a_word() -> None:
    rows = [made().row, made(days=-1).row, made().row]
    revoke(rows[2], by=None, reason="leaked")
    rows[2].refresh_from_db()
    assert [row.state for row in rows] == ["active", "expired", "revoked"]
