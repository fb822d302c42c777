"""What other apps keep of an account: told before it is closed, and deleted with it; this app knows none by name."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from codex import added
from codex.callers import Caller
from codex.metering.today import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Belongings:
    """One app's part of an account.

    `today` are its rows of what is counted, `held` says in words what is there to be deleted; `drop` deletes it, in the
    caller's transaction. All may raise DatabaseError.
    """

    today: Callable[[Caller], Iterator[Row]]
    held: Callable[[Caller], Iterator[str]]
    drop: Callable[[Caller], None]
    #: What stays all the same, in words.
    kept: Callable[[], Iterator[str]]


def today(caller: Caller) -> Iterator[Row]:
    """What other apps count."""
    for one in added.belongings:
        yield from one.today(caller)


def held(caller: Caller) -> Iterator[str]:
    """What other apps would delete."""
    for one in added.belongings:
        yield from one.held(caller)


def kept() -> Iterator[str]:
    """What other apps, or others, would keep."""
    for one in added.belongings:
        yield from one.kept()


def drop(caller: Caller) -> None:
    """Delete it, for good."""
    for one in added.belongings:
        one.drop(caller)
