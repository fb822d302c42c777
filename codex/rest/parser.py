"""Bodies of the JSON face, read so that they have one meaning."""

from typing import Any

from django.http import HttpRequest
from ninja.parser import Parser

from codex.core.strictjson import loads


class StrictJson(Parser):
    """Reads bodies that have one meaning; django-ninja answers for all others (ValueError)."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The body as JSON values."""
        return loads(request.body)
