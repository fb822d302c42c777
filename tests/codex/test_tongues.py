"""Tongue codes as people, browsers and URLs write them (CDX-04)."""

import pytest

from codex.core.tongues import requested, tongue_in_path, tongue_of


@pytest.mark.parametrize(
    ("code", "tongue"),
    [("en", "en"), ("DE", "de"), (" eo ", "eo"), ("nb", "no"), ("nn-NO", "no"), ("en-us", "en"), ("uk_UA", "uk")],
)
def test_codes_of_the_five_tongues_are_read(code: str, tongue: str) -> None:
    assert tongue_of(code) == tongue


@pytest.mark.parametrize("code", ["", "fr", "english", "no-smoking", "e", None, 5, ["en"]])
def test_anything_else_is_none_of_them(code: object) -> None:
    assert tongue_of(code) is None
    assert requested(code) == "en"


@pytest.mark.parametrize(
    ("path", "tongue"),
    [("/de/rites/", "de"), ("/docs/nb/x", "no"), ("/en-us/", "en"), ("/a/b/de/", None), ("/", None), ("/no/de/", "no")],
)
def test_the_first_two_segments_tell_the_tongue(path: str, tongue: str | None) -> None:
    assert tongue_in_path(path) == tongue
