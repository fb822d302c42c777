"""Nothing is left behind that no page has: templates, classes and signs (PAGE-04)."""

import re
from pathlib import Path

import pytest

TEMPLATES = sorted(path for path in Path("templates").rglob("*") if path.is_file())
CODE = [path for top in ("codex", "grounded", "lumasite") for path in Path(top).rglob("*.py")]
SCRIPTS = sorted(Path("lumasite/static").rglob("*.js"))
TEXTS = "\n".join(path.read_text(encoding="utf-8") for path in (*TEMPLATES, *CODE, *SCRIPTS))
#: The admin's sheet dresses pages of Django's as well.
SHEETS = sorted(path for path in Path("lumasite/static").rglob("*.css") if path.name != "admin.css")
#: Found by Django by their names alone, or by the status they belong to.
BY_NAME = re.compile(r"[45]\d\d\.html|maintenance\.html|admin/.*(change_form|index|login|base_site)\.html")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_every_class_is_on_some_page(sheet: Path) -> None:
    plain = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    classes = {re.sub(r"\d+$", "", name) for name in re.findall(r"\.([a-zA-Z][\w-]*)", plain)}
    assert sorted(name for name in classes if not re.search(rf"(?<![\w-]){name}(?![a-zA-Z])", TEXTS)) == []


def test_every_sign_is_on_some_page() -> None:
    signs = re.findall(r'id="(i-[\w-]+)"', Path("templates/_partials/icons.html").read_text(encoding="utf-8"))
    assert signs
    assert [sign for sign in signs if f"#{sign}" not in TEXTS] == []


def is_shown(name: str) -> bool:
    """Whether something names a template, or makes its name of the folder's and its own."""
    folder, _, own = name.rpartition("/")
    return name in TEXTS or (f"{folder}/{{" in TEXTS and f'"{own.removesuffix(".html")}"' in TEXTS)


def test_every_template_is_shown_by_something() -> None:
    names = [path.relative_to("templates").as_posix() for path in TEMPLATES]
    assert [name for name in names if not (BY_NAME.fullmatch(name) or is_shown(name))] == []
