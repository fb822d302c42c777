"""Why there is no answer although nothing was wrong with the endpoint: consent, archive, budget, owner (GRD-05…09)."""

from typing import ClassVar, Final

from codex.core.errors import CodexError, Reason
from codex.results import Refusal
from grounded.core.errors import AnswerRejected, ChatError, ConfigError, GroundedError, RequestError


class AnswerError(GroundedError):
    """An answer was not admitted; no call was made, and nothing was counted."""

    reasons: ClassVar[dict[str, Reason]] = {
        "not_configured": Reason("Answers are not set up here: the endpoint cannot be used as it is configured.", 503),
        "nothing_found": Reason("Nothing in the archive fits the question, so no model was asked.", 404),
        "inscription_missing": Reason("An inscription that was picked is not in the archive.", 404),
        "passage_invalid": Reason("The inscription has no such passage.", 400),
        "consent_invalid": Reason("This agreement is not valid here: it is altered, or somebody else's.", 403),
        "consent_expired": Reason("The agreement is older than 30 minutes; look at what is sent and agree again.", 410),
        "receiver_changed": Reason("The endpoint or the model has changed; look at what is sent and agree again.", 409),
        "index_changed": Reason("The archive has changed; look at what is sent and agree again.", 409),
        "answer_quota_used": Reason("Your answers of today are used up.", 429),
        "answer_total_used": Reason("This site's answers of today are used up.", 429),
        "budget_used": Reason("This site's budget for answers is used up for this month.", 429),
        "too_many_in_flight": Reason("Too many answers are being waited for; try again shortly.", 503, True),
        "answer_missing": Reason("There is no such answer, or it is somebody else's.", 404),
        "idempotency_key_invalid": Reason("An Idempotency-Key must be 1 to 128 printable ASCII characters.", 400),
        "idempotency_key_reused": Reason("This Idempotency-Key was used for another agreement.", 422),
        "idempotency_key_refused": Reason(
            "A chat keeps nothing, so it takes no Idempotency-Key: a repeated request is a new turn.", 400
        ),
        "chat_disabled": Reason("Luma's chat is switched off here.", 503),
        "feedback_invalid": Reason("Pick a reason; a note may have up to 1,000 characters.", 400),
        "keeping_refused": Reason("This answer cannot be kept longer; it stays as long as the staff allow.", 409),
        "cancelled": Reason("The answer was cancelled.", 409),
        "interrupted": Reason("The site stopped while it waited; what was sent may have been answered.", 502),
    }


class Refused(Exception):  # noqa: N818 - carries another door's refusal through
    """A refusal that the codex has worded already."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


_TABLES: Final[tuple[type[CodexError], ...]] = (AnswerError, AnswerRejected, ChatError, ConfigError, RequestError)


def reason_of(code: str) -> Reason:
    """What a stored code means; an HTTP status of the endpoint that has no sentence of its own shares one."""
    found = [error.reasons[code] for error in _TABLES if code in error.reasons]
    return found[0] if found else ChatError.reasons["http_NNN"]
