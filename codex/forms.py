"""The state of the search page as it stands in its URL."""

from django import forms
from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from codex.core.tongues import DEFAULT, requested, tongue_of
from codex.results import Refusal, refusal

#: More pages than any archive has; larger numbers are no pages at all.
MOST_PAGES = 1_000_000
PROBLEMS = {"q": "query_invalid", "page": "page_out_of_range"}


class SearchForm(forms.Form):
    """The four parameters, in their order; what a query may hold is for the door to judge."""

    q = forms.CharField(required=False, strip=False)
    lang = forms.CharField(required=False)
    collection = forms.CharField(required=False, strip=False)
    page = forms.IntegerField(required=False, min_value=1, max_value=MOST_PAGES)

    def clean_lang(self) -> str:
        """The tongue named in the URL, English when it is unknown; empty when none is named."""
        named = self.cleaned_data["lang"]
        return requested(named) if named else ""

    def clean_page(self) -> int:
        """The page named in the URL, or the first."""
        return self.cleaned_data["page"] or 1

    @property
    def problem(self) -> Refusal | None:
        """What is wrong with the parameters."""
        field = next(iter(self.errors), None)
        return refusal(PROBLEMS.get(field, "parameter_invalid")) if field else None

    @property
    def kept(self) -> dict[str, str]:
        """What was asked, for the box of whichever page comes."""
        query, collection = (self.data.get(name, "").replace("\0", "") for name in ("q", "collection"))
        return {"query": query, "lang": self.cleaned_data.get("lang", ""), "collection": collection}


def browser_tongue(request: HttpRequest) -> str:
    """The first of the browser's languages that is one of the five tongues (no, nn and nb are one), else English."""
    spoken = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    return next((tongue for code, _ in spoken if (tongue := tongue_of(code))), DEFAULT)
