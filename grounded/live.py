"""The settings of answers as every process sees them: read from the row at most once a second."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from codex.live import Live, history
from codex.models import SettingChange
from grounded.models import GroundedSettings
from grounded.options import OPTIONS, GroundedOptions, in_words


def stored() -> GroundedOptions:
    """The settings as the database holds them now; the defaults while there is no row."""
    row = GroundedSettings.objects.filter(pk=1).first()
    return row.options if row else GroundedOptions()


live: Live[GroundedOptions] = Live(lambda: stored())


def options() -> GroundedOptions:
    """The settings in force, at most one second old."""
    return live.get()


def locked_row() -> GroundedSettings:
    """The row, made when there is none; locked until the transaction ends, so that changes follow each other."""
    GroundedSettings.objects.get_or_create(pk=1)
    return GroundedSettings.objects.select_for_update().get(pk=1)


def store(row: GroundedSettings, *, by: AbstractBaseUser | None = None, note: str = "") -> list[SettingChange]:
    """Save the row and keep in the site's history who changed what; of the key only that it changed."""
    with transaction.atomic():
        before = stored()
        row.save()
        changes = SettingChange.objects.bulk_create(_changes(before, row.options, by, note))
        transaction.on_commit(live.forget)
    return changes


def _changes(
    before: GroundedOptions, after: GroundedOptions, by: AbstractBaseUser | None, note: str
) -> list[SettingChange]:
    changes = history([(one.name, _told(before, one.field), _told(after, one.field)) for one in OPTIONS], by, note)
    if before.sealed_key != after.sealed_key and all(change.name != "key" for change in changes):
        changes += history([("key", "set", "replaced")], by, note)
    return changes


def _told(options: GroundedOptions, field: str) -> str:
    if field == "key":
        return "set" if options.sealed_key else ""
    return in_words(getattr(options, field))
