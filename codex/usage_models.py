"""What is counted of searches: by hour, by how long they took, and the words that found nothing; nobody's name."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

#: Characters of a query that are kept.
LONGEST_WORDS: Final = 200


class Face(models.TextChoices):
    """Through which face somebody searched."""

    PAGE = "page", _("Page")
    API = "api", _("API")
    TOOL = "tool", _("Tool call")
    MCP = "mcp", _("MCP")
    CHAT = "chat", _("Chat")
    ASK = "ask", _("Question without picks")


class Outcome(models.TextChoices):
    """What came of it; the first five are searches that were carried out."""

    FOUND = "found", _("Found")
    ELSEWHERE = "elsewhere", _("In other tongues")
    NEAR = "near", _("Near match")
    NEAR_ELSEWHERE = "near_else", _("Near match in other tongues")
    NOTHING = "nothing", _("Found nothing")
    READ = "read", _("Inscription read")
    LIMIT = "limit", _("Limit reached")
    FAILED = "failed", _("Archive out of reach")


class UsageCount(models.Model):
    """How often something came of a search in one UTC hour, through one face."""

    hour = models.DateTimeField()
    face = models.CharField(max_length=8)
    #: One of Outcome, or what another app counts.
    outcome = models.CharField(max_length=20)
    count = models.PositiveBigIntegerField()

    class Meta:
        default_permissions = ()  # codex.view_usage opens them
        constraints = [models.UniqueConstraint(fields=["hour", "face", "outcome"], name="one_count_an_hour")]

    def __str__(self) -> str:
        return f"{self.hour:%Y-%m-%d %H} {self.face} {self.outcome}: {self.count}"


class UsageTime(models.Model):
    """How many searches of one UTC day took as long as one place of the histogram says (`codex.usage.spans`)."""

    day = models.DateField()
    face = models.CharField(max_length=8)
    place = models.PositiveSmallIntegerField()
    count = models.PositiveBigIntegerField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["day", "face", "place"], name="one_count_a_place")]

    def __str__(self) -> str:
        return f"{self.day} {self.face} {self.place}: {self.count}"


class QueryCount(models.Model):
    """Words that found nothing, by UTC day; kept `query-log-days`, without whoever looked for them (ADM-01)."""

    day = models.DateField()
    lang = models.CharField(max_length=2)
    words = models.CharField(max_length=LONGEST_WORDS)
    count = models.PositiveBigIntegerField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["day", "lang", "words"], name="one_count_of_words")]

    def __str__(self) -> str:
        return f"{self.day} {self.lang}: {self.count}"
