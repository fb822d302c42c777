"""The test data of the ranking gates are what they say."""

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from rapidfuzz.distance import OSA

from tests import gatedata

TONGUES = tuple(gatedata.ALPHABETS)
PROBES = json.loads((Path(__file__).parent / "data" / "spelling_probes.json").read_text(encoding="utf-8"))

every_tongue = pytest.mark.parametrize("tongue", TONGUES)


def changed(change: Callable[[str, random.Random], str | None], tongue: str, *, seed: int = 5) -> dict[str, str]:
    rng = random.Random(seed)
    pairs = ((title, change(title, rng)) for title in gatedata.titles(tongue))
    return {title: result for title, result in pairs if result is not None}


def typos(tongue: str, *, seed: int = 5) -> dict[str, str]:
    return changed(lambda title, rng: gatedata.one_typo(title, tongue, rng), tongue, seed=seed)


def cuts(tongue: str, *, seed: int = 5) -> dict[str, str]:
    return changed(gatedata.unfinished, tongue, seed=seed)


@every_tongue
def test_a_tongue_has_several_hundred_unique_titles(tongue: str) -> None:
    titles = gatedata.titles(tongue)
    typed = {gatedata.keyboard_spelling(title, tongue).casefold() for title in titles}
    assert len({title.casefold() for title in titles}) == len(typed) == len(titles) > 500
    assert not any("(" in title for title in titles)


def test_an_archive_holds_each_title_once_under_its_own_address() -> None:
    entries = json.loads(gatedata.archive_bytes(*TONGUES))
    assert [entry["title"] for entry in entries] == [title for tongue in TONGUES for title in gatedata.titles(tongue)]
    assert len({entry["url"] for entry in entries}) == len(entries)
    assert {entry["url"].split("/")[1] for entry in entries} == set(TONGUES)


@every_tongue
def test_every_title_is_mentioned_in_other_bodies_and_not_in_its_own(tongue: str) -> None:
    mentions: Counter[str] = Counter()
    for entry in gatedata.archive_of(tongue):
        mentioned = entry["body"].split(": ", 1)[1].removesuffix(".").split(", ")
        assert entry["title"] not in mentioned
        mentions.update(mentioned)
    assert all(mentions[title] for title in gatedata.titles(tongue) if ", " not in title)


@every_tongue
def test_a_typo_is_one_edit_away_and_no_title(tongue: str) -> None:
    titles = {title.casefold() for title in gatedata.titles(tongue)}
    found = typos(tongue)
    assert len(found) > 500
    assert {OSA.distance(title, typo) for title, typo in found.items()} == {1}
    assert titles.isdisjoint(typo.casefold() for typo in found.values())


def test_typos_are_of_all_four_kinds() -> None:
    grown = Counter(len(typo) - len(title) for title, typo in typos("en").items())
    swapped = [title for title, typo in typos("en").items() if title != typo and sorted(title) == sorted(typo)]
    assert min(grown[-1], grown[1], len(swapped), grown[0] - len(swapped)) > 100


@pytest.mark.parametrize("title", ["Lao", "FN", "Tai Dam"])
def test_short_words_get_no_typo(title: str) -> None:
    assert gatedata.one_typo(title, "en", random.Random(1)) is None


@every_tongue
def test_an_unfinished_title_lacks_a_fifth_to_two_fifths_of_its_last_word(tongue: str) -> None:
    titles = {title.casefold() for title in gatedata.titles(tongue)}
    found = cuts(tongue)
    assert len(found) > 500
    for title, cut in found.items():
        last = title.replace("-", " ").split()[-1]
        left = len(last) - len(title) + len(cut)
        assert title.startswith(cut)
        assert 0.6 * len(last) <= left <= 0.8 * len(last)
        assert cut.casefold() not in titles


@pytest.mark.parametrize("title", ["Peru", "Tai Dam", "Meta\u2019"])
def test_short_last_words_are_never_cut(title: str) -> None:
    assert gatedata.unfinished(title, random.Random(1)) is None


def test_a_cut_that_makes_another_title_is_not_used() -> None:
    assert "Niger" in gatedata.titles("en")
    assert gatedata.unfinished("Nigeria", random.Random(1)) is None


@pytest.mark.parametrize("generate", [typos, cuts])
def test_the_same_seed_gives_the_same_queries(generate: Callable[..., dict[str, str]]) -> None:
    assert generate("no", seed=3) == generate("no", seed=3) != generate("no", seed=4)


@pytest.mark.parametrize(
    ("tongue", "title", "typed"),
    [
        ("de", "Österreich, Füße", "Oesterreich, Fuesse"),
        ("de", "O\u0308sterreich", "Oesterreich"),
        ("no", "Østlige Færøyene på", "Oestlige Faeroeyene paa"),
        ("eo", "Ĉeĥa aŭ ĝusta ĵaŭdo ŝia", "Cxehxa aux gxusta jxauxdo sxia"),
        ("uk", "Ґана В'єтнам, В\u2019єтнам, В\u02bcєтнам", "Гана Вєтнам, Вєтнам, Вєтнам"),
        ("en", "Åland Islands", "Åland Islands"),
    ],
)
def test_keyboard_spelling_does_without_the_letters_of_the_tongue(tongue: str, title: str, typed: str) -> None:
    assert gatedata.keyboard_spelling(title, tongue) == typed


def test_there_are_68_different_probes_on_12_to_20_pages() -> None:
    assert len({probe["query"] for probe in PROBES["probes"]}) == len(PROBES["probes"]) == 68
    assert 12 <= len(PROBES["pages"]) <= 20


def test_every_page_is_probed_in_its_own_tongue() -> None:
    probed = {(probe["url"], probe["lang"]) for probe in PROBES["probes"]}
    assert probed == {(page["url"], page["url"].split("/")[1]) for page in PROBES["pages"]}


def test_no_probe_is_written_on_a_wrong_page() -> None:
    for probe in PROBES["probes"]:
        others = [page for page in PROBES["pages"] if page["url"] != probe["url"]]
        texts = [f"{page['title']} {page['summary']} {page['body']}".casefold() for page in others]
        assert not any(probe["query"].casefold() in text for text in texts), probe
