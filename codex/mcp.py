"""The MCP face at /mcp: streamable HTTP without state, revision 2026-07-28 and clients that open with initialize.

django-mcpz speaks the protocol; here stands what it leaves to the site or takes more loosely than we do: whose token it
is, Origin to the letter, JSON with one meaning, an initialize whatever version its header names, and replies as an
event stream for clients that read nothing else (MCP-01).
"""

import json
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from django_mcpz.jsonrpc import PARSE_ERROR, MessageError, decode_message
from django_mcpz.legacy import LEGACY_PROTOCOL_VERSIONS, legacy_dispatch

from codex.callers import Caller
from codex.core.errors import CodexError
from codex.core.hits import Hit
from codex.core.strictjson import loads
from codex.live import options
from codex.mcp_tools import ASKED, FOUND, Answer, Asked, server
from codex.rest.answers import refused, with_burst, with_limits
from codex.rest.auth import PILGRIM_HEADER, check_burst, named, needed_token_for
from codex.results import Refusal, Results, refusal
from codex.web.problems import answer

JSON: Final = "application/json"
EVENTS: Final = "text/event-stream"


@csrf_exempt
def mcp(request: HttpRequest) -> HttpResponse:
    """One message of the protocol; what is wrong before it is read is a problem document."""
    if request.method != "POST":
        response = answer(request, refusal("method_refused"))
        response.headers["Allow"] = "POST"
        return response
    if not _is_own(request):
        return answer(request, refusal("forbidden"))
    if request.content_type != JSON:
        return answer(request, refusal("media_type_refused"))
    try:
        return _finished(request, _answered(request, named(request, needed_token_for(request, "tools"))))
    except CodexError as error:
        return refused(request, error)


def _is_own(request: HttpRequest) -> bool:
    """Whether no page of another site sends this; programs name no origin."""
    return request.headers.get("Origin") in (None, f"{request.scheme}://{request.get_host()}")


def _answered(request: HttpRequest, caller: Caller) -> HttpResponse:
    try:
        message = loads(request.body)
    except ValueError:
        error = {"code": PARSE_ERROR, "message": "The body is no JSON, or JSON with more than one meaning."}
        return JsonResponse({"jsonrpc": "2.0", "id": None, "error": error}, status=400)
    method = message.get("method") if isinstance(message, dict) else None
    request.META[ASKED] = Asked(caller, method if isinstance(method, str) else "")
    if method != "tools/call":  # a call that comes too fast is a result for the model
        check_burst(request, caller, options())
    return _greeted(request) or _with_found(server(request), request.META.get(FOUND))


def _with_found(response: HttpResponse, found: Answer | Refusal | None) -> HttpResponse:
    """The answer to a call with what the library has no place for: links of the hits, and the limits as headers."""
    if found is None:
        return response
    if isinstance(found, Results) and found.hits:
        said = json.loads(response.content)
        said["result"]["content"] += [_link(hit) for hit in found.hits]
        response.content = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
    if isinstance(found, Refusal):
        with_burst(response, found)
        if found.retry_after is not None:
            response.headers["Retry-After"] = str(found.retry_after)
    return with_limits(response, found.allowance)


def _link(hit: Hit) -> dict[str, str]:
    """A hit as a client can show or open it."""
    return {"type": "resource_link", "uri": hit.url, "name": hit.title, "mimeType": "text/html"}


def _greeted(request: HttpRequest) -> HttpResponse | None:
    """The answer to an initialize under a header that does not belong there: some clients send one all the same."""
    if request.headers.get("MCP-Protocol-Version") in _ANSWERED:
        return None
    try:
        message = decode_message(request.body)
    except MessageError:
        return None
    if message.method != "initialize" or not isinstance(message.id, str | int):
        return None
    params = message.params if isinstance(message.params, dict) else {}
    return legacy_dispatch(server, request, message.id, "initialize", params)


_ANSWERED: Final = (None, *LEGACY_PROTOCOL_VERSIONS)


def _finished(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    accepted = request.headers.get("Accept", "*/*")
    if response.headers.get("Content-Type") == JSON and EVENTS in accepted and not _takes_json(accepted):
        response.content = b"event: message\ndata: " + response.content + b"\n\n"
        response.headers["Content-Type"] = EVENTS
    response.headers["Cache-Control"] = "no-store"
    patch_vary_headers(response, ("Accept", "Authorization", "Origin", PILGRIM_HEADER))
    return response


def _takes_json(accepted: str) -> bool:
    return any(kind in accepted for kind in (JSON, "application/*", "*/*"))
