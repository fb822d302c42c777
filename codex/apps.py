"""The codex app: search over the archive."""

from django.apps import AppConfig


class CodexAppConfig(AppConfig):
    """Registers the system checks."""

    name = "codex"
    verbose_name = "Codex"
    default_auto_field = "django.db.models.BigAutoField"
