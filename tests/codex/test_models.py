"""What the database itself guarantees about the codex's rows."""

from datetime import date

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from codex.core.options import OPTIONS, CodexOptions, Option
from codex.models import ArchiveSnapshot, CodexSettings, DailyUse, SettingChange, check_row

pytestmark = pytest.mark.django_db
INTS = [option for option in OPTIONS if option.kind == "int"]


def _ends(option: Option) -> tuple[int, int]:
    assert option.low is not None
    assert option.high is not None
    return option.low, option.high


def test_a_new_row_holds_the_defaults() -> None:
    assert CodexSettings().options == CodexOptions()


def test_there_is_only_ever_one_row() -> None:
    CodexSettings(codex_timeout=20).save()
    CodexSettings(codex_timeout=30).save()
    assert [row.codex_timeout for row in CodexSettings.objects.all()] == [30]


def test_the_database_refuses_a_second_row() -> None:
    with pytest.raises(IntegrityError):
        CodexSettings.objects.bulk_create([CodexSettings(pk=2)])


@pytest.mark.parametrize("option", INTS, ids=lambda option: option.name)
def test_the_bounds_themselves_are_stored_and_read_back(option: Option) -> None:
    for value in _ends(option):
        CodexSettings(**{option.field: value}).save()
        assert getattr(CodexSettings.objects.get().options, option.field) == value


@pytest.mark.parametrize("step", [-1, 1])
@pytest.mark.parametrize("option", INTS, ids=lambda option: option.name)
def test_the_database_refuses_values_beyond_the_bounds(option: Option, step: int) -> None:
    low, high = _ends(option)
    with pytest.raises(IntegrityError):
        CodexSettings(**{option.field: low - 1 if step < 0 else high + 1}).save()


def test_check_row_passes_the_defaults() -> None:
    check_row(CodexSettings())


def test_check_row_names_each_setting_out_of_bounds_in_words() -> None:
    with pytest.raises(ValidationError) as caught:
        check_row(CodexSettings(codex_timeout=61, codex_burst=0))
    assert caught.value.message_dict == {
        "codex_timeout": ["codex-timeout must lie between 1 and 60 seconds."],
        "codex_burst": ["codex-burst must lie between 1 and 6,000 per minute."],
    }


def test_check_row_refuses_what_is_no_number() -> None:
    with pytest.raises(ValidationError) as caught:
        check_row(CodexSettings(codex_timeout="soon"))
    assert list(caught.value.message_dict) == ["codex_timeout"]


def test_a_caller_has_one_count_a_day() -> None:
    day = date(2030, 5, 1)
    DailyUse.objects.create(kind="user", caller="1", day=day)
    with pytest.raises(IntegrityError):
        DailyUse.objects.create(kind="user", caller="1", day=day)


def test_an_index_has_one_snapshot() -> None:
    ArchiveSnapshot.objects.create(index_url="https://example.org/index.json")
    with pytest.raises(IntegrityError):
        ArchiveSnapshot.objects.create(index_url="https://example.org/index.json")


def test_changes_outlive_the_account_that_made_them(staff_user: User) -> None:
    SettingChange.objects.create(name="codex-timeout", old="10", new="20", changed_by=staff_user)
    staff_user.delete()
    assert SettingChange.objects.get().changed_by is None


def test_the_newest_change_comes_first() -> None:
    for new in ("1", "2", "3"):
        SettingChange.objects.create(name="codex-timeout", new=new)
    assert [change.new for change in SettingChange.objects.all()] == ["3", "2", "1"]


@pytest.mark.parametrize(
    "row",
    [
        CodexSettings(),
        ArchiveSnapshot(index_url="https://example.org/secret-path"),
        DailyUse(kind="address", caller="0123456789abcdef", day=date(2030, 5, 1)),
        SettingChange(name="codex-index-url", old="https://example.org/secret-path", new="x"),
    ],
    ids=lambda row: type(row).__name__,
)
def test_a_row_s_name_gives_away_no_caller_and_no_address(row: object) -> None:
    assert str(row)
    assert "0123456789abcdef" not in str(row)
    assert "secret-path" not in str(row)
