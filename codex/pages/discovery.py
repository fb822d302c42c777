"""What programs find the site by: rules for crawlers, llms.txt, OpenSearch."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from codex.live import options
from codex.views import reads_only


@reads_only
def robots(request: HttpRequest) -> HttpResponse:
    """The rules for crawlers; /search is not among them, since a page that is not read never shows its noindex."""
    return render(request, "robots.txt", content_type="text/plain; charset=utf-8")


@reads_only
def llms(request: HttpRequest) -> HttpResponse:
    """What this is and where a model finds what (llmstxt.org)."""
    shown = {"site": request.build_absolute_uri("/").rstrip("/"), "settings": options()}
    return render(request, "llms.txt", shown, content_type="text/markdown; charset=utf-8")


@reads_only
def opensearch(request: HttpRequest) -> HttpResponse:
    """How a browser searches here from its address bar (OpenSearch 1.1)."""
    shown = {"site": request.build_absolute_uri("/").rstrip("/")}
    return render(request, "opensearch.xml", shown, content_type="application/opensearchdescription+xml")
