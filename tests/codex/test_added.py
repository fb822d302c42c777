"""Parts of other apps are imported when they are asked for, and a command that needs no page imports none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from codex.added import Named

HOME = Path(__file__).parents[2]
LOADED = "import sys, django; django.setup(); print(*sys.modules)"


def test_parts_come_in_the_order_they_were_added_each_once() -> None:
    parts = Named()
    for name in ("os.sep", "os.curdir", "os.sep"):
        parts.add(name)
    assert list(parts) == [os.sep, os.curdir]


def test_a_name_is_not_imported_before_it_is_asked_for() -> None:
    parts = Named()
    parts.add("codex.no_such_module.PART")
    with pytest.raises(ImportError):
        list(parts)


def test_setting_up_imports_no_page_and_no_library_that_only_faces_need(tmp_path: Path) -> None:
    given = os.environ | {"DJANGO_SETTINGS_MODULE": "lumasite.settings", "LUMASITE_DATA": str(tmp_path)}
    command = [sys.executable, "-c", LOADED]
    loaded = subprocess.run(command, cwd=HOME, env=given, capture_output=True, text=True, check=True).stdout.split()
    assert {"codex.models", "grounded.models"} <= set(loaded)
    faces = {"ninja", "pydantic", "codex.api", "codex.views", "codex.admin", "grounded.api", "grounded.picking"}
    assert faces.isdisjoint(loaded)
