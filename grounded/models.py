"""What answers keep: their settings, one row a consultation, what was used and spent, and what readers said."""

import secrets
from typing import Any, Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from grounded.core.question import AiMode
from grounded.options import OPTIONS, GroundedOptions, Option
from grounded.states import State

_BY_FIELD: Final = {option.field: option for option in OPTIONS}
_BOUNDED: Final = [option for option in OPTIONS if option.kind in ("int", "money")]
_DEFAULTS: Final = {option.field: option.default for option in OPTIONS}
_MODES: Final = [(AiMode.SUMMARY.value, _("Summary")), (AiMode.QUESTION.value, _("Question"))]


def _bounds(option: Option) -> models.Q:
    within = models.Q(**{f"{option.field}__gte": option.low, f"{option.field}__lte": option.high})
    return within | models.Q(**{f"{option.field}__isnull": True}) if option.kind == "money" else within


def _within(name: str) -> list[MinValueValidator | MaxValueValidator]:
    return [MinValueValidator(_BY_FIELD[name].low), MaxValueValidator(_BY_FIELD[name].high)]


def _number(name: str) -> "models.PositiveIntegerField[Any, Any]":
    return models.PositiveIntegerField(default=_DEFAULTS[name], validators=_within(name))


def _money(name: str) -> "models.DecimalField[Any, Any]":
    return models.DecimalField(max_digits=14, decimal_places=6, null=True, blank=True, validators=_within(name))


def new_id() -> str:
    """A link that nobody guesses: 128 random bits."""
    return secrets.token_urlsafe(16)


class GroundedSettings(models.Model):
    """The settings of CONTRACT §5 as one row; the table in `grounded.options` says what each means."""

    enable_answers = models.BooleanField(default=_DEFAULTS["enable_answers"])
    enable_chat = models.BooleanField(default=_DEFAULTS["enable_chat"])
    base_url = models.CharField(max_length=2048, default="", blank=True)
    model = models.CharField(max_length=256, default="", blank=True)
    sealed_key = models.TextField(max_length=4096, default="", blank=True, help_text="encrypted, bound to its origin")
    answer_lang = models.CharField(
        max_length=8,
        default=_DEFAULTS["answer_lang"],
        choices=[(choice, choice) for choice in _BY_FIELD["answer_lang"].choices],
    )
    answer_daily_per_user = _number("answer_daily_per_user")
    answer_daily_total = _number("answer_daily_total")
    answer_monthly_spend = _money("answer_monthly_spend")
    price_in = _money("price_in")
    price_out = _money("price_out")
    answers_in_flight = _number("answers_in_flight")
    grounded_keep_days = _number("grounded_keep_days")
    grounded_keep_longer_days = _number("grounded_keep_longer_days")
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("answer settings")
        verbose_name_plural = _("answer settings")
        default_permissions = ("change", "view")
        permissions = [("change_endpoint", "Can change and test the endpoint, its model and its key")]
        constraints = [
            models.CheckConstraint(condition=models.Q(pk=1), name="grounded_settings_one_row"),
            *(models.CheckConstraint(condition=_bounds(option), name=f"{option.field}_bounds") for option in _BOUNDED),
        ]

    def __str__(self) -> str:
        return "Answer settings"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the one row."""
        self.pk = 1
        super().save(*args, **kwargs)

    @property
    def options(self) -> GroundedOptions:
        """The row as values."""
        names = ["sealed_key" if option.name == "key" else option.field for option in OPTIONS]
        return GroundedOptions(**{name: getattr(self, name) for name in names})


class Consultation(models.Model):
    """One agreement and what came of it: what was sent, byte for byte, and what came back, byte for byte.

    What a page shows of the reply is judged anew at each reading, so nothing else of it is kept.
    """

    id = models.CharField(primary_key=True, max_length=22, default=new_id, editable=False)
    owner_kind = models.CharField(_("kind of caller"), max_length=16)
    owner_key = models.CharField(max_length=80)
    state = models.CharField(_("state"), max_length=16, choices=State, default=State.PREVIEWED)
    code = models.CharField(_("code"), max_length=40, default="", blank=True, help_text=_("why there is no answer"))
    mode = models.CharField(_("mode"), max_length=8, choices=_MODES)
    question = models.TextField(default="", blank=True)
    lang = models.CharField(_("tongue"), max_length=2)
    is_proposed = models.BooleanField(default=False, help_text="whether the passages were proposed, not picked")
    sources = models.JSONField(help_text="the excerpts as the archive has them, in the order of their ids")
    body = models.BinaryField(default=b"", help_text="what is sent, to the byte; empty when no model is asked")
    body_sha256 = models.CharField(max_length=64, default="", blank=True)
    receiver = models.CharField(
        _("receiver"), max_length=300, default="", blank=True, help_text=_("host, with its port if unusual")
    )
    host_class = models.CharField(_("class of the host"), max_length=8, default="", blank=True)
    model = models.CharField(_("model"), max_length=256, default="", blank=True)
    archive_digest = models.CharField(_("SHA-256 of the archive"), max_length=64)
    archive_at = models.DateTimeField(_("archive at"), help_text=_("when the archive was read"))
    made_at = models.DateTimeField(_("made at"), default=timezone.now)
    sent_at = models.DateTimeField(_("sent at"), null=True)
    ended_at = models.DateTimeField(_("ended at"), null=True)
    is_kept = models.BooleanField(default=False, help_text="whether its owner wants it kept longer")
    beat_at = models.DateTimeField(null=True, help_text="when the process that waits was last alive")
    idempotency = models.CharField(max_length=64, default="", blank=True)
    reply = models.BinaryField(null=True, help_text="a 2xx reply's body")
    seconds = models.FloatField(_("seconds"), null=True, help_text=_("how long the endpoint took"))
    upstream = models.PositiveSmallIntegerField(
        _("upstream status"), null=True, help_text=_("the endpoint's HTTP status, when it refused")
    )
    spend_day = models.DateField(null=True, help_text="the UTC day that the call counts for")
    held = models.PositiveBigIntegerField(default=0, help_text="millionths set aside for it until it is settled")
    settled = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("consultation")
        verbose_name_plural = _("consultations")
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["state", "made_at"], name="consultation_by_state"),
            models.Index(fields=["owner_kind", "owner_key", "made_at"], name="consultation_by_owner"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["idempotency"], condition=~models.Q(idempotency=""), name="one_use_of_an_idempotency_key"
            )
        ]

    def __str__(self) -> str:
        return f"{self.state} {self.made_at:%Y-%m-%d %H:%M}" if self.made_at else self.state

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids that an answer may cite."""
        return tuple(source["id"] for source in self.sources)


