"""What is wrong with the configuration of answers, told by `manage.py check` before it hurts."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import Error as DatabaseError

from codex.core.errors import CodexError, GuardError
from codex.core.weburl import read_url
from grounded.core.chat import AiClient
from grounded.core.config import AiConfig
from grounded.core.errors import ConfigError
from grounded.endpoint import config_of
from grounded.keys import origin_of
from grounded.live import stored

#: An address that stands for whichever staff choose.
_ANY: Final = "http://127.0.0.1/v1"


def register_checks() -> None:
    """Called once, when the app is ready."""
    register(check_environment, Tags.security)
    register(check_endpoint, Tags.database)


def check_environment(**kwargs: Any) -> list[CheckMessage]:
    """grounded.E001 to E004: what the operator wrote and would silently not work."""
    return [*_hosts(), *_key(), *_secret(), *_authorities()]


def check_endpoint(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """grounded.W001: answers or the chat are on, and the endpoint cannot be used as it is configured."""
    if "default" not in (databases or ()):
        return []
    try:
        options = stored()
    except DatabaseError:
        return []  # before the first migration there is nothing to check
    try:
        if options.uses_model or options.enable_chat:
            config_of(options)
    except CodexError as error:
        hint = "Change the answer settings in the admin; the private hosts that are allowed stand in AI_ALLOWED_HOSTS."
        return [Warning(f"No model can be asked: {error.sentence}", hint=hint, id="grounded.W001")]
    return []


def _hosts() -> Iterator[CheckMessage]:
    hint = "Write host:port in lower case, IPv6 addresses in brackets: ollama:11434 or [fd00::5]:8080."
    for number, entry in enumerate(settings.AI_ALLOWED_HOSTS, 1):
        if not _is_host_and_port(entry):
            told = f"Entry {number} of AI_ALLOWED_HOSTS is not a host and a port."
            yield Error(told, hint=hint, id="grounded.E001")


def _key() -> Iterator[CheckMessage]:
    if not settings.AI_API_KEY:
        return
    if not origin_of(settings.AI_API_KEY_ORIGIN):
        hint = "Name the one origin that the key is for, such as https://llm.example."
        yield Error("AI_API_KEY_ORIGIN names no origin, so AI_API_KEY is never sent.", hint=hint, id="grounded.E002")
    try:
        AiConfig(_ANY, "any", settings.AI_API_KEY)
    except ConfigError as error:
        yield Error(f"AI_API_KEY cannot be sent: {error.sentence}", id="grounded.E002")


def _secret() -> Iterator[CheckMessage]:
    if settings.AI_KEY_SECRET == settings.SECRET_KEY:
        hint = "Whoever learns one of them should not have the other; give AI_KEY_SECRET a random value of its own."
        yield Error("AI_KEY_SECRET is the same as SECRET_KEY.", hint=hint, id="grounded.E003")


def _authorities() -> Iterator[CheckMessage]:
    if not settings.AI_CA_FILE:
        return
    try:
        AiClient(AiConfig(_ANY, "any", ca_file=settings.AI_CA_FILE))
    except ConfigError as error:
        yield Error(f"AI_CA_FILE: {error.sentence}", id="grounded.E004")


def _is_host_and_port(entry: str) -> bool:
    try:
        return read_url(f"http://{entry}/").netloc == entry
    except GuardError:
        return False
