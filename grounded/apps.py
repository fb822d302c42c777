"""The grounded app: answers from what readers picked in the archive."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GroundedAppConfig(AppConfig):
    """Registers the system checks, and what answers add to the pages of a search, the JSON face and the metrics."""

    name = "grounded"
    verbose_name = _("Answers")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Models can be imported from here on."""
        from codex import belongings, extras, keeping, metrics
        from codex.api import api
        from codex.staff import doors, steps
        from codex.usage import tables
        from grounded.api import router
        from grounded.api_chat import router as chat_router
        from grounded.belongings import BELONGINGS
        from grounded.checks import register_checks
        from grounded.keeping import section
        from grounded.metrics import numbers
        from grounded.picking import PICKING
        from grounded.staff import DOORS, answers_step
        from grounded.usage import answers

        register_checks()
        extras.add(PICKING)
        metrics.add(numbers)
        belongings.add(BELONGINGS)
        keeping.add(section)
        tables.add(answers)
        doors.add(*DOORS)
        steps.add(answers_step)
        api.add_router("", router)
        api.add_router("", chat_router)
