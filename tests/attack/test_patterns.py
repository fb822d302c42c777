"""No text makes a regular expression take out of proportion: four times the text is not nine times the work.

Walks every compiled pattern of the product, as its module uses it; the two tests at the end show that the walk finds
both kinds of mistake.
"""

import re
from pathlib import Path

import pytest

from tests.attack.patterns import hard_texts, methods, patterns, seconds

ALL = patterns()
SMALL, LARGE = 500, 2_000
#: Below this a time tells more of the machine than of the pattern.
FLOOR = 0.004
#: A text of a few dozen characters that takes so long grows without any bound.
HANGS = 0.2


def growth(pattern: re.Pattern[str] | re.Pattern[bytes], method: str) -> float:
    """How many times as long the hardest text takes that is four times as long; 0 for times too short to tell."""
    worst = 0.0
    for tiny in hard_texts(pattern, 24):
        if seconds(pattern, method, tiny) > HANGS:
            return float("inf")
    for small, large in zip(hard_texts(pattern, SMALL), hard_texts(pattern, LARGE), strict=True):
        longer = seconds(pattern, method, large)
        if longer > FLOOR:
            worst = max(worst, longer / max(seconds(pattern, method, small), 1e-6))
    return worst


@pytest.mark.parametrize("place", ALL)
def test_the_time_of_every_pattern_grows_with_the_text(place: str) -> None:
    for method in methods(place):
        assert growth(ALL[place], method) < 9, method


def test_every_pattern_that_is_compiled_in_a_module_is_walked() -> None:
    sources = [*Path("codex").rglob("*.py"), *Path("grounded").rglob("*.py"), *Path("lumasite").rglob("*.py")]
    named = [
        (path, name)
        for path in sources
        if "docs" not in path.parts
        for name in re.findall(r"^(\w+)(?:: Final)? = re\.compile", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    texts = {one.pattern for one in ALL.values()}
    assert len(named) >= 80
    for path, name in named:
        module = __import__(".".join(path.with_suffix("").parts), fromlist=[name])
        assert getattr(module, name).pattern in texts, (path, name)


def test_a_quadratic_pattern_is_found_out() -> None:
    assert growth(re.compile(r"\s+$"), "search") > 9


def test_an_exponential_pattern_is_found_out() -> None:
    assert growth(re.compile(r"(?:a|a)+b"), "fullmatch") == float("inf")
