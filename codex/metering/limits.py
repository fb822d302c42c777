"""How much a caller may search a day: what staff said of this caller, else what the settings say (CDX-06)."""

from codex.callers import Caller
from codex.core.options import CodexOptions
from codex.metering.overrides import override_of


def limit_of(caller: Caller, options: CodexOptions) -> int | None:
    """Searches a day, None for no limit; every face and every staff page asks here.

    A pilgrim has a user's limit, and so has a bot for what it asks in its own name: leaving pilgrims out gains nothing.
    """
    found = override_of(caller.kind, caller.key)
    return found[0] if found else _setting(caller, options)


def _setting(caller: Caller, options: CodexOptions) -> int:
    if caller.kind == "address":
        return options.codex_daily_anonymous
    return options.codex_daily_per_token if caller.kind == "token" else options.codex_daily_per_user
