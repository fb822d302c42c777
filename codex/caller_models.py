"""What is kept about callers: bots' tokens, limits that staff set for one of them, and what staff did."""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

#: What a token can be made for (API-01).
SCOPES: Final = ("search", "tools", "answers")
#: As the setting codex-daily-per-token allows.
MOST: Final = 10_000_000


class BotToken(models.Model):
    """One bearer token; of itself only the SHA-256 is kept, and the last four characters to tell it by."""

    name = models.CharField(_("name"), max_length=80, help_text=_("which bot, and whose"))
    #: A rotated token's successor speaks for the same bot: counts, limits and pilgrims hang on this.
    bot = models.CharField(max_length=32, db_index=True)
    digest = models.CharField(max_length=64, unique=True)
    last_four = models.CharField(max_length=4)
    scopes = models.CharField(_("scopes"), max_length=64, help_text=_("separated by spaces"))
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", verbose_name=_("made by")
    )
    expires_at = models.DateTimeField(_("expires at"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used at"), null=True, blank=True, help_text=_("to the minute"))
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)

    class Meta:
        verbose_name = _("bot token")
        verbose_name_plural = _("bot tokens")
        default_permissions = ("add", "change", "view")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} (…{self.last_four})"

    def is_expired(self, now: datetime) -> bool:
        """Whether its time is over."""
        return self.expires_at is not None and self.expires_at <= now

    @property
    def state(self) -> str:
        """In one word: active, expired or revoked."""
        if self.revoked_at:
            return "revoked"
        return "expired" if self.is_expired(timezone.now()) else "active"


class Tries(models.Model):
    """How often something like signing in was tried by somebody since a while; the key is a hash of who (SEC-04)."""

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField()
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.count} until {self.ends_at}"


class LimitOverride(models.Model):
    """A daily limit of a caller's own, in place of the setting's; an empty amount is no limit at all."""

    class Kind(models.TextChoices):
        """Whose limit."""

        USER = "user", _("User")
        GROUP = "group", _("Group of users")
        PILGRIM = "pilgrim", _("Pilgrim")
        BOT = "bot", _("Bot in its own name")
        TOKEN = "token", _("Bot with all its pilgrims")
        ADDRESS = "address", _("Address of today")

    kind = models.CharField(_("kind"), max_length=16, choices=Kind)
    caller = models.CharField(max_length=80)
    amount = models.PositiveIntegerField(
        _("amount"), null=True, blank=True, help_text=_("searches a day; empty: no limit")
    )
    until = models.DateTimeField(_("until"), null=True, blank=True, help_text=_("empty: until it is lifted"))
    reason = models.CharField(_("reason"), max_length=200)
    set_at = models.DateTimeField(_("set at"), auto_now=True)
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", verbose_name=_("set by")
    )

    class Meta:
        verbose_name = _("limit of a caller's own")
        verbose_name_plural = _("limits of callers' own")
        # Both rights are about callers as a whole; rows are made and lifted by acts that are logged, never edited.
        default_permissions = ()
        permissions = [
            ("view_usage", "Can see how much callers search"),
            ("manage_quotas", "Can reset, override and lift callers' limits"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["kind", "caller"], name="one_override_per_caller"),
            models.CheckConstraint(
                condition=models.Q(amount__isnull=True) | models.Q(amount__lte=MOST), name="override_amount_bounds"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {'no limit' if self.amount is None else self.amount}"

    @property
    def is_in_force(self) -> bool:
        """Whether its time is not over."""
        return self.until is None or self.until > timezone.now()


class CallerAct(models.Model):
    """One thing that staff did to one caller or token: who, when, what and why."""

    class Act(models.TextChoices):
        """What was done."""

        RESET = "reset", _("reset a count")
        OVERRIDE = "override", _("set a limit")
        LIFT = "lift", _("lift a limit")
        MAKE = "make", _("make a token")
        ROTATE = "rotate", _("rotate a token")
        REVOKE = "revoke", _("revoke a token")

    done_at = models.DateTimeField(_("done at"), auto_now_add=True)
    done_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("done by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text=_("empty: somebody at the command line"),
    )
    act = models.CharField(_("act"), max_length=16, choices=Act)
    kind = models.CharField(_("kind"), max_length=16, choices=LimitOverride.Kind)
    caller = models.CharField(max_length=80)
    detail = models.CharField(_("detail"), max_length=200, blank=True)
    reason = models.CharField(_("reason"), max_length=200)

    class Meta:
        verbose_name = _("act on a caller")
        verbose_name_plural = _("acts on callers")
        default_permissions = ()
        ordering = ["-done_at", "-pk"]
        indexes = [models.Index(fields=["kind", "caller"], name="acts_by_caller")]

    def __str__(self) -> str:
        return f"{self.act} {self.kind}"
