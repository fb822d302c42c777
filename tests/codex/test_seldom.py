"""What is done at most once in a while."""

from codex.seldom import Seldom


def test_it_is_due_at_first_and_again_when_the_time_is_over() -> None:
    now = [5.0]
    seldom = Seldom(60, clock=lambda: now[0])
    assert [seldom.is_due(), seldom.is_due()] == [True, False]
    now[0] = 64.9
    assert not seldom.is_due()
    now[0] = 65.0
    assert [seldom.is_due(), seldom.is_due()] == [True, False]


def test_forgotten_it_is_due_again() -> None:
    seldom = Seldom(60)
    seldom.is_due()
    seldom.forget()
    assert seldom.is_due()
