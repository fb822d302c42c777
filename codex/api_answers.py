"""What all answers of the JSON face share: the type they take, the limits they tell, refusals as problems (API-02)."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import wraps
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from codex.api_auth import BURST_SECONDS
from codex.core.errors import CodexError
from codex.live import options
from codex.problems import answer
from codex.quota import Allowance
from codex.results import Refusal, Results, refusal

DAY: Final = 86_400
#: RFC 6750, section 3: what is wrong with the token; nothing when none was sent.
CHALLENGES: Final = {401: 'Bearer error="invalid_token"', 403: 'Bearer error="insufficient_scope"'}


def json_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Refuse bodies of another type; a form of another site cannot send this one."""

    @wraps(view)
    def checked(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.content_type != "application/json":
            return answer(request, refusal("media_type_refused"))
        return view(request, *args, **kwargs)

    return checked


def told(error: CodexError) -> Refusal:
    """A refusal of the caller, with the time to wait when that is known."""
    return refusal(error, retry_after=BURST_SECONDS if error.code == "too_fast" else None)


def refused(request: HttpRequest, error: CodexError) -> HttpResponse:
    """The problem of a caller who is not admitted, with the challenge that belongs to it."""
    found = told(error)
    response = with_burst(answer(request, found), found)
    if error.status in CHALLENGES and "Authorization" in request.headers:
        response.headers["WWW-Authenticate"] = CHALLENGES[error.status]
    return response


def with_burst(response: HttpResponse, found: Results | Refusal) -> HttpResponse:
    """The same headers about the minute, for whoever came too often in it."""
    if isinstance(found, Refusal) and found.code == "too_fast":
        response.headers["RateLimit-Policy"] = f'"burst";q={options().codex_burst};w={BURST_SECONDS}'
        response.headers["RateLimit"] = f'"burst";r=0;t={found.retry_after}'
    return response


def with_limits(response: HttpResponse, allowance: Allowance | None) -> HttpResponse:
    """RateLimit headers (draft-ietf-httpapi-ratelimit-headers) on answers and refusals alike."""
    patch_vary_headers(response, ("Authorization",))
    if allowance and (policies := dict(_policies(allowance))):
        rest = max(0, int((allowance.resets_at - datetime.now(UTC)).total_seconds()))
        response.headers["RateLimit-Policy"] = ", ".join(f"{name};q={q};w={DAY}" for name, (q, _) in policies.items())
        response.headers["RateLimit"] = ", ".join(f"{name};r={r};t={rest}" for name, (_, r) in policies.items())
    return response


def _policies(allowance: Allowance) -> Iterator[tuple[str, tuple[int, int]]]:
    """The caller's own limit, and the one of its bot; whoever has no limit is told none."""
    for name, one in (('"daily"', allowance), ('"bot-daily"', allowance.pool)):
        if one and one.limit is not None and one.left is not None:
            yield name, (one.limit, one.left)
