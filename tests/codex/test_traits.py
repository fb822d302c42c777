"""Peculiarities of raw text that the doctor tells of."""

from collections import Counter

import pytest

from codex.core.archive import parse_archive
from codex.core.traits import cut_bodies
from tests.codex.reading import fixture, page, survey


@pytest.mark.parametrize(
    ("text", "trait"),
    [
        ("<p>One</p>", "markup"),
        ("smith&rsquo;s", "entities"),
        ("smith&#8217;s &#x2019;", "entities"),
        ("GrÃ¶Ã\u009fe", "mojibake"),
        ("smithâ€™s", "mojibake"),
        ("Ð¼Ð¾Ð²Ð°", "mojibake"),
        ("lost \ufffd letter", "mojibake"),
        ("a\u030a", "decomposed"),
        ("see [this](/page)", "markdown"),
        ("text\n## Heading", "markdown"),
        ("**bold** words", "markdown"),
        ("--- title: x date: y", "front_matter"),
        ("+++ title = 'x'", "front_matter"),
        ("cut \ud83d", "cut_character"),
    ],
)
def test_a_trait_is_noticed(text: str, trait: str) -> None:
    assert survey(page(content=text)).traits == {trait: 1}


@pytest.mark.parametrize(
    "text", ["1 < 2 & 3 > 2", "Größe, blåbær, ĉirkaŭ, об’єкт", "# a comment", "--- a dash", "f(**kw)", "[1] (2)"]
)
def test_ordinary_text_has_no_traits(text: str) -> None:
    assert survey(page(content=text)).traits == {}


def test_another_tongue_in_the_field_than_in_the_link_is_noticed() -> None:
    same = [page(url="/de/b", lang="de"), page(url="/de/c", lang="fr"), page(lang="uk")]
    assert survey(page(url="/de/a", lang="en"), *same).traits == {"tongue_differs": 1}


def test_bodies_cut_at_one_length_are_noticed() -> None:
    traits = parse_archive(fixture("quirk-front-matter"), "https://lore.example/search.json").traits
    assert traits == {"front_matter": 3, "cut_bodies": 3, "cut_at": 80}


@pytest.mark.parametrize(
    ("lengths", "found"),
    [
        ({2600: 3, 100: 20}, {"cut_bodies": 3, "cut_at": 2600}),
        ({2600: 1, 2599: 1, 2597: 1, 100: 20}, {"cut_bodies": 3, "cut_at": 2600}),
        ({2600: 2, 2596: 9}, {}),
        ({2600: 3, 100: 28}, {}),
        ({}, {}),
    ],
)
def test_bodies_are_cut_when_several_end_at_the_greatest_length(lengths: dict[int, int], found: dict[str, int]) -> None:
    assert cut_bodies(Counter(lengths)) == found
