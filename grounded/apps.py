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
        from codex import added
        from grounded.checks import register_checks

        register_checks()
        added.extras.add("grounded.picking.PICKING")
        added.numbers.add("grounded.metrics.numbers")
        added.belongings.add("grounded.belongings.BELONGINGS")
        added.sections.add("grounded.keeping.section")
        added.tables.add("grounded.usage.answers")
        added.doors.add("grounded.staff.DOORS")
        added.steps.add("grounded.staff.answers_step")
        added.routers.add("grounded.api.router")
        added.routers.add("grounded.api_chat.router")
