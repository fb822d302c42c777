"""What the caller may still do today: GET /api/v1/quota; nothing is counted for asking (CDX-06)."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import Router

from codex.callers import Caller, caller_of
from codex.core.errors import SearchError
from codex.core.options import CodexOptions
from codex.live import options
from codex.metering.admission import standing_of
from codex.quota import Allowance
from codex.rest.answers import with_limits
from codex.rest.auth import check_burst, named, token_for
from codex.rest.schemas import OPEN, Quota

router = Router()


@router.api_operation(
    ["GET", "HEAD"], "quota", operation_id="quota", summary="What is left of today", response=Quota, openapi_extra=OPEN
)
def quota(request: HttpRequest) -> HttpResponse:
    """Limit, used, remaining and reset time of a token's pilgrim, of a signed-in user, or of an address."""
    settings = options()
    caller = _whose(request, settings)
    check_burst(request, caller, settings)
    allowance = standing_of(caller, settings)
    response = JsonResponse({"caller": caller.kind} | _told(allowance))
    response.headers["Cache-Control"] = "no-store"
    return with_limits(response, allowance)


def _whose(request: HttpRequest, settings: CodexOptions) -> Caller:
    if token := token_for(request, ""):
        return named(request, token)
    # Searches read no cookie, so that no other site can spend a visitor's; looking spends nothing.
    caller = caller_of(request)
    if caller.kind == "address" and not settings.allow_anonymous_api:
        raise SearchError("anonymous_refused")
    return caller


def _told(allowance: Allowance) -> dict[str, Any]:
    numbers = {"limit": allowance.limit, "used": allowance.used, "remaining": allowance.left}
    bot = {"bot": _told(allowance.pool)} if allowance.pool else {}
    return numbers | {"resets_at": allowance.resets_at.isoformat()} | bot
