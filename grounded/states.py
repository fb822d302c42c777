"""The states that a consultation goes through, each with a heading of its own (GRD-06)."""

from typing import Final

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class State(TextChoices):
    """Where a consultation is; the label is the heading of its page."""

    PREVIEWED = "previewed", _("Before anything is sent")
    SENDING = "sending", _("Waiting for the answer")
    CITED = "cited", _("Cited answer")
    DRAFT = "draft", _("Uncited draft")
    REJECTED = "rejected", _("Answer rejected")
    TIMED_OUT = "timed_out", _("No answer in time")
    ENDPOINT_FAILED = "endpoint_failed", _("The endpoint failed")
    CANCELLED = "cancelled", _("Cancelled")
    INTERRUPTED = "interrupted", _("Interrupted")
    INDEX_CHANGED = "index_changed", _("The archive has changed")
    EXTRACT = "extract", _("Archive extract, no model used")


#: States that nothing changes any more.
ENDED: Final = frozenset(State) - {State.PREVIEWED, State.SENDING}
#: States in which there are words that a model wrote.
WRITTEN: Final = frozenset({State.CITED, State.DRAFT})
#: Headings of the states that are refusals: nothing of them is kept.
HEADINGS: Final = {
    "not_configured": _("Answers are not set up here"),
    "nothing_found": _("Nothing fits the question"),
    "answer_quota_used": _("No answers left for today"),
    "answer_total_used": _("No answers left for today"),
    "budget_used": _("The budget is used up"),
    "too_many_in_flight": _("Too many answers at once"),
    "index_changed": State.INDEX_CHANGED.label,
    "receiver_changed": _("The receiver has changed"),
    "consent_invalid": _("This agreement is not valid"),
    "consent_expired": _("This agreement has expired"),
    "answer_missing": _("No such answer"),
    "keeping_refused": _("It cannot be kept longer"),
}
