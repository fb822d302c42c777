"""The catalogues of the tongues: whole, alike in what they hold, and as the sources are (PAGE-02)."""

import gettext
import io
import re
from collections import Counter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from django.utils import translation

from tests.catalogues import CODES, FOLDER, catalogue, compiled, template

pytestmark = pytest.mark.parametrize("code", CODES)
#: What is put in, and markup: the same on both sides.
HELD = re.compile(r"%\(\w+\)[a-z]|%%|%[a-z]|</?\w+[^>]*>")
#: Sentences of signs alone may be the same.
WORD = re.compile(r"[A-Za-z]{3,}")
#: Those that are spelt alike.
SAME = {
    "de": {"Bot", "Bytes", "Chat", "Code", "Code:", "Cookies", "Name", "Pause", "Probe", "Text"},
    "eo": set(),
    "nb": {"Bot", "Pause", "token"},
    "uk": set(),
}
#: Names and units, which some tongues leave as they are.
NAMES = {"%(count)d KiB", "API", "ETag", "Esperanto", "Luma", "MCP", "SHA-256"}
#: Small words that few sentences of English do without, and that are no words of the four.
ENGLISH = re.compile(r"\b(the|this|that|these|and|with|your|you|which|what|were|are|not|nothing|of)\b", re.IGNORECASE)
#: Rights are kept in the database, in English.
RIGHT = "Can have the archive read anew"
ENDS = ".:?!…"
SPACE = re.compile(r"^\s*|\s*$")


def rows(code: str) -> list[Message]:
    return [message for message in catalogue(code) if message.id]


def pairs(code: str) -> list[tuple[str, str]]:
    """Each translation with its sentence; of plurals each form with the plural."""
    found: list[tuple[str, str]] = []
    for row in rows(code):
        if isinstance(row.id, str):
            found.append((row.id, str(row.string)))
        else:
            found.extend((row.id[1], form) for form in forms_of(row))
    return found


def forms_of(row: Message) -> tuple[str, ...]:
    return tuple(row.string or ())


def test_every_sentence_is_translated_in_every_form(code: str) -> None:
    assert [source for source, told in pairs(code) if not told.strip()] == []
    assert [row.id for row in rows(code) if row.fuzzy] == []


def test_the_sources_say_nothing_else(code: str) -> None:
    assert {row.id for row in rows(code)} == {message.id for message in template() if message.id}


def test_bringing_it_up_to_date_changes_nothing(code: str) -> None:
    before, after = catalogue(code), catalogue(code)
    after.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    assert written(after) == written(before)


def written(catalog: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalog, omit_header=True, ignore_obsolete=True, no_location=True, sort_output=True)
    return file.getvalue()


def test_what_the_site_reads_is_what_translators_wrote(code: str) -> None:
    with (FOLDER / code / "LC_MESSAGES" / "django.mo").open("rb") as file:
        kept = gettext.GNUTranslations(file)
    fresh = gettext.GNUTranslations(io.BytesIO(compiled(catalogue(code))))
    assert entries(kept) == entries(fresh)


def entries(read: gettext.GNUTranslations) -> dict[object, str]:
    held: dict[object, str] = vars(read)["_catalog"]
    return {key: told for key, told in held.items() if key}


def test_what_is_put_in_is_the_same(code: str) -> None:
    wrong = [(source, told) for source, told in pairs(code) if held(source) != held(told)]
    assert wrong == []


def held(text: str) -> Counter[str]:
    return Counter(HELD.findall(text))


def test_sentences_end_and_are_spaced_alike(code: str) -> None:
    for source, told in pairs(code):
        assert SPACE.findall(source) == SPACE.findall(told), told
        if source[-1] in ENDS:
            assert told[-1] == source[-1], told


def test_plurals_have_the_forms_of_the_tongue(code: str) -> None:
    forms = {"de": 2, "eo": 2, "nb": 2, "uk": 3}[code]
    assert catalogue(code).num_plurals == forms
    assert {len(forms_of(row)) for row in rows(code) if not isinstance(row.id, str)} == {forms}


def test_numbers_take_their_form(code: str) -> None:
    told = {
        "de": ["1 Inschrift", "3 Inschriften", "5 Inschriften", "21 Inschriften"],
        "eo": ["1 surskribo", "3 surskriboj", "5 surskriboj", "21 surskriboj"],
        "nb": ["1 innskrift", "3 innskrifter", "5 innskrifter", "21 innskrifter"],
        "uk": ["1 напис", "3 написи", "5 написів", "21 напис"],
    }
    with translation.override(code):
        found = [translation.ngettext("%(told)s inscription", "%(told)s inscriptions", n) for n in (1, 3, 5, 21)]
    assert [form % {"told": n} for form, n in zip(found, (1, 3, 5, 21), strict=True)] == told[code]


def test_no_english_is_left_over(code: str) -> None:
    same = {source for source, told in pairs(code) if source == told and WORD.search(HELD.sub("", source))}
    assert same <= SAME[code] | NAMES
    left = [told for _, told in pairs(code) if ENGLISH.search(HELD.sub("", told).replace(RIGHT, ""))]
    assert left == []


def test_the_file_is_one_that_other_tools_read(code: str) -> None:
    text = (FOLDER / code / "LC_MESSAGES" / "django.po").read_text("utf-8")
    assert f'"Language: {code}\\n"' in text
    assert "Not reviewed by a native speaker" in text
    assert read_po(io.StringIO(text), abort_invalid=True).num_plurals == catalogue(code).num_plurals
