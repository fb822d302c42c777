"""The least that Django answers: one view without middleware, an empty object as JSON; ratios are to this."""

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path


def empty(request: HttpRequest) -> HttpResponse:
    """Nothing, as JSON."""
    return JsonResponse({})


def application_of() -> WSGIHandler:
    """The application, in a process that serves nothing else."""
    settings.configure(
        ALLOWED_HOSTS=["*"], SECRET_KEY="bench", ROOT_URLCONF=__name__, MIDDLEWARE=[], LOGGING_CONFIG=None
    )
    django.setup()
    return WSGIHandler()


urlpatterns = [path("empty", empty), path("robots.txt", empty)]
