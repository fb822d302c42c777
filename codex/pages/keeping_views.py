"""The page that says what this site keeps."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from codex.pages import keeping
from codex.views import personal, reads_only


@reads_only
@personal
def kept(request: HttpRequest) -> HttpResponse:
    """Made anew each time: it holds for the settings of this moment."""
    return render(request, "codex/kept.html", keeping.page())
