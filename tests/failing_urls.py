"""The site's addresses and some that fail in the ways a site can."""

from collections.abc import Callable

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import IntegrityError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.csrf import csrf_exempt

from lumasite import urls
from lumasite.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns: list[URLPattern | URLResolver] = [*urls.urlpatterns]
SECRET = "secret words"
ERRORS: dict[str, type[Exception]] = {
    "bug": ValueError,
    "wrong-statement": IntegrityError,
    "locked": OperationalError,
    "gone": InterfaceError,
    "forbidden": PermissionDenied,
    "suspicious": SuspiciousOperation,
    "too-large": RequestDataTooBig,
}


def failing(request: HttpRequest, name: str) -> HttpResponse:
    """Fail with words that nobody but the author of the failure may read."""
    raise ERRORS[name](SECRET)


def full(request: HttpRequest) -> HttpResponse:
    """Fail as a full disk does."""
    raise OSError(28, "No space left on device")


@csrf_exempt
def reading(request: HttpRequest) -> HttpResponse:
    """Read the body."""
    return HttpResponse(str(len(request.body)))


def form(request: HttpRequest) -> HttpResponse:
    """Take a form that must bring its token."""
    return HttpResponse("taken")


def failing_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer nothing: the storage fails outside every view."""

    def fail(request: HttpRequest) -> HttpResponse:
        raise OperationalError(SECRET)

    return fail


for face in ("", "api/"):
    urlpatterns += [
        path(f"{face}fail/full", full),
        path(f"{face}fail/<name>", failing),
        path(f"{face}reading", reading),
        path(f"{face}form", form),
    ]
