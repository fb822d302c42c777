"""Whether a caller may do one more thing today, and what is left: one answer for every face (CDX-06)."""

from datetime import UTC, datetime

from codex.callers import Caller
from codex.core.options import CodexOptions
from codex.metering.limits import limit_of
from codex.quota import Allowance, Count, grant, grant_both, standing, standing_both
from codex.results import Refusal, refusal


def admit(caller: Caller, options: CodexOptions) -> Allowance | Refusal:
    """Count one search for the caller, and for the bot that asks in its name; neither when either is used up."""
    own, pool = _counts(caller, options)
    granted = grant_both(own, pool) if pool else grant(own.kind, own.caller, own.limit)
    return granted or _used_up(standing_of(caller, options))


def standing_of(caller: Caller, options: CodexOptions) -> Allowance:
    """What the caller has used today; counts nothing."""
    own, pool = _counts(caller, options)
    return standing_both(own, pool) if pool else standing(own.kind, own.caller, own.limit)


def _counts(caller: Caller, options: CodexOptions) -> tuple[Count, Count | None]:
    return _count(caller, options), _count(caller.pool, options) if caller.pool else None


def _count(caller: Caller, options: CodexOptions) -> Count:
    return Count(caller.kind, caller.key, limit_of(caller, options))


def _used_up(allowance: Allowance) -> Refusal:
    # A limit of 0 was never used up, and no new day helps.
    if 0 in (allowance.limit, allowance.pool.limit if allowance.pool else None):
        return refusal("search_closed", allowance=allowance)
    wait = max(1, int((allowance.resets_at - datetime.now(UTC)).total_seconds()) + 1)
    pool_is_empty = allowance.pool is not None and allowance.pool.left == 0
    code = "bot_quota_used" if pool_is_empty and allowance.left != 0 else "quota_used"
    return refusal(code, retry_after=wait, allowance=allowance)
