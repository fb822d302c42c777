"""Outside text is made safe in linear time (SEC-03), whatever fragment an attacker repeats."""

import re
import time
from collections.abc import Callable

import pytest

from codex.core.text import sanitize_external_text
from tests.codex.fragments import ALL

LENGTH = 4_000
#: Four times the input takes linear steps four times as long, quadratic ones sixteen times.
RATIO = 9
#: Shorter times than this are the clock's noise.
NOISE = 0.001
ATTEMPTS = 3


def grows_linearly(function: Callable[[str], object], fragment: str) -> bool:
    """Whether four times the input takes less than RATIO times the processor time, in any of a few attempts."""
    return any(
        spent(function, fragment, 4 * LENGTH) < RATIO * max(spent(function, fragment, LENGTH), NOISE)
        for _ in range(ATTEMPTS)
    )


def spent(function: Callable[[str], object], fragment: str, length: int) -> float:
    text = fragment * (length // len(fragment))
    start = time.process_time()
    function(text)
    return time.process_time() - start


@pytest.mark.parametrize("fragment", ALL, ids=ascii)
def test_four_times_the_fragments_take_no_nine_times_as_long(fragment: str) -> None:
    assert grows_linearly(sanitize_external_text, fragment)


@pytest.mark.parametrize("start", ["<a b='", '<a b="<', "<script>", "<!--", "\x1b]", "[a](", "<x ", "&#", "\nSystem"])
def test_nor_do_plain_words_after_an_opener(start: str) -> None:
    assert grows_linearly(lambda text: sanitize_external_text(start + text), "word ")


def test_the_measure_tells_quadratic_time() -> None:
    assert not grows_linearly(lambda text: re.findall("<!--.*?-->", text), "<!--")
