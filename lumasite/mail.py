"""How mails leave, in the words of whichever Django is installed: MAILERS from 6.1 on, EMAIL_* before."""

from collections.abc import Mapping
from typing import Any, Final

import django
from django.conf import settings
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend

HAS_MAILERS: Final = django.VERSION >= (6, 1)
#: Seconds that a mail server may take.
_TIMEOUT: Final = 10


def mail_settings(read: Mapping[str, Any]) -> dict[str, Any]:
    """Django's settings for a mail server as django-environ reads it from a URL."""
    backend = read["EMAIL_BACKEND"]
    options = {
        "host": read["EMAIL_HOST"] or "localhost",
        "port": read["EMAIL_PORT"] or 25,
        "username": read["EMAIL_HOST_USER"] or "",
        "password": read["EMAIL_HOST_PASSWORD"] or "",
        "use_tls": read.get("EMAIL_USE_TLS", False),
        "use_ssl": read.get("EMAIL_USE_SSL", False),
        "timeout": _TIMEOUT,
    }
    if HAS_MAILERS:
        # The other backends take none of these, and say so.
        return {"MAILERS": {"default": {"BACKEND": backend, "OPTIONS": options if _is_smtp(backend) else {}}}}
    return {"EMAIL_BACKEND": backend} | {_OLD_NAMES[name]: value for name, value in options.items()}


def sends_mail() -> bool:
    """Whether mails go to a server, and not to where the site runs."""
    mailers = getattr(settings, "MAILERS", None)
    return _is_smtp(mailers["default"]["BACKEND"] if mailers else settings.EMAIL_BACKEND)


def mailer(*, seconds: float) -> BaseEmailBackend:
    """A connection to the mail server that waits so long at most; not opened yet."""
    backend: Any = mail.mailers.default if HAS_MAILERS else mail.get_connection()
    backend.timeout = seconds
    connection: BaseEmailBackend = backend
    return connection


_OLD_NAMES: Final = {
    "host": "EMAIL_HOST",
    "port": "EMAIL_PORT",
    "username": "EMAIL_HOST_USER",
    "password": "EMAIL_HOST_PASSWORD",
    "use_tls": "EMAIL_USE_TLS",
    "use_ssl": "EMAIL_USE_SSL",
    "timeout": "EMAIL_TIMEOUT",
}


def _is_smtp(backend: str) -> bool:
    return "smtp" in backend
