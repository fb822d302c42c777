"""What each part of `manage.py codex` consists of."""

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandError
from django.db import Error

from codex.core.errors import CodexError, SearchError

Write = Callable[[str], object]
Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Subcommand:
    """One verb: its arguments, and what it does with them; `write` takes a line of output."""

    name: str
    help: str
    add_arguments: Callable[[ArgumentParser], None]
    run: Callable[[Arguments, Write], None]


def told(error: CodexError | Error) -> CommandError:
    """A refusal, or storage that fails, as the words a command ends with."""
    refusal = error if isinstance(error, CodexError) else SearchError("storage_unavailable")
    return CommandError(f"{refusal.sentence} ({refusal.code})")
