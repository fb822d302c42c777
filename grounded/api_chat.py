"""The JSON face of Luma's chat: POST /api/v1/chat, for tokens with the scopes tools and answers (API-04)."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_vary_headers
from ninja import Router
from ninja.decorators import decorate_view

from codex.callers import Caller
from codex.live import options as codex_options
from codex.quota import Allowance
from codex.rest.answers import holding, json_only, with_policies
from codex.rest.auth import PILGRIM_HEADER, check_burst, named, needed_token_for
from codex.results import Refusal
from codex.web.problems import answer as problem
from grounded import luma as door
from grounded.api_chat_schemas import CHATTED, ChatIn
from grounded.errors import AnswerError

#: Luma searches, and spends the budget of answers.
SCOPES: Final = ("tools", "answers")

router = Router()


@router.post("chat", operation_id="chat", response=CHATTED, summary="Chat with Luma")
@decorate_view(json_only)
@decorate_view(holding(*SCOPES))
def post_chat(request: HttpRequest, asked: ChatIn) -> HttpResponse:
    """Take one turn: Luma searches the archive and answers, or asks for a tool of the caller's.

    The messages and what searches find (title, summary, collection, url) go to the endpoint that the staff have
    configured; nothing is kept here. To go on, send the conversation again with the `messages` of the answer, and
    behind them the results of your own tools.
    """
    caller = _caller(request, asked.pilgrim)
    if "Idempotency-Key" in request.headers:
        raise AnswerError("idempotency_key_refused")
    found = door.chat(asked.conversation, caller, check=partial(_check_token, request))
    if isinstance(found, Refusal):
        return _limited(problem(request, found), {"answers-daily": found.allowance})
    response = JsonResponse(found.as_dict(), json_dumps_params={"ensure_ascii": False})
    response.headers["Cache-Control"] = "no-store"
    limits = {"daily": found.searches, "bot-daily": found.searches.pool, "answers-daily": found.answers}
    return _limited(response, limits)


def _check_token(request: HttpRequest) -> None:
    """Raises CallerError once the token is no longer in force."""
    for scope in SCOPES:
        needed_token_for(request, scope)


def _caller(request: HttpRequest, pilgrim: str | None) -> Caller:
    """The pilgrim, or the bot itself; raises CallerError and SearchError too_fast, which the face answers."""
    caller = named(request, needed_token_for(request, SCOPES[0]), pilgrim)
    check_burst(request, caller, codex_options())
    return caller


def _limited(response: HttpResponse, limits: Mapping[str, Allowance | None]) -> HttpResponse:
    patch_vary_headers(response, ("Authorization", PILGRIM_HEADER))
    return with_policies(response, limits)
