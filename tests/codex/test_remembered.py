"""What is read at most once a second."""

from codex.remembered import Remembered


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def counting(clock: Clock) -> Remembered[int]:
    numbers = iter(range(100))
    return Remembered(lambda: next(numbers), clock=clock)


def test_within_a_second_it_is_read_once() -> None:
    clock = Clock()
    remembered = counting(clock)
    first = remembered.get()
    clock.now += 0.99
    assert (first, remembered.get()) == (0, 0)


def test_after_a_second_it_is_read_anew() -> None:
    clock = Clock()
    remembered = counting(clock)
    remembered.get()
    clock.now += 1.0
    assert (remembered.get(), remembered.get()) == (1, 1)


def test_what_was_forgotten_is_read_anew() -> None:
    clock = Clock()
    remembered = counting(clock)
    remembered.get()
    remembered.forget()
    clock.now += 0.1
    assert remembered.get() == 1


def test_what_was_being_read_while_it_was_forgotten_is_read_once_more() -> None:
    clock, told = Clock(), iter(("old", "new"))

    def read() -> str:
        value = next(told)
        if value == "old":
            clock.now += 0.1
            remembered.forget()
            clock.now += 0.1
        return value

    remembered = Remembered(read, clock=clock)
    assert (remembered.get(), remembered.get()) == ("old", "new")
