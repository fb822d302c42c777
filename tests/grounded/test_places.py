"""Turns of chat at once (GRD-09)."""

import pytest

from grounded.errors import AnswerError
from grounded.places import Places


def test_nobody_gets_a_place_when_all_are_taken() -> None:
    places = Places()
    with places.one(2), places.one(2):
        with pytest.raises(AnswerError, match="Too many answers"), places.one(2):
            pass
        assert places.taken == 2


def test_a_place_is_given_back_however_the_turn_ends() -> None:
    places = Places()
    with pytest.raises(ZeroDivisionError), places.one(1):
        raise ZeroDivisionError
    assert places.taken == 0
    with places.one(1):
        assert places.taken == 1
