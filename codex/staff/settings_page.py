"""What the settings page shows: the settings in groups, how the archive is, and what was changed last."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codex.core.errors import ArchiveError, CodexError, FetchError, GuardError
from codex.core.options import OPTIONS, CodexOptions
from codex.models import ArchiveSnapshot
from codex.pages import wording
from codex.staff.setting_rows import Groups, Row, grouped, row_of
from codex.staff.settings_form import SettingsForm
from codex.store import snapshots

GROUPS: Final[Groups] = (
    (_("Pause"), ("pause_search", "pause_message")),
    (
        _("Archive"),
        (
            "codex_index_url",
            "codex_site_origin",
            "codex_max_bytes",
            "codex_timeout",
            "codex_cache_ttl",
            "codex_stale_if_error",
            "codex_summary_chars",
        ),
    ),
    (
        _("Limits"),
        (
            "codex_daily_per_user",
            "codex_daily_anonymous",
            "codex_daily_per_token",
            "codex_burst",
            "allow_anonymous_api",
            "allow_signup",
        ),
    ),
    (_("Ranking"), ("codex_ranking",)),
    (_("Luma"), ("enable_codex", "persona_line")),
    (_("Privacy"), ("query_log_days",)),
)
_ERRORS: Final[tuple[type[CodexError], ...]] = (GuardError, FetchError, ArchiveError)


@dataclass(frozen=True, slots=True)
class ArchiveState:
    """How the last reading of the archive went; `is_shrunk`: it has become empty, which staff may accept."""

    facts: tuple[tuple[str, str], ...]
    is_shrunk: bool = False


def groups(form: SettingsForm) -> list[tuple[Any, list[Row]]]:
    """Every setting under its heading, with the form's values."""
    return grouped(GROUPS, {option.field: row_of(form, option) for option in OPTIONS})


def archive_state(options: CodexOptions) -> ArchiveState:
    """What the database knows of the archive that is configured."""
    row = snapshots.facts(options.codex_index_url)
    return ArchiveState(tuple(_facts(row)), row.failure == "archive_shrunk") if row else ArchiveState(())


def _facts(row: ArchiveSnapshot) -> Iterator[tuple[str, str]]:
    if row.source == ArchiveSnapshot.Source.SAMPLE:
        # Nothing was read from anywhere: size and times would be taken for the archive's own.
        yield gettext("Searched meanwhile"), gettext("the bundled sample; the archive itself was never read")
    elif row.fetched_at:
        yield gettext("Read"), wording.minute(row.fetched_at)
        yield gettext("Size"), wording.size(row.size_bytes)
    if row.checked_at and row.source == ArchiveSnapshot.Source.ORIGIN:
        yield gettext("Confirmed by its site"), wording.minute(row.checked_at)
    if row.failure:
        yield gettext("Last attempt failed"), _failure(row.failure)


def _failure(code: str) -> str:
    sentences = [error.reasons[code].sentence for error in _ERRORS if code in error.reasons]
    return f"{gettext(sentences[0]) if sentences else ''} ({code})".strip()
