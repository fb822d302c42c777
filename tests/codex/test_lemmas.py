"""Ukrainian lemmas from a file, and when it cannot be had."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from codex.core import stems
from codex.core.flatfile import FlatFileError
from codex.core.lemmas import FILE, Library, Mapped, make, mapped
from codex.core.stems import keep_lemmas, stem, stem_all

FORMS = ("машиною", "об'єкт", "їжаків", "київ", "ґанку", "здоров'я", "ґґґ", "", "mówić")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the file."""
    made = tmp_path_factory.mktemp("lemmas")
    make(made)
    return made


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    keep_lemmas(None)


def test_the_file_says_what_the_library_says(folder: Path) -> None:
    library, file = Library(), mapped(folder)
    known = list(library.forms())[::97]
    assert len(known) > 1_000
    assert library.find([*known, *FORMS]) == file.find([*known, *FORMS])
    assert file.find(["ґґґ"]) == [None]


def test_words_are_read_from_the_file_that_is_there(folder: Path) -> None:
    without = stem_all(FORMS[:6], "uk")
    keep_lemmas(folder)
    assert stem_all(FORMS[:6], "uk") == without
    assert isinstance(stems._source(), Mapped)


def test_without_a_file_the_library_is_asked_and_none_is_written(tmp_path: Path) -> None:
    keep_lemmas(tmp_path)
    assert isinstance(stems._source(), Library)
    assert not list(tmp_path.iterdir())
    assert stem("машиною", "uk") == stem("машина", "uk")


def test_the_file_is_made_where_that_is_wanted_and_a_damaged_one_replaced(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"LUMAFLT1")
    with pytest.raises(FlatFileError):
        mapped(tmp_path)
    keep_lemmas(tmp_path, make=True)
    assert isinstance(stems._source(), Mapped)


def test_where_none_can_be_written_the_library_is_asked(tmp_path: Path) -> None:
    keep_lemmas(tmp_path / "none", make=True)
    assert isinstance(stems._source(), Library)
