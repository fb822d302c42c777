"""Storage that is locked, full or gone, told as a 503 in place of a traceback."""

import errno
from collections.abc import Callable

from django.db import DatabaseError, InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse

from codex.results import refusal
from codex.web.problems import answer

#: Other errors of the database say that our own statement is wrong; waiting does not help with those.
STORAGE = (InterfaceError, InternalError, OperationalError)
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}
#: A lock is held for seconds at most.
RETRY_AFTER = 10


def is_storage_fault(error: BaseException | None) -> bool:
    """Whether the database or the disk failed, and not we."""
    if isinstance(error, OSError):
        return error.errno in FULL
    # A bare DatabaseError is a damaged file when the driver caused it, and Django's "no such row" when nothing did.
    damaged = type(error) is DatabaseError and error.__cause__ is not None
    return damaged or isinstance(error, STORAGE)


def hides_storage_fault(error: BaseException) -> bool:
    """Whether an error was raised while a storage fault was handled, as a session that cannot be saved is."""
    beneath = error.__context__
    return beneath is not None and (is_storage_fault(beneath) or hides_storage_fault(beneath))


def storage_unavailable(request: HttpRequest) -> HttpResponse:
    """The 503 page or problem; made without the database."""
    return answer(request, refusal("storage_unavailable", retry_after=RETRY_AFTER))


class StorageFaults:
    """Answers for views that met such a fault; the handler for 500 does so for middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer with 503 when the storage failed."""
        return storage_unavailable(request) if is_storage_fault(error) else None
