"""The verdict of `tests.bench.load`: flat is told from growing, whatever happens in the warm-up."""

from tests.bench.memory import FLAT, Sample, curve, growth, lasting


def series(*held: float, pid: int = 1) -> list[Sample]:
    """A sample every ten seconds, of so many megabytes."""
    return [Sample(number * 10.0, pid, int(size * 1e6), 9, 4) for number, size in enumerate(held, 1)]


def test_what_fills_in_the_warm_up_and_stays_is_flat() -> None:
    assert growth(series(100, 150, 200, *[200.0] * 20)) <= FLAT


def test_a_megabyte_more_each_minute_is_growth_of_so_many_percent_an_hour() -> None:
    found = growth(series(*[200 + number / 6 for number in range(120)]))
    assert 60 / 220 * 100 < found < 60 / 200 * 100


def test_processes_that_come_and_go_are_no_part_of_the_verdict() -> None:
    samples = series(*[100.0] * 12) + series(*[9.0] * 3, pid=2)
    assert list(lasting(sorted(samples, key=lambda one: one.seconds))) == [1]


def test_a_curve_has_its_longest_bar_at_its_height() -> None:
    bars = [line.count("#") for line in curve(series(100, 120, 140))]
    assert bars == [0, 20, 40]
