"""The settings staff can edit: one typed table and the value that the rest of the code reads (CONTRACT §5)."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal

Kind = Literal["bool", "int", "text", "url", "origin", "choice", "money"]
Value = bool | int | str | Decimal | None


@dataclass(frozen=True, slots=True)
class Option:
    """One setting: its kebab name (the seed's), default, bounds, unit and help."""

    name: str
    kind: Kind
    default: bool | int | str | None
    help: str
    low: int | None = None
    high: int | None = None
    unit: str = ""
    choices: tuple[str, ...] = ()
    #: Needs its own permission: whoever sets it decides which host is dialled (CONTRACT §5).
    guarded: bool = False

    @property
    def field(self) -> str:
        """The Python name."""
        return self.name.replace("-", "_")


DEFAULT_INDEX_URL: Final = "https://binaric.tech/search-index.json"
DEFAULT_PERSONA: Final = (
    "You are Luma, a tech-priest. When a pilgrim asks about lore, consult codex_search first and answer only from the "
    "inscriptions it returns; link each one you used, and say so plainly when the archive holds nothing."
)

OPTIONS: Final = (
    Option("enable-codex", "bool", False, "Offers the archive to Luma as a tool. The search page works either way."),
    Option("codex-index-url", "url", DEFAULT_INDEX_URL, "Where the archive publishes its search index.", guarded=True),
    Option(
        "codex-site-origin",
        "origin",
        "",
        "Where links to inscriptions lead; empty: the index's own site.",
        guarded=True,
    ),
    Option("codex-max-bytes", "int", 4_000_000, "The largest index that is read.", 1_000, 1_000_000_000, "bytes"),
    Option("codex-timeout", "int", 10, "How long one reading of the index may take in all.", 1, 60, "seconds"),
    Option(
        "codex-cache-ttl",
        "int",
        3600,
        "How long an index is used before the site is asked again.",
        10,
        604_800,
        "seconds",
    ),
    Option(
        "codex-stale-if-error",
        "int",
        86_400,
        "How long the last good archive still answers while its site fails; 0: not at all.",
        0,
        2_592_000,
        "seconds",
    ),
    Option("codex-summary-chars", "int", 500, "The longest title and summary shown.", 50, 5_000, "characters"),
    Option(
        "codex-daily-per-user", "int", 50, "Searches a day for each signed-in user or pilgrim.", 0, 100_000, "searches"
    ),
    Option(
        "codex-daily-anonymous",
        "int",
        50,
        "Searches a day for each address without an account.",
        0,
        100_000,
        "searches",
    ),
    Option(
        "codex-daily-per-token",
        "int",
        5_000,
        "Searches a day for each bot token, all its pilgrims together.",
        0,
        10_000_000,
        "searches",
    ),
    Option(
        "codex-ranking",
        "choice",
        "seed",
        "seed: whole-number weights decide; blended: rarity and length count more in large archives.",
        choices=("seed", "blended"),
    ),
    Option("codex-burst", "int", 30, "Requests a minute for each caller, on every face.", 1, 6_000, "per minute"),
    Option("pause-search", "bool", False, "Refuses every search, on every face, until it is switched off again."),
    Option("pause-message", "text", "", "What the search page says while searching is paused.", 0, 200, "characters"),
    Option("allow-anonymous-api", "bool", True, "Lets the JSON search answer callers without a token."),
    Option("allow-signup", "bool", False, "Lets visitors make an account themselves."),
    Option(
        "persona-line",
        "text",
        DEFAULT_PERSONA,
        "What Luma is told about consulting the archive.",
        0,
        2_000,
        "characters",
    ),
    Option(
        "query-log-days", "int", 30, "How long the words of searches are kept, without their callers.", 0, 400, "days"
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CodexOptions:
    """The settings as values; the defaults are the table's."""

    enable_codex: bool = False
    codex_index_url: str = DEFAULT_INDEX_URL
    codex_site_origin: str = ""
    codex_max_bytes: int = 4_000_000
    codex_timeout: int = 10
    codex_cache_ttl: int = 3600
    codex_stale_if_error: int = 86_400
    codex_summary_chars: int = 500
    codex_daily_per_user: int = 50
    codex_daily_anonymous: int = 50
    codex_daily_per_token: int = 5_000
    codex_ranking: str = "seed"
    codex_burst: int = 30
    pause_search: bool = False
    pause_message: str = ""
    allow_anonymous_api: bool = True
    allow_signup: bool = False
    persona_line: str = DEFAULT_PERSONA
    query_log_days: int = 30


def in_words(value: Value) -> str:
    """A value as commands and the history have it: true and false, numbers in digits, nothing for none."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    return "" if value is None else str(value)
