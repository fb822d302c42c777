"""Spellings that count as one (CDX-03)."""

import pytest

from codex.core.folds import bare, fold
from codex.core.tongues import TONGUES
from codex.core.words import words


def spelled(text: str, tongue: str) -> list[str]:
    return [fold(word, tongue) for word in words(text)]


@pytest.mark.parametrize(
    ("tongue", "written", "typed"),
    [
        ("de", "Straße Maß", "Strasse MASS"),
        ("de", "Märchen Köln über", "Maerchen Koeln ueber"),
        ("de", "ÄÖÜ", "aeoeue"),
        ("de", "Ålesund", "Aalesund"),
        ("en", "café naïve façade", "cafe naive facade"),
        ("en", "Müller Straße", "Mueller Strasse"),
        ("en", "Ærø Łódź", "aero lodz"),
        ("no", "Ålesund blå", "Aalesund blaa"),
        ("no", "sjøkart", "sjokart"),
        ("no", "sjøkart", "sjoekart"),
        ("no", "blåbær", "blaabaer"),
        ("no", "bær", "bär"),
        ("eo", "ĉirkaŭ ĝardeno ĥoro ĵurnalo ŝuo", "cxirkaux gxardeno hxoro jxurnalo sxuo"),
        ("eo", "ĉirkaŭ ĝardeno ĥoro ĵurnalo ŝuo", "chirkau ghardeno hhoro jhurnalo shuo"),
        ("eo", "Eŭropo antaŭ", "EUXROPO antau"),
        ("uk", "об'єкт", "об\u2019єкт"),
        ("uk", "об'єкт", "об\u02bcєкт"),
        ("uk", "об'єкт", "об\u00b4єкт"),
        ("uk", "об'єкт", "обєкт"),
        ("uk", "Ґанок", "ганок"),
        ("uk", "за\u0301мок", "замок"),
        ("no", "A\u030alesund", "Ålesund"),
        ("eo", "c\u0302iu", "ĉiu"),
    ],
)
def test_two_spellings_fold_alike(tongue: str, written: str, typed: str) -> None:
    assert spelled(written, tongue) == spelled(typed, tongue)
    assert spelled(written.upper(), tongue) == spelled(typed, tongue)


def test_no_letter_is_replaced_twice_in_whatever_order_they_stand() -> None:
    assert [bare(word) for word in ("ǽæ", "æǽ", "ǽ", "ßǿø")] == ["æae", "aeæ", "æ", "ssøo"]


@pytest.mark.parametrize("tongue", TONGUES)
def test_every_letter_folds_alone_as_among_all_others(tongue: str) -> None:
    letters = [chr(code) for code in range(0xDF, 0x250) if chr(code).isalpha()]
    assert fold("\n".join(letters), tongue).split("\n") == [fold(letter, tongue) for letter in letters]
    assert bare("\n".join(letters)).split("\n") == [bare(letter) for letter in letters]


@pytest.mark.parametrize(
    ("tongue", "one", "other"),
    [
        ("no", "får", "far"),
        ("no", "bær", "bar"),
        ("eo", "ĝi", "gi"),
        ("eo", "ĥoro", "horo"),
        ("eo", "ŝi", "si"),
        ("uk", "йога", "иога"),
        ("uk", "їжа", "іжа"),
        ("de", "schön", "schon"),
    ],
)
def test_letters_of_a_tongue_s_own_stay_apart(tongue: str, one: str, other: str) -> None:
    assert fold(one, tongue) != fold(other, tongue)


@pytest.mark.parametrize("tongue", TONGUES)
def test_no_word_folds_to_nothing(tongue: str) -> None:
    letters = [chr(number) for number in range(0x20, 0x600) if chr(number).isalnum()]
    assert all(fold(word, tongue) for letter in letters for word in words(letter))


def test_bare_words_have_no_marks_at_all() -> None:
    assert [bare(word) for word in ("ĉirkaŭ", "ålesund", "grüße", "øy", "їжак")] == [
        "cirkau",
        "alesund",
        "grusse",
        "oy",
        "їжак",
    ]
