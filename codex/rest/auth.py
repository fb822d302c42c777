"""Who calls the JSON face: a bot's token and the pilgrim it speaks for, else an address (API-01, CDX-06)."""

import re
from typing import Final

from django.http import HttpRequest

from codex.callers import Caller, address_of, pilgrim_of, too_fast
from codex.core.errors import CallerError, SearchError
from codex.core.options import CodexOptions
from codex.metering.bot_tokens import Bearer, bearer

PILGRIM_HEADER: Final = "X-Codex-User"
#: The same as WSGI has it; `request.headers` would read all headers for one.
_PILGRIM: Final = "HTTP_X_CODEX_USER"
#: The parameter's name as it stands, or a small letter in percent form; without either it is not there.
_CODED: Final = re.compile("pilgrim|%[67]")
#: The burst limit counts by the minute.
BURST_SECONDS: Final = 60


def searcher(request: HttpRequest, settings: CodexOptions, *, pilgrim: str | None = None) -> Caller:
    """Whoever searches: a token with scope search, or an address where staff allow it; `pilgrim` is the body's.

    Raises CallerError, and SearchError (anonymous_refused, too_fast).
    """
    token = token_for(request, "search")
    if token is None and not settings.allow_anonymous_api:
        raise SearchError("anonymous_refused")
    caller = named(request, token, pilgrim) if token else address_of(request)
    check_burst(request, caller, settings)
    return caller


def token_for(request: HttpRequest, scope: str) -> Bearer | None:
    """Who holds the token of the request's header; None when there is no such header; an empty scope is any.

    Raises CallerError for a token that is not in force or was made for something else.
    """
    header = request.META.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        raise CallerError("token_malformed")
    holder = bearer(token.strip())
    if scope and scope not in holder.scopes:
        raise CallerError("scope_missing", scope=scope)
    return holder


def needed_token_for(request: HttpRequest, scope: str) -> Bearer:
    """The same where nothing is answered without a token; raises CallerError."""
    token = token_for(request, scope)
    if token is None:
        raise CallerError("token_needed")
    return token


def named(request: HttpRequest, token: Bearer, pilgrim: object = None) -> Caller:
    """The pilgrim that a bot names in the header or in the body, else the bot itself; raises CallerError."""
    header = _header(request)
    is_twofold = header is not None and pilgrim not in (None, header)
    # In a URL it would end up in logs; ignored there, it would be counted for the bot without a word.
    if is_twofold or not isinstance(pilgrim, str | None) or _is_in_url(request):
        raise CallerError("pilgrim_invalid")
    return pilgrim_of(token.bot, pilgrim if header is None else header)


def check_burst(request: HttpRequest, caller: Caller, settings: CodexOptions) -> None:
    """Count one request of this minute; raises SearchError (too_fast) above the burst limit."""
    if too_fast(request, settings, caller=caller):
        raise SearchError("too_fast")


def _is_in_url(request: HttpRequest) -> bool:
    query: str = request.META.get("QUERY_STRING", "")
    return bool(_CODED.search(query)) and "pilgrim" in request.GET


def _header(request: HttpRequest) -> str | None:
    sent: str | None = request.META.get(_PILGRIM)
    if sent is None:
        return None
    try:
        # WSGI hands header bytes on as Latin-1; ids are UTF-8 there as in the body.
        return sent.encode("latin-1").decode("utf-8")
    except UnicodeError:
        raise CallerError("pilgrim_invalid") from None
