"""Suggestions as browsers' address bars and the search box of these pages ask for them (OpenSearch Suggestions 1.1)."""

from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

from codex.callers import address_of, too_fast
from codex.core.tongues import NAMES, requested
from codex.live import options
from codex.pages.links import search_link
from codex.results import Refusal, refusal
from codex.suggesting import suggest as suggested
from codex.views import BURST_SECONDS, reads_only
from codex.web.interface import reader_tongue
from codex.web.problems import answer

#: Whoever types asks often: so many times as often as they may search in a minute.
TIMES: Final = 10
#: How long anybody may keep an answer, in seconds; the archive changes seldom.
KEPT: Final = 300


@reads_only
def suggest(request: HttpRequest) -> HttpResponse:
    """`[typed, titles, names of their tongues, addresses of the searches]`, the same for everybody."""
    if too_fast(request, options(), caller=address_of(request), group="suggestions", times=TIMES):
        return answer(request, refusal("too_fast", retry_after=BURST_SECONDS))
    typed, named = request.GET.get("q", ""), request.GET.get("lang", "")
    found = suggested(typed, requested(named) if named else reader_tongue(request))
    if isinstance(found, Refusal):
        return answer(request, found)
    links = [request.build_absolute_uri(search_link(one.title, lang=one.lang)) for one in found]
    told = [typed, [one.title for one in found], [NAMES[one.lang] for one in found], links]
    response = JsonResponse(told, safe=False, content_type="application/x-suggestions+json")
    patch_cache_control(response, public=True, max_age=KEPT)
    patch_vary_headers(response, () if named else ("Accept-Language", "Cookie"))
    return response
