"""The tongue of the pages: what the address names, else what the reader chose before, else the browser's (PAGE-02)."""

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core.exceptions import TooManyFieldsSent
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.encoding import escape_uri_path
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language
from django.utils.translation.trans_real import parse_accept_lang_header

from codex.core.tongues import DEFAULT, NAMES, TONGUES, UI_CODES, tongue_of

#: The parameter that names the tongue of any page; `lang` is the archive's tongue.
PARAMETER: Final = "ui"


@dataclass(frozen=True, slots=True)
class Translation:
    """A tongue that a page can be read in: its code (BCP 47), its own name, and where the page is in that tongue.

    `address` is the whole URL, for search engines; empty where the page has none of its own.
    """

    code: str
    name: str
    href: str
    address: str
    current: bool


def named_tongue(request: HttpRequest) -> str | None:
    """The tongue that the address names, when it is one of the five."""
    return tongue_of(_asked(request).get(PARAMETER))


def reader_tongue(request: HttpRequest) -> str:
    """The archive's code for the tongue of this reader's pages; a search that names no tongue tries it first."""
    return named_tongue(request) or tongue_of(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)) or _spoken(request)


def translations(request: HttpRequest, *, at: str = "", lang: str = "") -> tuple[Translation, ...]:
    """This page in each tongue, at the address it was asked for, or `at` the one where it can be asked for.

    `lang` is the archive's tongue that was searched: another tongue of the page is no other search.
    """
    if at:
        return _all(at, "", "")
    site = f"{request.scheme}://{request.get_host()}{escape_uri_path(request.path)}"
    return _all("", _kept(request, lang), site)


def translations_of_refusal(request: HttpRequest, lang: str = "") -> tuple[Translation, ...]:
    """A page that says why there is none, in each tongue.

    What was refused when it was sent may not exist when it is only asked for: then the links lead to the first page.
    """
    if request.method in ("GET", "HEAD"):
        return _all("", _kept(request, lang), "")
    return _all(reverse("codex:home"), "", "")


def interface(request: HttpRequest) -> dict[str, object]:
    """The context processor."""
    return {"translations": SimpleLazyObject(lambda: translations(request))}


def _kept(request: HttpRequest, lang: str) -> str:
    """All that the address says but the tongue of the page."""
    asked = _asked(request).copy()
    asked.pop(PARAMETER, None)
    if lang and not asked.get("lang"):
        asked["lang"] = lang
    return f"{asked.urlencode()}&" if asked else ""


def _all(path: str, kept: str, site: str) -> tuple[Translation, ...]:
    return tuple(_translation(tongue, path, kept, site) for tongue in TONGUES)


def _translation(tongue: str, path: str, kept: str, site: str) -> Translation:
    code = UI_CODES[tongue]
    state = f"?{kept}{PARAMETER}={code}"
    return Translation(code, NAMES[tongue], path + state, site and site + state, code == get_language())


def _asked(request: HttpRequest) -> QueryDict:
    try:
        return request.GET
    except TooManyFieldsSent:
        # The page that refuses them has a tongue too.
        return QueryDict()


def _spoken(request: HttpRequest) -> str:
    """The first of the browser's languages that is one of the five tongues (no, nn and nb are one), else English."""
    spoken = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    wanted = (tongue_of(code) for code, quality in spoken if quality > 0)
    return next((tongue for tongue in wanted if tongue), DEFAULT)