class Spend(models.Model):
    """What one payer used in one period (GRD-08): a caller or the site on a UTC day, the site in a month.

    Money is in millionths of the currency of the prices.
    """

    class Kind(models.TextChoices):
        """Whose count, over which period."""

        CALLER = "caller", _("one caller, a day")
        SITE = "site", _("this site, a day")
        MONTH = "month", _("this site, a month")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    payer = models.CharField(_("payer"), max_length=100, default="", blank=True)
    since = models.DateField(_("since"), help_text=_("the day, or the first of the month"))
    calls = models.PositiveIntegerField(_("calls"), default=0)
    tokens_in = models.PositiveBigIntegerField(_("tokens in"), default=0)
    tokens_out = models.PositiveBigIntegerField(_("tokens out"), default=0)
    #: Calls whose tokens the endpoint did not tell; each cost what was set aside for it.
    untold = models.PositiveIntegerField(_("calls without tokens told"), default=0, db_default=0)
    cost = models.PositiveBigIntegerField(_("cost"), default=0)
    held = models.PositiveBigIntegerField(
        _("set aside"), default=0, help_text=_("set aside for calls that are not settled yet")
    )

    class Meta:
        verbose_name = verbose_name_plural = _("spend")
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["kind", "payer", "since"], name="one_spend_a_period")]
        indexes = [models.Index(fields=["since"], name="spend_by_period")]

    def __str__(self) -> str:
        return f"{self.kind} {self.since}: {self.calls}"


class Feedback(models.Model):
    """What a reader found wrong with an answer, for staff."""

    class Reason(models.TextChoices):
        """What was wrong."""

        WRONG_CITATION = "wrong_citation", _("Wrong citation")
        NOT_IN_SOURCE = "not_in_source", _("Not in the source")
        WRONG_LANGUAGE = "wrong_language", _("Wrong tongue")
        UNHELPFUL = "unhelpful", _("No help")
        UNSAFE = "unsafe", _("Unsafe")

    consultation = models.OneToOneField(Consultation, on_delete=models.CASCADE)
    reason = models.CharField(_("reason"), max_length=16, choices=Reason)
    note = models.TextField(_("note"), max_length=1000, default="", blank=True)
    told_at = models.DateTimeField(_("told at"), auto_now=True)

    class Meta:
        verbose_name = verbose_name_plural = _("feedback")
        default_permissions = ("view", "delete")
        ordering = ["-told_at"]

    def __str__(self) -> str:
        return f"{self.reason} {self.told_at:%Y-%m-%d}" if self.told_at else self.reason
