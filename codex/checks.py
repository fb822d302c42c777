"""What is wrong with the configuration, told by `manage.py check` before it hurts."""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import Error as DatabaseError

from codex.core.errors import GuardError
from codex.core.guard import guard_url
from codex.core.weburl import read_url
from codex.live import stored


def register_checks() -> None:
    """Called once, when the app is ready."""
    register(check_allowed_hosts, Tags.security)
    register(check_proxies, Tags.security)
    register(check_metrics, Tags.security)
    register(check_cache, Tags.caches, deploy=True)
    register(check_index_url, Tags.database)


def check_allowed_hosts(**kwargs: Any) -> list[CheckMessage]:
    """codex.E001: an entry that would never match opens nothing, and its writer would not know why."""
    wrong = [number for number, entry in enumerate(settings.CODEX_ALLOWED_HOSTS, 1) if not _is_host_and_port(entry)]
    return [
        Error(
            f"Entry {number} of CODEX_ALLOWED_HOSTS is not a host and a port.",
            hint="Write host:port in lower case, IPv6 addresses in brackets: archive.internal:8080 or [fd00::5]:80.",
            id="codex.E001",
        )
        for number in wrong
    ]


def check_proxies(**kwargs: Any) -> list[CheckMessage]:
    """codex.E002: nobody has fewer proxies than none."""
    if settings.TRUSTED_PROXIES >= 0:
        return []
    hint = "Count the proxies of yours that every request passes; 0 when there are none."
    return [Error("TRUSTED_PROXIES is negative.", hint=hint, id="codex.E002")]


def check_metrics(**kwargs: Any) -> list[CheckMessage]:
    """codex.E003: a page of metrics that cannot be made would look as if it were switched off."""
    if not settings.METRICS_TOKEN or find_spec("prometheus_client"):
        return []
    hint = "Install the extra metrics: pip install 'lumasite[metrics]'."
    return [Error("METRICS_TOKEN is set, but prometheus-client is not installed.", hint=hint, id="codex.E003")]


def check_index_url(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """codex.W001: an index URL that the guard refuses by its looks; the allowed hosts may have changed since."""
    if "default" not in (databases or ()):
        return []
    try:
        url = stored().codex_index_url
    except DatabaseError:
        return []  # before the first migration there is nothing to check
    sentence = "" if url.startswith("file:") else _refusal_by_looks(url)
    hint = "Change codex-index-url in the admin, or list its host:port in CODEX_ALLOWED_HOSTS."
    return [Warning(f"The archive cannot be read: {sentence}", hint=hint, id="codex.W001")] if sentence else []


def check_cache(**kwargs: Any) -> list[CheckMessage]:
    """codex.W002: several processes, each counting bursts in its own memory, let through as many times the limit."""
    backend: str = settings.CACHES["default"]["BACKEND"]
    if not settings.HTTPS or "locmem" not in backend:
        return []
    hint = "Set CACHE_URL to a Redis, unless this site runs as one process."
    return [Warning("Bursts are counted in each process's own memory.", hint=hint, id="codex.W002")]


def _is_host_and_port(entry: str) -> bool:
    try:
        return read_url(f"http://{entry}/").netloc == entry
    except GuardError:
        return False


def _refusal_by_looks(url: str) -> str:
    try:
        # Checks look nothing up: any public address stands for what the name would lead to.
        guard_url(url, resolver=lambda host, port: ("1.1.1.1",), allowed_hosts=settings.CODEX_ALLOWED_HOSTS)
    except GuardError as error:
        return error.sentence
    return ""
