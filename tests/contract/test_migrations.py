"""A migration leaves a database that the version before it can go on with: hosts are renewed one after the other.

What takes something away needs two releases: one that no longer uses it, and one that drops it. Such a migration is
named in `ACCEPTED` with the release that stopped using what it takes away.
"""

import importlib
import pkgutil

import pytest
from django.db import models
from django.db.migrations import operations as ops
from django.db.migrations.operations.base import Operation

APPS = ("codex", "grounded")
ACCEPTED: dict[str, str] = {}
TAKES_AWAY = (ops.DeleteModel, ops.RemoveField, ops.RenameField, ops.RenameModel, ops.AlterModelTable)


def breaks_the_version_before(operation: Operation) -> bool:
    """Whether a process of the version before would miss something, or could not insert a row any more."""
    if isinstance(operation, ops.AddField):
        return not (operation.field.null or operation.field.db_default is not models.NOT_PROVIDED)
    return isinstance(operation, TAKES_AWAY)


def later_migrations() -> list[tuple[str, list[Operation]]]:
    """All but the first of each app."""
    found = []
    for app in APPS:
        package = importlib.import_module(f"{app}.migrations")
        for one in pkgutil.iter_modules(package.__path__):
            if not one.name.startswith("0001_"):
                module = importlib.import_module(f"{package.__name__}.{one.name}")
                found.append((f"{app}.{one.name}", module.Migration.operations))
    return found


def test_no_migration_breaks_the_version_before_it() -> None:
    breaking = [name for name, steps in later_migrations() if any(map(breaks_the_version_before, steps))]
    assert set(breaking) <= set(ACCEPTED)


@pytest.mark.parametrize(
    ("operation", "breaks"),
    [
        (ops.RemoveField("dailyuse", "used"), True),
        (ops.DeleteModel("DailyUse"), True),
        (ops.RenameField("dailyuse", "used", "count"), True),
        (ops.AddField("dailyuse", "note", models.TextField()), True),
        (ops.AddField("dailyuse", "note", models.TextField(null=True)), False),
        (ops.AddField("dailyuse", "note", models.TextField(db_default="")), False),
        (ops.AddIndex("dailyuse", models.Index(fields=["used"], name="by_use")), False),
    ],
)
def test_what_takes_something_away_is_told_apart(operation: Operation, breaks: bool) -> None:
    assert breaks_the_version_before(operation) is breaks
