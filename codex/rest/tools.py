"""Luma's tool over HTTP: GET /api/v1/tools, POST /api/v1/tools/call (CDX-01, API-02)."""

from typing import Any, Final, Literal

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import Query, Router, Schema
from ninja.decorators import decorate_view
from pydantic import ConfigDict

from codex.callers import Caller
from codex.core.errors import SearchError
from codex.core.strictjson import loads
from codex.core.tool import tools
from codex.live import options
from codex.rest.answers import json_only, told, with_burst, with_limits
from codex.rest.auth import check_burst, named, needed_token_for
from codex.rest.schemas import Found, Refused, Tools, body_of
from codex.results import Refusal, Results
from codex.tool_door import carry_out

router = Router()

_SECONDS: Final = {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}
#: A refusal that ends by itself is told with 200 as well.
WAITING: Final[dict[str, Any]] = {"responses": {200: {"headers": _SECONDS}}}


class ToolsIn(Schema):
    """Which form of the tool is wanted."""

    model_config = ConfigDict(extra="forbid")
    dialect: Literal["compatible", "strict"] = "compatible"


@router.api_operation(
    ["GET", "HEAD"], "tools", operation_id="list_tools", summary="The tools for a chat call", response=Tools
)
def list_tools(request: HttpRequest, asked: Query[ToolsIn]) -> HttpResponse:
    """The tools to put into a chat call: codex_search, or nothing while `enable-codex` is off; not counted."""
    settings = options()
    caller = named(request, needed_token_for(request, "tools"))
    check_burst(request, caller, settings)
    response = JsonResponse({"tools": tools(settings, dialect=asked.dialect)}, json_dumps_params=_AS_IT_IS)
    response.headers["Cache-Control"] = "private, no-cache"
    return with_limits(response, None)


@router.post(
    "tools/call",
    operation_id="call_tool",
    summary="Carry out a tool call",
    response=Found | Refused,
    openapi_extra=body_of("ToolCall") | WAITING,
)
@decorate_view(json_only)
def call_tool(request: HttpRequest) -> HttpResponse:
    """Carry out a model's tool call as it came, with `pilgrim` beside it; what fails is a result for the model."""
    token = needed_token_for(request, "tools")
    call = _body(request)
    caller = named(request, token, call.get("pilgrim") if isinstance(call, dict) else None)
    found = _result(request, call, caller)
    response = JsonResponse(found.as_dict(), json_dumps_params=_AS_IT_IS)
    response.headers["Cache-Control"] = "no-store"
    if isinstance(found, Refusal) and found.retry_after is not None:
        response.headers["Retry-After"] = str(found.retry_after)
    return with_limits(with_burst(response, found), found.allowance)


_AS_IT_IS = {"ensure_ascii": False}


def _body(request: HttpRequest) -> object:
    try:
        return loads(request.body)
    except ValueError:
        raise SearchError("body_not_json") from None


def _result(request: HttpRequest, call: object, caller: Caller) -> Results | Refusal:
    try:
        check_burst(request, caller, options())
    except SearchError as error:
        return told(error)
    return carry_out(call, caller)
