"""What is fuzzed before a release holds for the seeds, and for what chance makes of them."""

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz import answers, archive

TARGETS = pytest.mark.parametrize("target", [archive, answers], ids=["archive", "answers"])


@TARGETS
def test_every_seed_keeps_the_promises(target: ModuleType) -> None:
    for seed in target.SEEDS:
        target.check(seed)


@TARGETS
@given(data=st.data())
def test_a_seed_with_words_put_into_it_keeps_the_promises(target: ModuleType, data: st.DataObject) -> None:
    seed = data.draw(st.sampled_from(target.SEEDS))
    begin, end = sorted(data.draw(st.tuples(*[st.integers(0, len(seed))] * 2)))
    words = "".join(data.draw(st.lists(st.sampled_from(target.WORDS), max_size=4)))
    target.check(seed[:begin] + words.encode() + seed[end:])


@pytest.mark.parametrize("body", [b"", b"\xff", b"[" * 5_000, b"{" * 5_000, b"1" * 5_000, b'"\\ud800"'])
@TARGETS
def test_what_is_no_such_thing_is_refused(target: ModuleType, body: bytes) -> None:
    target.check(body)
