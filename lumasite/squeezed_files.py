"""Style sheets and scripts compressed, where no proxy does it: they are the same for everybody and hold no secret."""

import gzip
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

_TEXTS: Final = ("text/css", "text/javascript", "image/svg+xml")
#: What an answer that was compressed says of itself no longer.
_WHOLE: Final = frozenset({"Content-Length", "ETag", "Accept-Ranges"})


class Files:
    """Compresses what WhiteNoise, which stands right behind it, gives out as it lies on the disk."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, with a text in fewer bytes for whoever can read it so."""
        response = self.get_response(request)
        if not request.path_info.startswith(settings.STATIC_URL) or not _is_text(response):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        asked = request.headers
        if request.method != "GET" or "Range" in asked or "gzip" not in asked.get("Accept-Encoding", ""):
            return response
        return _compressed(response)


def _is_text(response: HttpResponseBase) -> bool:
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    return response.status_code == 200 and kind in _TEXTS and "Content-Encoding" not in response.headers


def _compressed(response: HttpResponseBase) -> HttpResponseBase:
    whole = b"".join(response)
    response.close()
    kept = {name: value for name, value in response.items() if name not in _WHOLE}
    # Without its ETag, which names other bytes, it is still known by its date.
    squeezed = _squeezed(whole)
    told = {"Content-Encoding": "gzip", "Content-Length": str(len(squeezed))}
    return HttpResponse(squeezed, headers=kept | told)


@lru_cache(maxsize=64)
def _squeezed(whole: bytes) -> bytes:
    return gzip.compress(whole, mtime=0)
