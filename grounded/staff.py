"""What answers add to the staff's start page and to their first steps."""

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from codex.staff.doors import Door
from codex.staff.steps import Step
from grounded.live import options

_SETTINGS: Final = "admin:grounded_groundedsettings_change"
_RIGHTS: Final = tuple(
    f"grounded.{one}" for one in ("view_groundedsettings", "change_groundedsettings", "change_endpoint")
)
DOORS: Final = (
    Door(_("Answer settings"), _("Endpoint, model, key, limits and prices."), _SETTINGS, _RIGHTS, ("1",)),
    Door(
        _("Feedback"), _("What readers found wrong with answers."), "admin:grounded_feedback_changelist",
        ("grounded.view_feedback", "grounded.delete_feedback"),
    ),
    Door(
        _("Consultations"), _("How answers ended, without their words."), "admin:grounded_consultation_changelist",
        ("grounded.view_consultation",),
    ),
)  # fmt: skip


def answers_step() -> Step:
    """Answers need an endpoint, a model, and to be switched on; whether to have them is a choice."""
    settings = options()
    is_named = bool(settings.base_url and settings.model)
    if settings.enable_answers and is_named:
        told = gettext("They are on, written by %(model)s.") % {"model": settings.model}
    elif is_named:
        told = gettext("The endpoint is set; answers are off.")
    else:
        told = gettext("They are off, and no endpoint is set: nothing leaves this site. Searching works without them.")
    return Step(
        name="answers",
        title=gettext("Answers from a model"),
        is_done=True if settings.enable_answers and is_named else None,
        told=told,
        link=reverse(_SETTINGS, args=["1"]),
        link_text=gettext("Answer settings"),
    )
