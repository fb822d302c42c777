"""What answers of the JSON face look like, for the OpenAPI document (API-03); the doors make them."""

from typing import Any, Final, Literal

from ninja import Schema
from pydantic import ConfigDict, Field
from pydantic.json_schema import models_json_schema

from codex.core.tool import NAME

_HIT = {
    "title": "Rite of the Slow Valve",
    "summary": "A quarter turn, and then another.",
    "collection": "rites",
    "url": "https://binaric.tech/en/rites/slow-valve/",
}
_FOUND: dict[str, Any] = {
    "results": [_HIT],
    "lang_used": "en",
    "fallback": False,
    "match": "exact",
    "total": 1,
    "stale_since": None,
}
_PAGING = {"page": 1, "pages": 1, "per_page": 10}
_REFUSED: dict[str, Any] = {"error": "Today's searches are used up.", "code": "quota_used", "retryable": False}
_PROBLEM: dict[str, Any] = _REFUSED | {
    "type": "about:blank",
    "title": "Too Many Requests",
    "status": 429,
    "detail": _REFUSED["error"],
}
_CALL: dict[str, Any] = {"function": {"name": NAME, "arguments": '{"query": "slow valve", "lang": "en"}'}}


REFERENCE: Final = "#/components/schemas/{model}"
#: Of an operation that strangers may use as well.
OPEN: Final[dict[str, Any]] = {"security": [{"bearer": []}, {}]}
_TEXT: Final = {"text/markdown": {"schema": {"type": "string"}}}
#: Of an operation whose answers are Markdown for those who ask so.
AS_TEXT: Final[dict[str, Any]] = {"responses": {200: {"content": _TEXT}}}
#: Of one whose answers have an ETag besides.
TAGGED: Final[dict[str, Any]] = {
    "parameters": [
        {
            "in": "header",
            "name": "If-None-Match",
            "description": "The ETag of an earlier answer.",
            "schema": {"type": "string"},
        }
    ],
    "responses": {200: {"headers": {"ETag": {"$ref": "#/components/headers/ETag"}}, "content": _TEXT}},
}


def body_of(name: str) -> dict[str, Any]:
    """Describes a body that the view reads by itself, by the name of a schema of `shared`."""
    schema = {"$ref": REFERENCE.format(model=name)}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def shared() -> dict[str, Any]:
    """The schemas that operations name instead of having django-ninja read them."""
    wanted: Any = [(Problem, "serialization"), (ToolCall, "validation")]
    schemas: dict[str, Any] = models_json_schema(wanted, ref_template=REFERENCE)[1]["$defs"]
    return schemas


def _exact(*examples: dict[str, Any]) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": list(examples)} if examples else None)


class Refused(Schema):
    """What a model is told when there is no result."""

    model_config = _exact(_REFUSED)
    error: str = Field(description="A fixed sentence to relay.")
    code: str = Field(description="A stable code of the README's table.")
    retryable: bool = Field(description="Whether the same call may succeed later.")


def perhaps(said: str) -> Any:
    """A member that is not always there; where it is, it is never null."""
    return Field(None, validate_default=False, description=said, json_schema_extra=_without_default)


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


class Problem(Refused):
    """A problem document (RFC 9457) with the members that a model is told, and facts about some codes."""

    model_config = _exact(_PROBLEM)
    type: str
    title: str
    status: int = Field(ge=400, le=599)
    detail: str
    parameter: str = perhaps("parameter_invalid: which one; body is the whole.")
    unknown_in: str = perhaps("parameter_invalid: what holds a member that this address does not know.")
    minimum: int = perhaps("The bound that the parameter breaks.")
    maximum: int = perhaps("The bound that the parameter breaks.")
    min_length: int = perhaps("The bound that the parameter breaks.")
    max_length: int = perhaps("The bound that the parameter breaks.")
    scope: str = perhaps("scope_missing: which one.")
    resets_at: str = perhaps("A limit that is used up: when it begins anew.")


class Why(Schema):
    """One word of the query, and what it earned a hit."""

    model_config = _exact()
    word: str
    rule: Literal["written", "stem", "prefix", "typo", "part"]
    fields: list[Literal["title", "summary", "text"]]
    points: int


class Hit(Schema):
    """An inscription that was found; plain text from outside, to be escaped for wherever it goes."""

    model_config = _exact(_HIT)
    title: str
    summary: str
    collection: str
    url: str


class FullHit(Hit):
    """The same with `detail=full`."""

    model_config = _exact()
    lang: Literal["en", "de", "eo", "no", "uk"]
    score: float
    why: list[Why]
    snippet: str


class Found(Schema):
    """What a search found, as a model sees it."""

    model_config = _exact(_FOUND)
    results: list[Hit]
    lang_used: str = Field(description="The tongue that answered; all after a fallback.")
    fallback: bool
    match: Literal["exact", "near", "none"]
    total: int
    stale_since: str | None = Field(description="Since when the archive could not be read.")
    sample: Literal[True] = Field(True, description="Only there while the bundled sample archive answers.")


class Page(Found):
    """A page of what a search found."""

    model_config = _exact(_FOUND | _PAGING)
    results: list[Hit] | list[FullHit]  # type: ignore[assignment]
    page: int
    pages: int
    per_page: int


class Function(Schema):
    """The function of a tool call, as a model wrote it."""

    name: str
    arguments: str | dict[str, Any] = Field(description="JSON text, or the object itself.")


class ToolCall(Schema):
    """A tool call as it came from an OpenAI-style API; whatever else stands in it does not matter."""

    model_config = ConfigDict(extra="allow", json_schema_extra={"examples": [_CALL, _CALL | {"pilgrim": "pilgrim-41"}]})
    function: Function
    pilgrim: str | None = Field(None, min_length=1, max_length=128, description="Whom the bot asks for.")


class Tools(Schema):
    """What to put into a chat call."""

    model_config = _exact()
    tools: list[dict[str, Any]]


class Counts(Schema):
    """What is left of a day; null where there is no limit."""

    model_config = _exact()
    limit: int | None
    used: int
    remaining: int | None
    resets_at: str


class Quota(Counts):
    """The same of the caller, and of the whole bot when one asks."""

    model_config = _exact(
        {"caller": "address", "limit": 50, "used": 3, "remaining": 47, "resets_at": "2030-05-02T00:00:00+00:00"}
    )
    caller: Literal["user", "address", "pilgrim", "bot"]
    bot: Counts = Field(None, validate_default=False)  # type: ignore[assignment]
