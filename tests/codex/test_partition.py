"""One tongue's inscriptions: what is found exactly and nearly, and in which order (CDX-03, CDX-04)."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from codex.core.archive import Inscription
from codex.core.found import EVIDENCE, EXACT_TITLE, FULL_TITLE, Found
from codex.core.impacts import SCALE, SMALL
from codex.core.partition import Partition, partition_of
from codex.core.words import words
from tests.codex.inscribed import fillers, inscription

both_rankings = pytest.mark.parametrize("ranking", ["seed", "blended"])


@dataclass(frozen=True)
class Tongue:
    """A partition that is asked in words."""

    partition: Partition

    def exact(self, *, query: str) -> Found:
        return self.partition.exact(self.partition.asked(words(query)))

    def near(self, *, query: str) -> Found:
        return self.partition.near(self.partition.asked(words(query)))


def partition(inscriptions: Sequence[Inscription], lang: str = "en", *, ranking: str = "seed") -> Tongue:
    return Tongue(partition_of(inscriptions, range(len(inscriptions)), lang, ranking=ranking))


def best(found: Found, most: int = 100) -> list[Inscription]:
    return [found.partition.inscription(doc) for _, doc in found.best(most)]


def titles(found: Found, most: int = 100) -> list[str]:
    return [one.title for one in best(found, most)]


def scores(found: Found) -> list[float]:
    return [points / SCALE for points, _ in found.best(100)]


@both_rankings
@pytest.mark.parametrize("size", [1, 2, SMALL, SMALL + 1, 40, 200])
def test_title_beats_summary_and_body_and_summary_beats_body(size: int, ranking: str) -> None:
    body = inscription("c", "", "lantern " * 99)
    summary = inscription("b", "lantern", "")
    summary_and_body = inscription("bb", "lantern", "lantern " * 99)
    title = inscription("lantern and " + "many other words " * 20)
    for better, worse in ((title, summary_and_body), (summary, body)):
        part = partition([worse, better, *fillers(size - 2)], ranking=ranking)
        assert titles(part.exact(query="lantern")) == [better.title, worse.title]


@both_rankings
@pytest.mark.parametrize("size", [2, SMALL, SMALL + 1, 60, 200])
def test_so_they_do_when_every_inscription_holds_the_word(size: int, ranking: str) -> None:
    common = [inscription(f"x{number}", "lantern", "lantern " * number) for number in range(size - 1)]
    part = partition([*common, inscription("lantern of " + "a long and winding name " * 9)], ranking=ranking)
    assert titles(part.exact(query="lantern"), 1)[0].startswith("lantern")


def test_above_sixteen_an_equal_title_comes_first_as_points_added() -> None:
    rival = inscription("the red lantern gate", "red lantern", "red lantern")
    equal = inscription("Red lanterns")
    small, large = (partition([rival, equal, *fillers(count)]) for count in (SMALL - 2, SMALL - 1))
    assert titles(small.exact(query="red lanterns"))[0] == rival.title
    assert titles(large.exact(query="red lanterns"))[0] == equal.title
    assert scores(large.exact(query="red lanterns"))[0] > EXACT_TITLE / SCALE


def test_up_to_sixteen_an_equal_title_comes_first_among_equals_only() -> None:
    longer, equal = inscription("lantern", url="https://a.example/"), inscription("lanterns", url="https://b.example/")
    assert titles(partition([longer, equal]).exact(query="lantern")) == ["lantern", "lanterns"]
    assert titles(partition([longer, equal]).exact(query="lanterns")) == ["lanterns", "lantern"]


def test_blended_puts_titles_that_hold_every_word_before_the_rest() -> None:
    full = inscription("the gate of the red lantern and of much else besides")
    rich = inscription("gate gate", "gate lantern", "red lantern gate " * 9)
    blended = partition([full, rich, *fillers(40)], ranking="blended").exact(query="gate lantern red")
    seed = partition([full, rich, *fillers(40)]).exact(query="gate lantern red")
    assert titles(blended) == [full.title, rich.title]
    assert scores(blended)[0] > FULL_TITLE / SCALE
    assert max(scores(seed)) < 40


@both_rankings
def test_an_unknown_word_keeps_titles_from_holding_every_word(ranking: str) -> None:
    part = partition([inscription("red lantern"), *fillers(40)], ranking=ranking)
    found = part.exact(query="red lantern qqqqqqqqqqqq")
    assert scores(found)[0] < FULL_TITLE / SCALE


@pytest.mark.parametrize(
    ("lang", "written", "folded"),
    [
        ("de", "straße", "strasse"),
        ("de", "strasse", "straße"),
        ("no", "båt", "baat"),
        ("eo", "ŝipo", "sxipo"),
        ("uk", "ґанок", "ганок"),
        ("en", "lantern", "lanterns"),
    ],
)
@pytest.mark.parametrize("size", [2, 40])
def test_the_written_form_comes_before_another_of_equal_score(lang: str, written: str, folded: str, size: int) -> None:
    first = inscription("x", "", written, lang=lang, url="https://z.example/")
    second = inscription("x", "", folded, lang=lang, url="https://a.example/")
    found = partition([second, first, *fillers(size - 2)], lang).exact(query=written)
    assert best(found, 2) == [first, second]
    assert len(set(scores(found))) == 1


def test_last_comes_the_address_then_the_text() -> None:
    same = [inscription("lantern", url=f"https://lore.example/{path}") for path in ("b", "a", "c")]
    twins = [inscription("lantern", "", body, url="https://lore.example/d") for body in ("two", "one")]
    for entries in ([*same, *twins], [*reversed(twins), *reversed(same)]):
        found = partition(entries).exact(query="lantern")
        ordered = best(found, 9)
        assert [one.url[-1] for one in ordered] == ["a", "b", "c", "d", "d"]
        assert [one.body for one in ordered[3:]] == ["one", "two"]


@pytest.mark.parametrize("query", ["lantrn", "lanter", "lantrens"])
def test_a_near_word_finds_what_an_exact_one_does_not(query: str) -> None:
    part = partition([inscription("lanterns"), inscription("gate")])
    assert part.exact(query=query).total == 0
    assert titles(part.near(query=query)) == ["lanterns"]


def test_words_that_were_forgotten_are_looked_up_again() -> None:
    part = partition([inscription("lanterns"), inscription("gate")])
    found = [titles(part.near(query="lantrn")), titles(part.exact(query="gate"))]
    part.partition.forget()
    assert [titles(part.near(query="lantrn")), titles(part.exact(query="gate"))] == found == [["lanterns"], ["gate"]]


def test_near_words_are_looked_for_the_first_eight_of_a_query() -> None:
    part = partition([inscription("lanterns")])
    strange = " ".join(f"zzzz{letter * 8}" for letter in "abcdefg")
    assert part.near(query=f"{strange} lantrens").total == 1
    assert part.near(query=f"{strange} zzzzzqqqqq lantrens").total == 0


def test_of_near_words_only_the_nearest_counts_in_each_inscription() -> None:
    part = partition([inscription("lanterns lantana"), inscription("lanterns")])
    found = part.near(query="lanterna")
    assert max(scores(found)) <= min(scores(found)) * 1.01


def test_above_sixteen_the_nearest_title_comes_first() -> None:
    near, rich = inscription("red lanterns"), inscription("red lanterns of reds", "red", "lanterns")
    part = partition([rich, near, *fillers(SMALL)])
    assert titles(part.near(query="redd lantrens"))[0] == near.title
    assert titles(part.exact(query="red lantren"))[0] == near.title


@both_rankings
@pytest.mark.parametrize("size", [3, 40])
def test_a_word_that_is_missing_speaks_through_near_ones_among_hits(size: int, ranking: str) -> None:
    told = inscription("z", "", "red lantern")
    silent = inscription("a", "", "red gateway")
    other = inscription("b", "", "lantern")
    part = partition([silent, told, other, *fillers(size - 3)], ranking=ranking)
    assert titles(part.exact(query="red lantrn")) == ["z", "a"]


def test_near_evidence_never_outweighs_a_point_of_the_seed() -> None:
    assert 0 < EVIDENCE < SCALE / 2
    strong, weak = inscription("gate", "red", ""), inscription("lantern lantern", "lantern", "red lantern lantern")
    found = partition([weak, strong]).exact(query="red " + "lantrn " * 3)
    assert titles(found) == [strong.title, weak.title]


def test_hits_can_be_kept_to_a_collection() -> None:
    entries = [
        inscription(f"lantern {number}", collection=name) for number, name in enumerate(["lore", "", "lore", "art"])
    ]
    found = partition([*entries, inscription("gate", collection="else")]).exact(query="lantern")
    assert found.collections() == {"lore": 2, "art": 1}
    assert found.within(None) is found
    assert titles(found.within("lore")) == ["lantern 0", "lantern 2"]
    assert found.within("nowhere").total == 0


def test_a_long_collection_name_costs_no_more_than_itself() -> None:
    names = ["x" * 100_000, "x" * 100_000 + "\0", "y"]
    part = partition([inscription(f"lantern {name[-2:]}", collection=name) for name in names])
    assert part.partition.collection_of.nbytes < 1_000
    assert [part.exact(query="lantern").within(name).total for name in names] == [1, 1, 1]


@pytest.mark.parametrize("most", [0, -1])
def test_none_are_best_when_none_are_asked_for(most: int) -> None:
    assert partition([inscription("lantern"), inscription("lanterns")]).exact(query="lantern").best(most) == []


def test_ties_at_the_edge_are_ordered_before_they_are_cut() -> None:
    entries = [inscription("lantern", url=f"https://lore.example/{number:05}") for number in range(500)]
    found = partition([*entries[250:], *entries[:250]]).exact(query="lantern")
    assert [one.url[-5:] for one in best(found, 3)] == ["00000", "00001", "00002"]


@pytest.mark.parametrize("entries", [[], [inscription("?!…")]])
def test_a_tongue_without_words_finds_nothing(entries: list[Inscription]) -> None:
    part = partition(entries)
    for query in ("lantern", "?!…", ""):
        assert part.exact(query=query).total == part.near(query=query).total == 0
        assert part.exact(query=query).best(5) == []
        assert part.exact(query=query).collections() == {}


def test_a_title_of_more_words_than_count_comes_first_but_for_a_slip() -> None:
    title = " ".join(f"word{number}" for number in range(70))
    rival, long = inscription("x", title, f"{title} {title}"), inscription(title)
    part = partition([rival, long, *fillers(SMALL)])
    assert titles(part.exact(query=title.replace("word9 ", "wird9 ")), 1) == [title]
