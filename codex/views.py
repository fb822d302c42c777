"""The pages: parse the URL, ask the door, lay out; nothing is decided here."""

from collections.abc import Callable
from functools import partial, wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt

from codex.accounts.visitor import visitor_of
from codex.callers import caller_of, too_fast
from codex.live import options
from codex.pages import browse
from codex.pages.context import archive_line
from codex.pages.extras import carried
from codex.pages.forms import SearchForm
from codex.pages.helping import nothing_page
from codex.pages.kept_pages import Asked, asked_by, is_stranger, page_for
from codex.pages.links import moved, search_link
from codex.pages.markdown import markdown, prefers_markdown, refusal_text, results_text
from codex.pages.searching import results_page
from codex.pages.wording import closed, left_today
from codex.results import Refusal, Results, refusal
from codex.search import search
from codex.store.edition import Edition
from codex.web.interface import reader_tongue, translations, translations_of_refusal
from codex.web.problems import answer

View = Callable[..., HttpResponse]
#: Where a request's note lies of what its page of results hangs on, for whoever answers the same question next.
NOTE = "codex.asked"
#: The burst limit counts by the minute.
BURST_SECONDS = 60
#: The shelf remembers a failure of the archive for as long.
COLD_SECONDS = 5


def reads_only(view: View) -> View:
    """Refuse what is neither GET nor HEAD with 405; nothing is changed here, so there is nothing to forge either."""

    @csrf_exempt
    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return view(request)
        response = answer(request, refusal("method_refused"))
        response.headers["Allow"] = "GET, HEAD"
        return response

    return guarded


def unlisted(view: View) -> View:
    """Keep answers out of search engines and shared caches: they differ by caller, and links lead on without end."""

    @wraps(view)
    def marked(request: HttpRequest, *given: object) -> HttpResponse:
        response = view(request, *given)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        patch_cache_control(response, private=True)
        patch_vary_headers(response, ("Accept", "Accept-Language", "Cookie"))
        return response

    return marked


def personal(view: View) -> View:
    """Keep a page that greets somebody out of shared caches; for strangers of one look it is the same for all."""

    @wraps(view)
    def marked(request: HttpRequest) -> HttpResponse:
        response = view(request)
        # Its look hangs on a cookie too.
        patch_vary_headers(response, ("Cookie",))
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            patch_cache_control(response, private=True)
        return response

    return marked


@reads_only
@personal
def home(request: HttpRequest) -> HttpResponse:
    """What this is, the box, and the shelves; works without the archive too."""
    return render(request, "codex/home.html", {"heading": gettext("Search the archive"), **_archive(browse.edition())})


@reads_only
@unlisted
def search_page(request: HttpRequest) -> HttpResponse:
    """The form, a shelf or the results, as the URL says; `go` leads on to a link of the page, with what was ticked."""
    if onward := moved(request.GET.get("go", ""), carried(request)):
        return redirect(onward)
    form = SearchForm(request.GET)
    refused = form.problem
    if too_fast(request, options()):
        refused = refusal("too_fast", retry_after=BURST_SECONDS)
    if request.GET.get("format") == "md" or prefers_markdown(request, "text/html"):
        return _markdown(request, form, refused)
    if refused:
        return _refuse(request, form, refused)
    return _results(request, form) if form.cleaned_data["q"].strip() else _start(request, form)


def _found(request: HttpRequest, form: SearchForm) -> Results | Refusal:
    asked = form.cleaned_data
    lang = asked["lang"] or reader_tongue(request)
    return search(asked["q"], lang, caller_of(request), page=asked["page"], collection=asked["collection"])


def _markdown(request: HttpRequest, form: SearchForm, refused: Refusal | None) -> HttpResponse:
    found = refused or _found(request, form)
    if isinstance(found, Refusal):
        return markdown(refusal_text(found), status=found.status)
    return markdown(results_text(found, request.path))


