"""The state of the search page as it stands in its URL."""

from django import forms

from codex.core.errors import SearchError
from codex.core.tongues import requested
from codex.pages.parameters import holds_controls, whole
from codex.results import Refusal, refusal
from codex.search import LONGEST_QUERY, MOST_PAGES


class SearchForm(forms.Form):
    """The four parameters, in their order; what a query may hold is for the door to judge."""

    q = forms.CharField(required=False, strip=False)
    lang = forms.CharField(required=False, strip=False, max_length=LONGEST_QUERY)
    collection = forms.CharField(required=False, strip=False, max_length=LONGEST_QUERY)
    page = forms.CharField(required=False, strip=False)

    def clean_lang(self) -> str:
        """The tongue named in the URL, English when it is unknown; empty when none is named."""
        named = _checked(self.cleaned_data["lang"])
        return requested(named) if named else ""

    def clean_collection(self) -> str:
        """The collection named in the URL, whether it exists or not."""
        return _checked(self.cleaned_data["collection"])

    def clean_page(self) -> int:
        """The page named in the URL, or the first; numbers that no page has are all the same."""
        try:
            page = min(whole(self.cleaned_data["page"] or 1), MOST_PAGES + 1)
        except ValueError:
            page = 0
        if page < 1:
            raise forms.ValidationError("no page")
        return page

    @property
    def problem(self) -> Refusal | None:
        """What is wrong with the parameters."""
        field = next(iter(self.errors), None)
        if field == "q":
            return refusal("query_invalid")
        return refusal(SearchError("parameter_invalid", parameter=field)) if field else None

    @property
    def kept(self) -> dict[str, str]:
        """What was asked, for the box of whichever page comes."""
        query, collection = (self.data.get(name, "").replace("\0", "") for name in ("q", "collection"))
        return {"query": query, "lang": self.cleaned_data.get("lang", ""), "collection": collection}


def _checked(text: str) -> str:
    if holds_controls(text):
        raise forms.ValidationError("control characters")
    return text
