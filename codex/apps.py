"""The codex app: search over the archive."""

from django.apps import AppConfig


class CodexAppConfig(AppConfig):
    """Registers the system checks."""

    name = "codex"
    verbose_name = "Codex"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Models can be imported from here on."""
        from codex.checks import register_checks

        register_checks()
