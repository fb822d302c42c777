"""The grounded app: answers from what readers picked in the archive."""

from django.apps import AppConfig


class GroundedAppConfig(AppConfig):
    """Registers the system checks, and the answers' part of the JSON face."""

    name = "grounded"
    verbose_name = "Answers"
    default_auto_field = "django.db.models.BigAutoField"
