"""What the codex keeps: its settings, the last good archive, today's counts."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codex.caller_models import BotToken, CallerAct, LimitOverride, Tries
from codex.core.options import OPTIONS, CodexOptions, Option
from codex.usage_models import QueryCount, UsageCount, UsageTime

__all__ = [
    "ArchiveChunk", "ArchiveSnapshot", "BotToken", "CallerAct", "CodexSettings", "DailyUse", "LimitOverride",
    "QueryCount", "SettingChange", "Tries", "UsageCount", "UsageTime", "check_row",
]  # fmt: skip


def _bounds(option: Option) -> models.Q:
    return models.Q(**{f"{option.field}__gte": option.low, f"{option.field}__lte": option.high})


_INTS = [option for option in OPTIONS if option.kind == "int"]
_DEFAULTS = {option.field: option.default for option in OPTIONS}


class CodexSettings(models.Model):
    """The settings of CONTRACT §5 as one row; the table in `codex.core.options` says what each means."""

    enable_codex = models.BooleanField(default=_DEFAULTS["enable_codex"])
    codex_index_url = models.CharField(max_length=2048, default=_DEFAULTS["codex_index_url"])
    codex_site_origin = models.CharField(max_length=2048, default="", blank=True)
    codex_max_bytes = models.PositiveIntegerField(default=_DEFAULTS["codex_max_bytes"])
    codex_timeout = models.PositiveIntegerField(default=_DEFAULTS["codex_timeout"])
    codex_cache_ttl = models.PositiveIntegerField(default=_DEFAULTS["codex_cache_ttl"])
    codex_stale_if_error = models.PositiveIntegerField(default=_DEFAULTS["codex_stale_if_error"])
    codex_summary_chars = models.PositiveIntegerField(default=_DEFAULTS["codex_summary_chars"])
    codex_daily_per_user = models.PositiveIntegerField(default=_DEFAULTS["codex_daily_per_user"])
    codex_daily_anonymous = models.PositiveIntegerField(default=_DEFAULTS["codex_daily_anonymous"])
    codex_daily_per_token = models.PositiveIntegerField(default=_DEFAULTS["codex_daily_per_token"])
    codex_ranking = models.CharField(
        max_length=16, default=_DEFAULTS["codex_ranking"], choices=[("seed", "seed"), ("blended", "blended")]
    )
    codex_burst = models.PositiveIntegerField(default=_DEFAULTS["codex_burst"])
    pause_search = models.BooleanField(default=_DEFAULTS["pause_search"])
    pause_message = models.CharField(max_length=200, default="", blank=True)
    allow_anonymous_api = models.BooleanField(default=_DEFAULTS["allow_anonymous_api"])
    allow_signup = models.BooleanField(default=_DEFAULTS["allow_signup"])
    persona_line = models.TextField(max_length=2000, default=_DEFAULTS["persona_line"], blank=True)
    query_log_days = models.PositiveIntegerField(default=_DEFAULTS["query_log_days"])
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("codex settings")
        verbose_name_plural = _("codex settings")
        default_permissions = ("change", "view")
        permissions = [
            ("change_index_url", "Can change the index URL and the site origin"),
            ("refresh_archive", "Can have the archive read anew"),
        ]
        constraints = [
            models.CheckConstraint(condition=models.Q(pk=1), name="codex_settings_one_row"),
            *(models.CheckConstraint(condition=_bounds(option), name=f"{option.field}_bounds") for option in _INTS),
        ]

    def __str__(self) -> str:
        return "Codex settings"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the one row."""
        self.pk = 1
        super().save(*args, **kwargs)

    @property
    def options(self) -> CodexOptions:
        """The row as values."""
        return CodexOptions(**{option.field: getattr(self, option.field) for option in OPTIONS})


