"""What all answers of the JSON face share: the type they take, the limits they tell, refusals as problems (API-02)."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import wraps
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from codex.core.errors import CodexError
from codex.live import options
from codex.quota import Allowance
from codex.rest.auth import BURST_SECONDS, needed_token_for
from codex.results import Refusal, Results, refusal
from codex.web.problems import answer

DAY: Final = 86_400
#: Answers differ by the form that is asked for, and by who asks.
EVERYTHING: Final = "Accept, Authorization"
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


def holding(*scopes: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Ask for a token with all these scopes before the body is read: whoever has none is to hear of that first."""

    def guard(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def checked(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            try:
                for scope in scopes:
                    needed_token_for(request, scope)
            except CodexError as error:
                return refused(request, error)
            return view(request, *args, **kwargs)

        return checked

    return guard


def told(error: CodexError) -> Refusal:
    """A refusal of the caller, with the time to wait when that is known."""
    return refusal(error, retry_after=BURST_SECONDS if error.code == "too_fast" else None)


def refused(request: HttpRequest, error: CodexError) -> HttpResponse:
    """The problem of a caller who is not admitted, with the challenge that belongs to it."""
    found = told(error)
    response = with_burst(answer(request, found), found)
    if error.status in CHALLENGES and "Authorization" in request.headers:
        scope = f', scope="{error.about["scope"]}"' if "scope" in error.about else ""
        response.headers["WWW-Authenticate"] = CHALLENGES[error.status] + scope
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
    return with_policies(response, searches_left(allowance))


def with_policies(response: HttpResponse, limits: Mapping[str, Allowance | None]) -> HttpResponse:
    """The same headers for limits under their names; whoever has no limit is told none."""
    for name, value in limit_headers(limits):
        response.headers[name] = value
    return response


def limit_headers(limits: Mapping[str, Allowance | None]) -> Sequence[tuple[str, str]]:
    """Those headers."""
    told = [(name, one) for name, one in limits.items() if one and one.limit is not None]
    if not told:
        return ()
    now = datetime.now(UTC)
    policies = [f'"{name}";q={one.limit};w={DAY}' for name, one in told]
    left = [f'"{name}";r={one.left};t={_rest(one, now)}' for name, one in told]
    return (("RateLimit-Policy", ", ".join(policies)), ("RateLimit", ", ".join(left)))


def searches_left(allowance: Allowance | None) -> Mapping[str, Allowance | None]:
    """The caller's searches and those of its bot, under the names that headers have for them."""
    return {"daily": allowance, "bot-daily": allowance.pool if allowance else None}


def _rest(allowance: Allowance, now: datetime) -> int:
    return max(0, int((allowance.resets_at - now).total_seconds()))
