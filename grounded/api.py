"""The JSON face of answers: /api/v1/answers, for tokens with scope answers (API-01, API-02)."""

from typing import Any, Final, Literal

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from ninja import Router, Schema
from ninja.decorators import decorate_view
from pydantic import ConfigDict, Field

from codex.callers import Caller
from codex.live import options as codex_options
from codex.quota import Allowance
from codex.rest.answers import holding, json_only, with_policies
from codex.rest.auth import PILGRIM_HEADER, check_burst, named, needed_token_for
from codex.results import Refusal
from codex.web.problems import answer as problem
from grounded import answer as door
from grounded.answer import Asked, Pick, Standing
from grounded.api_schemas import AGREED, DELETED, KEYED, PREVIEWED, STANDS, STOPPED
from grounded.errors import AnswerError
from grounded.receipt import receipt
from grounded.shown import preview_told

SCOPE: Final = "answers"
#: How long a program waits before it looks again, in seconds.
LOOK_AGAIN: Final = 2

router = Router()


class SourceIn(Schema):
    """An inscription by its link, and perhaps a run of its paragraphs; `last` alone begins with the first."""

    model_config = ConfigDict(extra="forbid")
    url: str = Field(max_length=2_048)
    first: int | None = Field(None, ge=1)
    last: int | None = Field(None, ge=1)

    @property
    def pick(self) -> Pick:
        """As the door takes it."""
        return Pick(self.url, self.first or (1 if self.last else None), self.last)


class AskedIn(Schema):
    """A question to inscriptions or a summary of them; a question without sources has the best passages proposed."""

    model_config = ConfigDict(extra="forbid")
    mode: Literal["question", "summary"] = "question"
    question: str = ""
    lang: str = "en"
    sources: list[SourceIn] = []
    pilgrim: str | None = None

    @property
    def asked(self) -> Asked:
        """As the door takes it."""
        picks = tuple(source.pick for source in self.sources)
        return Asked(mode=self.mode, question=self.question, picks=picks, lang=self.lang)


class AgreedIn(Schema):
    """The token of what was shown, and nothing else."""

    model_config = ConfigDict(extra="forbid")
    token: str


@router.post(
    "answers/preview",
    operation_id="answers_preview",
    response=PREVIEWED,
    by_alias=True,
    summary="See what would be sent",
)
@decorate_view(json_only)
@decorate_view(holding(SCOPE))
def post_preview(request: HttpRequest, asked: AskedIn) -> HttpResponse:
    """Show the exact body, its SHA-256, and the receiver; nothing is sent. The token agrees to just that."""
    shown = door.preview(asked.asked, _caller(request, asked.pilgrim))
    if isinstance(shown, Refusal):
        return _refused(request, shown)
    return _with_limits(_json(preview_told(shown)), shown.allowance)


@router.post(
    "answers",
    operation_id="answers_post",
    response=AGREED,
    by_alias=True,
    openapi_extra=KEYED,
    summary="Ask, after agreeing",
)
@decorate_view(json_only)
@decorate_view(holding(SCOPE))
def post_answer(request: HttpRequest, agreed: AgreedIn) -> HttpResponse:
    """Send what the token agrees to, once: 202 while the answer is waited for, 200 when there is nothing to wait for.

    The same token, or the same Idempotency-Key with it, never sends again; it says how the answer stands.
    """
    key = request.headers.get("Idempotency-Key")
    if key == "":
        raise AnswerError("idempotency_key_invalid")
    return _told(request, door.answer(agreed.token, _caller(request), idempotency_key=key or ""))


@router.api_operation(
    ["GET", "HEAD"],
    "answers/{key}",
    operation_id="answer_get",
    url_name="answer",
    response=STANDS,
    by_alias=True,
    summary="How an answer stands",
)
def get_answer(request: HttpRequest, key: str) -> HttpResponse:
    """How an answer stands; its JSON is the receipt."""
    return _told(request, door.standing(key, _caller(request)), waiting=200)


@router.delete("answers/{key}", operation_id="answer_delete", response=DELETED, summary="Delete an answer")
def delete_answer(request: HttpRequest, key: str) -> HttpResponse:
    """Delete an answer with all its texts."""
    refused = door.delete(key, _caller(request))
    return _refused(request, refused) if isinstance(refused, Refusal) else HttpResponse(status=204)


@router.post(
    "answers/{key}/cancel", operation_id="answer_cancel", response=STOPPED, by_alias=True, summary="Stop waiting"
)
def cancel_answer(request: HttpRequest, key: str) -> HttpResponse:
    """Stop waiting; what was sent stays sent and counted."""
    return _told(request, door.cancel(key, _caller(request)))


def _caller(request: HttpRequest, pilgrim: str | None = None) -> Caller:
    """The pilgrim, or the bot itself; raises CallerError and SearchError too_fast, which the face answers."""
    caller = named(request, needed_token_for(request, SCOPE), pilgrim)
    check_burst(request, caller, codex_options())
    return caller


def _told(request: HttpRequest, found: Standing | Refusal, *, waiting: int = 202) -> HttpResponse:
    if isinstance(found, Refusal):
        return _refused(request, found)
    response = _json(receipt(found), status=200 if found.is_ended else waiting)
    if not found.is_ended:
        response.headers["Location"] = reverse("codex:api-1:answer", args=[found.id])
        response.headers["Retry-After"] = str(LOOK_AGAIN)
    return _with_limits(response, None)


def _refused(request: HttpRequest, refused: Refusal) -> HttpResponse:
    return _with_limits(problem(request, refused), refused.allowance)


def _json(told: dict[str, Any], *, status: int = 200) -> HttpResponse:
    response = JsonResponse(told, status=status, json_dumps_params={"ensure_ascii": False})
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _with_limits(response: HttpResponse, allowance: Allowance | None) -> HttpResponse:
    """RateLimit headers of the answers, whose daily limit is another than the searches'."""
    patch_vary_headers(response, ("Authorization", PILGRIM_HEADER))
    return with_policies(response, {"answers-daily": allowance})
