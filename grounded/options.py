"""The settings of answers that staff can edit: one typed table, and the values that the rest reads (CONTRACT §5)."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from codex.core.options import Option, Value, in_words
from codex.core.tongues import TONGUES

__all__ = ["OPTIONS", "READER", "GroundedOptions", "Option", "Value", "in_words"]

#: What `answer-lang` says when the reader's own tongue is meant.
READER: Final = "reader"


OPTIONS: Final = (
    Option("enable-answers", "bool", False, "Lets visitors send excerpts to the endpoint, after they agreed to it."),
    Option("enable-chat", "bool", False, "Lets Luma chat: model, messages and hits go to the endpoint."),
    Option("base-url", "url", "", "The endpoint's address up to /v1; /chat/completions is added.", guarded=True),
    Option("model", "text", "", "The model's name, as the endpoint calls it.", 0, 256, "bytes", guarded=True),
    Option(
        "key",
        "text",
        "",
        "The endpoint's key, kept encrypted and never shown; another endpoint clears it.",
        0,
        512,
        "characters",
        guarded=True,
    ),
    Option(
        "answer-lang",
        "choice",
        READER,
        "The tongue of answers; reader: the one that each reader picks.",
        choices=(READER, *TONGUES),
    ),
    Option("answer-daily-per-user", "int", 20, "Answers a day for each caller.", 0, 100_000, "answers"),
    Option("answer-daily-total", "int", 500, "Answers a day for all callers together.", 0, 10_000_000, "answers"),
    Option(
        "answer-monthly-spend",
        "money",
        None,
        "What answers may cost in a month (UTC), in the currency of the prices; none: no limit.",
        0,
        10_000_000,
    ),
    Option("price-in", "money", None, "What the endpoint takes for what it reads.", 0, 100_000, "per million tokens"),
    Option("price-out", "money", None, "What the endpoint takes for what it writes.", 0, 100_000, "per million tokens"),
    Option("answers-in-flight", "int", 200, "Calls that one process waits for at once.", 1, 1_000, "calls"),
    Option(
        "grounded-keep-days", "int", 7, "How long questions and answers are kept for those who asked.", 1, 400, "days"
    ),
    Option(
        "grounded-keep-longer-days",
        "int",
        90,
        "How long those are kept whose owners want to keep them longer; 0: nobody can.",
        0,
        400,
        "days",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundedOptions:
    """The settings as values; the defaults are the table's. The key is held as it is stored: encrypted."""

    enable_answers: bool = False
    enable_chat: bool = False
    base_url: str = field(default="", repr=False)
    model: str = ""
    sealed_key: str = field(default="", repr=False)
    answer_lang: str = READER
    answer_daily_per_user: int = 20
    answer_daily_total: int = 500
    answer_monthly_spend: Decimal | None = None
    price_in: Decimal | None = None
    price_out: Decimal | None = None
    answers_in_flight: int = 200
    grounded_keep_days: int = 7
    grounded_keep_longer_days: int = 90

    def days_kept(self, *, longer: bool) -> int:
        """How many days an answer is kept, if its owner asked for `longer` or not."""
        return max(self.grounded_keep_days, self.grounded_keep_longer_days) if longer else self.grounded_keep_days

    @property
    def can_keep_longer(self) -> bool:
        """Whether owners can keep an answer longer than others are kept."""
        return self.grounded_keep_longer_days > self.grounded_keep_days

    @property
    def uses_model(self) -> bool:
        """Whether answers come from a model; otherwise they are extracts of the archive."""
        return self.enable_answers and bool(self.base_url)
