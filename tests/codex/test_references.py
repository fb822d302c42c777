"""Character references become characters (SEC-03)."""

import html.entities

import pytest

from codex.core.references import decode_references


def test_every_name_of_html_is_known() -> None:
    named = {name: text for name, text in html.entities.html5.items() if name.endswith(";")}
    assert [name for name, text in named.items() if decode_references(f"&{name}") != text] == []


@pytest.mark.parametrize("reference", ["&#8364;", "&#x20ac;", "&#X20AC;", "&#0008364;", "&#128;", "&euro;"])
def test_a_character_has_many_spellings(reference: str) -> None:
    assert decode_references(reference) == "€"


@pytest.mark.parametrize(
    "reference", ["&#0;", "&#x0;", "&#xD800;", "&#x110000;", "&#99999999;", "&#129;", f"&#{'9' * 5000};"]
)
def test_numbers_of_no_character_go(reference: str) -> None:
    assert decode_references(f"a{reference}b") == "ab"


@pytest.mark.parametrize("text", ["AT&T", "R&D;", "&copy=1", "&;", "&#;", "&#x;", "&#xg;", "& amp;", "&nonsense;"])
def test_what_is_no_reference_stays(text: str) -> None:
    assert decode_references(text) == text


def test_ampersands_encoded_again_and_again_are_decoded_in_one_go() -> None:
    assert decode_references("&" + "amp;" * 1000 + "#38;#x26;lt;") == "<"
