"""The form of the settings: bounds and addresses refused in words, and nobody's change overwritten unseen."""

from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext

from codex.core.errors import GuardError
from codex.core.guard import guard_url
from codex.core.options import DEFAULT_INDEX_URL, OPTIONS, CodexOptions
from codex.core.weburl import check_fragment, read_url
from codex.models import CodexSettings, check_row
from codex.staff.merging import noted
from codex.staff.noted_form import CHANGED, NotedForm


def refusal_of(url: str) -> str:
    """Why this index URL may not be read, in words, or nothing; looks its host up, which may take seconds (SEC-01)."""
    try:
        check_fragment(url)
        guard_url(url, allowed_hosts=settings.CODEX_ALLOWED_HOSTS)
    except GuardError as error:
        return gettext(error.sentence)
    return ""


def verdict_on(url: str, now: str) -> str | None:
    """The guard's word on an index URL that is to replace the one of `now`; None when it need not be asked.

    Before the database is locked: a slow look-up would block every writer. The default may come back while its host
    cannot be found; what is dialled in the end the guard judges again.
    """
    return None if url in ("", now, DEFAULT_INDEX_URL) else refusal_of(url)


def fingerprint(options: CodexOptions) -> str:
    """Names a whole set of values, and holds them."""
    # The values rather than a time: there need be no row, and a change that was undone is no conflict.
    return noted(asdict(options))


def with_defaults(data: QueryDict) -> QueryDict:
    """What was sent, with the default in place of each value whose setting's name is among those to `reset`."""
    ticked = set(data.getlist("reset"))
    typed = data.copy()
    for option in OPTIONS:
        if option.name in ticked:
            typed[option.field] = ("on" if option.default else "") if option.kind == "bool" else str(option.default)
    return typed


class SettingsForm(NotedForm):
    """All settings, why they change, and which values the page was filled from."""

    #: The guard's verdict on a new index URL, None when it was not asked; the admin asks before the database is locked.
    refusal: str | None = None

    class Meta:
        """Names and help from the table."""

        model = CodexSettings
        fields = [option.field for option in OPTIONS]
        labels = {option.field: option.name for option in OPTIONS}
        help_texts = {option.field: option.help for option in OPTIONS}

    def __init__(self, data: Any = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(with_defaults(data) if isinstance(data, QueryDict) else data, *args, **kwargs)
        #: What the database holds now; the instance is overwritten while the form is checked.
        self._stored: CodexOptions = self.instance.options
        self.fill_from(asdict(self._stored), seen=fingerprint(self._stored))
        for option in OPTIONS:
            if option.kind == "int" and option.field in self.fields:
                self.fields[option.field].widget.attrs.update(min=option.low, max=option.high)

    def clean_codex_index_url(self) -> str:
        """Refuse an address that may not be dialled; the one in force may stay, also a file set by command."""
        url: str = self.cleaned_data["codex_index_url"]
        if url not in (self._stored.codex_index_url, DEFAULT_INDEX_URL) and self.refusal != "":
            raise ValidationError(self.refusal or str(CHANGED))
        return url

    def clean_codex_site_origin(self) -> str:
        """Refuse what is no web address; links lead there, nothing here dials it, so it may be private."""
        origin: str = self.cleaned_data["codex_site_origin"]
        if origin:
            _check_origin(origin)
        return origin

    def clean_persona_line(self) -> str:
        """Browsers send line ends as two characters; kept so, every save would be a change."""
        line: str = self.cleaned_data["persona_line"]
        return line.replace("\r\n", "\n")

    def clean(self) -> dict[str, Any]:
        """Refuse numbers out of bounds, and a page filled before somebody else's change."""
        cleaned = super().clean() or self.cleaned_data
        numbers = [option.field for option in OPTIONS if option.kind == "int" and option.field in cleaned]
        check_row(CodexSettings(**{field: cleaned[field] for field in numbers}))
        self.check_seen(cleaned)
        return cleaned


def _check_origin(origin: str) -> None:
    try:
        has_extra = read_url(origin).has_extra
    except GuardError as error:
        raise ValidationError(gettext(error.sentence)) from None
    if has_extra:
        raise ValidationError(gettext(GuardError("url_query").sentence))
