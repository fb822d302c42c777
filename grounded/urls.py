"""The addresses of answers; no cache and no search engine keeps any of them."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponseBase
from django.urls import path, register_converter
from django.views.decorators.gzip import gzip_page

from codex.accounts.private import private
from grounded import answer_views, mine_views, views

View = Callable[..., HttpResponseBase]


def unvaried(view: View) -> View:
    """Compress a page unless its address says what stands on it, which an attacker could vary (BREACH)."""
    compressed = gzip_page(view)

    @wraps(view)
    def squeezed(request: HttpRequest) -> HttpResponseBase:
        return view(request) if request.META.get("QUERY_STRING") or request.method == "POST" else compressed(request)

    return squeezed


class Kind:
    """A kind of copy."""

    regex = "md|txt|json"

    def to_python(self, value: str) -> str:
        """As it stands in the address."""
        return value

    def to_url(self, value: str) -> str:
        """The same."""
        return value


class Collection(Kind):
    """A kind of file that holds all copies."""

    regex = "md|json"


register_converter(Kind, "copy")
register_converter(Collection, "collection")
app_name = "grounded"
urlpatterns = [
    path("ask/", private(unvaried(views.ask)), name="ask"),
    path("ask/send/", private(views.send), name="send"),
    path("ask/mine/", private(mine_views.my_answers), name="mine"),
    path("ask/mine/delete/", private(mine_views.delete_all), name="delete-all"),
    path("ask/mine/answers.<collection:kind>", private(mine_views.collected), name="collected"),
    # Compressed for their owners too: nobody can have one loaded who does not know its key (BREACH needs many loads
    # whose text an attacker varies), and the form's token is masked anew in each.
    path("ask/<slug:key>/", private(gzip_page(answer_views.show)), name="answer"),
    path("ask/<slug:key>/status", private(answer_views.status), name="status"),
    path("ask/<slug:key>/cancel/", private(answer_views.cancel), name="cancel"),
    path("ask/<slug:key>/delete/", private(mine_views.delete_one), name="delete"),
    path("ask/<slug:key>/keep/", private(mine_views.keep), name="keep"),
    path("ask/<slug:key>/feedback/", private(answer_views.feedback), name="feedback"),
    path("ask/<slug:key>/answer.<copy:kind>", private(answer_views.copy), name="copy"),
]
