"""The settings in memory: fresh enough, one reading at a time, and never lost to a database that fails."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, transaction
from pytest_django import DjangoAssertNumQueries

from codex import live as module
from codex.core.options import CodexOptions
from codex.live import SECONDS, Live, LiveOptions, changed, options, store, stored
from codex.models import CodexSettings, SettingChange


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        self.now += 1e-6
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def live(clock: Clock) -> LiveOptions:
    return LiveOptions(clock)


def _fail() -> CodexOptions:
    raise OperationalError("database is locked")


def _save(**values: object) -> None:
    CodexSettings.objects.update_or_create(pk=1, defaults=values)


@pytest.mark.django_db
def test_without_a_row_the_defaults_are_in_force(live: LiveOptions) -> None:
    assert live.get() == CodexOptions()


@pytest.mark.django_db
def test_the_row_is_read_once_a_second(
    live: LiveOptions, clock: Clock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        live.get()
        clock.now += SECONDS - 0.01
        live.get()
    with django_assert_num_queries(1):
        clock.now += 0.02
        live.get()


@pytest.mark.django_db
def test_a_change_is_seen_within_two_seconds(live: LiveOptions, clock: Clock) -> None:
    live.get()
    _save(codex_timeout=33)
    clock.now += 1.99
    assert live.get().codex_timeout == 33


@pytest.mark.django_db
def test_after_forget_a_change_is_seen_at_once(live: LiveOptions) -> None:
    live.get()
    _save(codex_timeout=33)
    live.forget()
    assert live.get().codex_timeout == 33


@pytest.mark.django_db
def test_a_row_that_vanishes_means_the_defaults(live: LiveOptions) -> None:
    _save(codex_timeout=33)
    live.get()
    CodexSettings.objects.all().delete()
    live.forget()
    assert live.get() == CodexOptions()


@pytest.mark.django_db
def test_a_failing_database_leaves_the_staff_s_settings_in_force(
    live: LiveOptions, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _save(codex_timeout=33)
    live.get()
    monkeypatch.setattr(module, "stored", _fail)
    clock.now += 5
    caplog.set_level(logging.WARNING)
    assert live.get().codex_timeout == 33
    assert caplog.messages == ["The settings cannot be read; the last ones stay in force."]


@pytest.mark.django_db
def test_a_failing_database_is_asked_once_a_second_and_believed_when_it_recovers(
    live: LiveOptions, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    live.get()
    with monkeypatch.context() as patch:
        patch.setattr(module, "stored", _fail)
        live.forget()
        live.get()
    _save(codex_timeout=33)
    assert live.get().codex_timeout == 10
    clock.now += SECONDS
    assert live.get().codex_timeout == 33


def test_before_the_first_good_reading_a_failure_is_raised(live: LiveOptions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "stored", _fail)
    for _ in range(2):
        with pytest.raises(OperationalError):
            live.get()


def _readings(first: Callable[[], CodexOptions]) -> tuple[list[int], Callable[[], CodexOptions]]:
    """A stand-in for the database that counts its readings."""
    counts = [0]

    def read() -> CodexOptions:
        counts[0] += 1
        return first()

    return counts, read


class Gate:
    """A reading that waits until it is let go."""

    def __init__(self) -> None:
        self.begun, self.go = threading.Event(), threading.Event()

    def __call__(self) -> CodexOptions:
        self.begun.set()
        assert self.go.wait(10)
        return CodexOptions(codex_timeout=22)


def test_one_thread_reads_anew_while_the_others_go_on(
    live: LiveOptions, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "stored", lambda: CodexOptions(codex_timeout=11))
    live.get()
    gate = Gate()
    counts, read = _readings(gate)
    monkeypatch.setattr(module, "stored", read)
    clock.now += SECONDS + 0.1
    reader = threading.Thread(target=live.get)
    reader.start()
    assert gate.begun.wait(10)
    assert [live.get().codex_timeout for _ in range(5)] == [11] * 5
    gate.go.set()
    reader.join(10)
    assert (live.get().codex_timeout, counts) == (22, [1])


def test_after_an_idle_spell_nobody_is_answered_from_what_was_held_before_it(
    live: LiveOptions, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "stored", lambda: CodexOptions(codex_timeout=11))
    live.get()
    gate = Gate()
    monkeypatch.setattr(module, "stored", gate)
    clock.now += 1.99
    with ThreadPoolExecutor(6) as pool:
        answers = [pool.submit(live.get) for _ in range(6)]
        assert gate.begun.wait(10)
        early = wait(answers, timeout=0.2).done
        gate.go.set()
    assert not early
    assert [answer.result(10).codex_timeout for answer in answers] == [22] * 6


def test_a_reading_begun_before_forget_does_not_count_as_fresh(
    live: LiveOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate()
    monkeypatch.setattr(module, "stored", gate)
    reader = threading.Thread(target=live.get)
    reader.start()
    assert gate.begun.wait(10)
    live.forget()
    gate.go.set()
    reader.join(10)
    monkeypatch.setattr(module, "stored", lambda: CodexOptions(codex_timeout=33))
    assert live.get().codex_timeout == 33


@pytest.mark.django_db
def test_a_broken_transaction_does_not_cost_the_settings(live: LiveOptions, clock: Clock) -> None:
    live.get()
    clock.now += 5
    with transaction.atomic():
        transaction.set_rollback(True)
        assert live.get() == CodexOptions()


@pytest.mark.django_db
def test_store_keeps_who_changed_what_and_why(staff_user: User) -> None:
    row = CodexSettings(enable_codex=True, codex_timeout=20)
    store(row, by=staff_user, note="slow host")
    changes = SettingChange.objects.order_by("name").values_list("name", "old", "new", "changed_by", "note")
    assert list(changes) == [
        ("codex-timeout", "10", "20", staff_user.pk, "slow host"),
        ("enable-codex", "false", "true", staff_user.pk, "slow host"),
    ]
    assert stored() == CodexOptions(enable_codex=True, codex_timeout=20)


@pytest.mark.django_db
def test_storing_the_same_values_is_no_change() -> None:
    store(CodexSettings())
    store(CodexSettings())
    assert not SettingChange.objects.exists()


@pytest.mark.django_db
def test_a_change_by_command_has_no_person() -> None:
    store(CodexSettings(codex_index_url="file:archive.json"))
    assert SettingChange.objects.get().changed_by is None


@pytest.mark.django_db(transaction=True)
def test_a_stored_change_is_in_force_at_once() -> None:
    assert options().codex_timeout == 10
    store(CodexSettings(codex_timeout=20))
    assert options().codex_timeout == 20


@pytest.mark.django_db(transaction=True)
def test_a_change_rolled_back_never_was() -> None:
    with transaction.atomic():
        store(CodexSettings(codex_timeout=20))
        transaction.set_rollback(True)
    assert options().codex_timeout == 10
    assert not SettingChange.objects.exists()


@pytest.mark.django_db
def test_changed_makes_this_process_read_anew() -> None:
    options()
    _save(codex_timeout=33)
    changed()
    assert options().codex_timeout == 33


def test_once_forgotten_no_thread_goes_on_with_the_old_settings() -> None:
    values = iter(range(100))
    gate = threading.Event()

    def stored() -> int:
        gate.wait(10)
        return next(values)

    remembered = Live(stored)
    gate.set()
    old = remembered.get()
    gate.clear()
    remembered.forget()
    with ThreadPoolExecutor(4) as pool:
        reading = [pool.submit(remembered.get) for _ in range(4)]
        gate.set()
        assert {one.result(10) for one in reading} == {old + 1}
