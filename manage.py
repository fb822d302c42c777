#!/usr/bin/env python
"""Django's command line for Lumasite."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run one management command; settings that cannot work are told in words."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every terminal can show every tongue
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lumasite.settings")
    with _reader_may_leave():
        try:
            execute_from_command_line(sys.argv)
        except ImproperlyConfigured as error:
            sys.exit(f"Settings: {error}")


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """Whoever reads through a pipe, such as `head`, may have enough before all is told."""
    try:
        yield
    except BrokenPipeError:
        pass
    finally:
        try:
            sys.stdout.flush()
        except BrokenPipeError:  # what is left must not be written at the end either
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