def _results(request: HttpRequest, form: SearchForm) -> HttpResponse:
    if is_stranger(request):
        return _for_strangers(request, form)
    found = _found(request, form)
    if isinstance(found, Refusal):
        return _refuse(request, form, found)
    return HttpResponse(_rendered(request, form, found, left=left_today(found.allowance)))


def _for_strangers(request: HttpRequest, form: SearchForm) -> HttpResponse:
    """The same, made once for all who ask the same."""
    asked = _asked(request, form)
    found = page_for(asked, caller_of(request), partial(_rendered, request, form))
    if isinstance(found, Refusal):
        return _refuse(request, form, found)
    request.META[NOTE] = asked
    return HttpResponse(found)


def _asked(request: HttpRequest, form: SearchForm) -> Asked:
    told = form.cleaned_data
    lang = told["lang"] or reader_tongue(request)
    return asked_by(request, query=told["q"], lang=lang, page=told["page"], collection=told["collection"])


def results_again(request: Callable[[], HttpRequest]) -> Callable[..., bytes]:
    """What makes the page of a question that was answered before, should it be made anew."""

    def render(found: Results, **marks: str) -> bytes:
        asked = request()
        return _rendered(asked, _read(asked), found, **marks)

    return render


@unlisted
def refused_page(request: HttpRequest, refused: Refusal) -> HttpResponse:
    """Why such a question is not answered now."""
    return _refuse(request, _read(request), refused)


def _read(request: HttpRequest) -> SearchForm:
    form = SearchForm(request.GET)
    form.full_clean()
    return form


def _rendered(request: HttpRequest, form: SearchForm, found: Results, *, left: str, age: str = "") -> bytes:
    along = carried(request)
    page = results_page(found, along) if found.total else nothing_page(found, along)
    template = "codex/search.html" if found.total else "codex/nothing.html"
    shown = {"page": page, "heading": page.heading, "left_today": left}
    # Which tongue answered stands in the form and every link, so that they mean the same to anybody else.
    named = {"carried": along, "lang": found.lang, "translations": translations(request, lang=found.lang)}
    context = form.kept | named | shown | _archive(found.edition, age=age)
    return render_to_string(template, context, request).encode()


def _start(request: HttpRequest, form: SearchForm) -> HttpResponse:
    asked = form.cleaned_data
    edition = browse.edition()
    shown = form.kept | {"heading": gettext("Search the archive"), "carried": carried(request)} | _archive(edition)
    if not (asked["lang"] or asked["collection"]):
        return render(request, "codex/start.html", shown)
    if not edition:
        return _refuse(request, form, refusal("archive_unavailable", retry_after=COLD_SECONDS))
    page = browse.shelf_page(edition, lang=asked["lang"], collection=asked["collection"], page=asked["page"])
    if asked["page"] > page.pages:
        return _refuse(request, form, refusal("page_out_of_range"))
    return render(request, "codex/shelf.html", shown | {"page": page, "heading": page.heading})


def _refuse(request: HttpRequest, form: SearchForm, refused: Refusal) -> HttpResponse:
    kept = form.kept
    if kept["query"].strip():
        kept["lang"] = kept["lang"] or reader_tongue(request)
    first = search_link(kept["query"], lang=kept["lang"], collection=kept["collection"])
    if refused.code != "page_out_of_range":
        first = ""
    # Who is there stands in the storage, which may be what has failed.
    visitor = visitor_of(request) if refused.code != "storage_unavailable" else None
    said = options().pause_message if refused.code == "paused" else ""
    fault = refused.code.startswith("query_")
    shown = kept | {"carried": carried(request), "translations": translations_of_refusal(request, kept["lang"])}
    if refused.code == "search_closed":
        shown |= closed(has_account=bool(visitor and visitor.name))
    return answer(request, refused, **shown, said=said, first_page=first, fault=fault, visitor=visitor)


def _archive(edition: Edition | None, *, age: str = "") -> dict[str, object]:
    return (
        {"archive": archive_line(edition, age=age), "shelves": browse.shelves(edition)}
        if edition
        else {"archive": None}
    )