class ArchiveSnapshot(models.Model):
    """The last good archive of one index URL, its bytes in chunks; whoever shares the database shares it (CDX-02)."""

    class Source(models.TextChoices):
        """Where the bytes came from."""

        ORIGIN = "origin", _("the archive's site")
        FILE = "file", _("a file")
        SAMPLE = "sample", _("the bundled sample")

    index_url = models.CharField(_("index URL"), max_length=2048, unique=True)
    source = models.CharField(_("source"), max_length=8, choices=Source, default=Source.ORIGIN)
    digest = models.CharField(_("SHA-256"), max_length=64, default="", blank=True)
    size_bytes = models.PositiveBigIntegerField(_("bytes"), default=0)
    wire_bytes = models.PositiveBigIntegerField(_("bytes on the wire"), default=0)
    etag = models.CharField(_("ETag"), max_length=512, default="", blank=True)
    last_modified = models.CharField(_("last modified"), max_length=64, default="", blank=True)
    fetched_at = models.DateTimeField(_("fetched at"), null=True, help_text=_("when these bytes were received"))
    checked_at = models.DateTimeField(_("checked at"), null=True, help_text=_("when the origin last confirmed them"))
    failed_at = models.DateTimeField(_("failed at"), null=True, help_text=_("when the origin first failed since then"))
    tried_at = models.DateTimeField(_("tried at"), null=True, help_text=_("when the origin was last asked"))
    failure = models.CharField(
        _("failure"), max_length=40, default="", blank=True, help_text=_("code of the last failure")
    )
    leased_until = models.DateTimeField(
        _("leased until"), null=True, help_text=_("one process is asking the origin until then")
    )

    class Meta:
        verbose_name = _("kept archive")
        verbose_name_plural = _("kept archives")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.source} archive, {self.size_bytes} bytes"


class ArchiveChunk(models.Model):
    """A piece of an archive's bytes, packed; `codex.store.chunks` writes and reads them."""

    digest = models.CharField(max_length=64)
    number = models.PositiveIntegerField()
    packed = models.BinaryField()
    written_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["digest", "number"], name="one_chunk_per_place")]

    def __str__(self) -> str:
        return f"chunk {self.number} of {self.digest:.8}"


class DailyUse(models.Model):
    """One caller's count for one UTC day (CDX-06); granted by one conditional statement in `codex.quota`."""

    kind = models.CharField(_("kind"), max_length=16, choices=LimitOverride.Kind)
    caller = models.CharField(max_length=80)
    day = models.DateField(_("day"))
    used = models.PositiveIntegerField(_("used"), default=0)

    class Meta:
        verbose_name = verbose_name_plural = _("daily use")
        default_permissions = ()  # codex.view_usage opens all that is known of callers
        constraints = [models.UniqueConstraint(fields=["kind", "caller", "day"], name="one_count_per_caller_and_day")]
        indexes = [models.Index(fields=["day"], name="daily_use_by_day")]

    def __str__(self) -> str:
        return f"{self.kind} {self.day}: {self.used}"


class SettingChange(models.Model):
    """One change of one setting: who, when, old, new and why."""

    changed_at = models.DateTimeField(_("changed at"), auto_now_add=True)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, verbose_name=_("changed by")
    )
    name = models.CharField(_("name"), max_length=40)
    old = models.TextField(_("old value"), blank=True)
    new = models.TextField(_("new value"), blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("change of a setting")
        verbose_name_plural = _("changes of settings")
        default_permissions = ("view",)
        ordering = ["-changed_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} changed"


def check_row(row: CodexSettings) -> None:
    """Refuse values outside the table's bounds with one message per field (raises ValidationError)."""
    errors = {
        option.field: _out_of_bounds(option) for option in _INTS if not _within(option, getattr(row, option.field))
    }
    if errors:
        raise ValidationError(errors)


def _within(option: Option, value: object) -> bool:
    return isinstance(value, int) and (option.low or 0) <= value <= (option.high or 0)


def _out_of_bounds(option: Option) -> str:
    low, high = (number_format(bound, force_grouping=True) for bound in (option.low or 0, option.high or 0))
    told = {"name": option.name, "low": low, "high": high, "unit": gettext(option.unit)}
    return gettext("%(name)s must lie between %(low)s and %(high)s %(unit)s.") % told
