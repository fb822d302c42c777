"""Answers for requests that no view could answer."""

import logging
import sys
import traceback
from uuid import uuid4

from django.contrib.sessions.exceptions import SessionInterrupted
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse

from codex.results import refusal
from codex.web.faults import hides_storage_fault, is_storage_fault, storage_unavailable
from codex.web.last_resort import plainly
from codex.web.problems import answer

_log = logging.getLogger(__name__)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400; 413 when the body was too large; 503 when it was a session that could not be saved."""
    if isinstance(exception, SessionInterrupted) and hides_storage_fault(exception):
        return storage_unavailable(request)
    return answer(request, refusal("too_large" if isinstance(exception, RequestDataTooBig) else "bad_request"))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return answer(request, refusal("forbidden"))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form that was sent without the token of its page."""
    return answer(request, refusal("form_expired"))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    return answer(request, refusal("not_found"))


def server_error(request: HttpRequest) -> HttpResponse:
    """503 when the storage failed beside the view; else 500 with the number under which the log tells where."""
    _, error, trace = sys.exc_info()
    if is_storage_fault(error):
        return storage_unavailable(request)
    number = uuid4().hex[:8]
    # The error's own words may hold what somebody searched for: its kind and its place are enough.
    _log.error("Fault %s: %s\n%s", number, type(error).__name__, "".join(traceback.format_tb(trace)))
    try:
        return answer(request, refusal("internal"), number=number)
    except Exception as again:  # noqa: BLE001 - what failed may be what pages are made with
        _log.error("The page of fault %s cannot be made: %s", number, type(again).__name__)
        return plainly(request, refusal("internal"))
