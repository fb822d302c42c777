"""The catalogues of the pages' tongues: what the sources say, as .po and .mo; no tool outside Python is needed.

`python -m tests.catalogues` brings them up to date: new sentences come in untranslated, those that are gone go, and the
.mo files, which the site reads, are made anew.
"""

import ast
import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

TOP: Final = Path(__file__).parent.parent
FOLDER: Final = TOP / "lumasite" / "locale"
CODES: Final = ("de", "eo", "nb", "uk")
#: Where in a call the sentences stand; the last two are tables of the cores, which know no gettext.
ONE: Final = {"gettext": (0,), "gettext_lazy": (0,), "gettext_noop": (0,), "_": (0,), "Reason": (0,), "Option": (3, 6)}
#: A table of a core whose values are sentences.
TABLE: Final = "REASONS"
MANY: Final = frozenset({"ngettext", "ngettext_lazy"})
_CALL: Final = re.compile(r"""\b(n?gettext|_)\(((?:\s*u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")\s*,?)+)""")

#: What gettext has to know of a tongue, and readers of the file.
_HEAD: Final = """\
# Lumasite in {name}. Not reviewed by a native speaker.
# `python -m tests.catalogues` brings this file up to what the sources say, and makes the .mo file beside it.
msgid ""
msgstr ""
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""

#: The library writes days into the .mo file, which nobody reads; they would make each day's file another one.
_NO_DAY: Final = datetime(2000, 1, 1, tzinfo=UTC)

Message = str | tuple[str, str]


def messages() -> Iterator[tuple[str, Message]]:
    """Each sentence of the sources with its file; singular and plural together."""
    for folder in ("codex", "grounded", "lumasite", "templates"):
        for path in sorted((TOP / folder).rglob("*")):
            if path.suffix in (".py", ".html", ".txt") and "migrations" not in path.parts:
                read = _in_python if path.suffix == ".py" else _in_template
                yield from ((path.relative_to(TOP).as_posix(), message) for message in read(path.read_text("utf-8")))


def template() -> Catalog:
    """All of them as a catalogue without translations."""
    catalog = Catalog(charset="utf-8")
    for path, message in messages():
        catalog.add(message, locations=[(path, 1)])
    return catalog


def catalogue(code: str) -> Catalog:
    """The catalogue of a tongue as it is kept."""
    with (_folder(code) / "django.po").open("rb") as file:
        return read_po(file, locale=code)


def compiled(catalog: Catalog) -> bytes:
    """The catalogue as the site reads it; the same bytes whenever it is made."""
    catalog.creation_date = catalog.revision_date = _NO_DAY
    catalog.last_translator = catalog.language_team = catalog.msgid_bugs_address = ""
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def update(code: str) -> None:
    """Bring a tongue's files up to what the sources say."""
    catalog = catalogue(code)
    catalog.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    save(code, catalog)


def save(code: str, catalog: Catalog) -> None:
    """Write both files."""
    head = _HEAD.format(code=code, name=Locale(code).get_language_name("en"), plurals=catalog.plural_forms)
    with (_folder(code) / "django.po").open("wb") as file:
        file.write(head.encode())
        write_po(file, catalog, width=120, omit_header=True, ignore_obsolete=True, include_lineno=False)
    (_folder(code) / "django.mo").write_bytes(compiled(catalog))


def _folder(code: str) -> Path:
    return FOLDER / code / "LC_MESSAGES"


def _in_template(text: str) -> Iterator[Message]:
    for name, given in _CALL.findall(templatize(text)):
        sentences = ast.literal_eval(f"({given.rstrip(', ')},)")
        yield (sentences[0], sentences[1]) if name == "ngettext" else sentences[0]


def _in_python(text: str) -> Iterator[Message]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            yield from _of_call(name, node)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == TABLE:
            yield from filter(None, map(_literal, getattr(node.value, "values", ())))


def _of_call(name: str, node: ast.Call) -> Iterator[Message]:
    given = [_literal(argument) for argument in node.args]
    if name in MANY:
        yield given[0], given[1]
    named = [_literal(keyword.value) for keyword in node.keywords if name == "Option" and keyword.arg == "unit"]
    placed = [given[place] for place in ONE.get(name, ()) if place < len(given)]
    yield from (sentence for sentence in (*placed, *named) if sentence)


def _literal(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


if __name__ == "__main__":
    for each in CODES:
        update(each)
