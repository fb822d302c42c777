"""The endpoint as it is configured: the settings, the operator's lists, and the key for that origin (GRD-01)."""

import hashlib
import json

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from grounded.core.chat import AiClient
from grounded.core.config import AiConfig
from grounded.core.errors import ConfigError
from grounded.errors import AnswerError
from grounded.keys import is_readable, open_key, origin_of
from grounded.options import GroundedOptions


def config_of(options: GroundedOptions) -> AiConfig:
    """The endpoint these settings name; raises ConfigError, or AnswerError not_configured when a key is lost."""
    origin = origin_of(options.base_url)
    try:
        key = open_key(options.sealed_key, origin)
        readable = bool(key) or is_readable(options.sealed_key)
    except ImproperlyConfigured:
        readable, key = False, ""
    if not readable:
        raise AnswerError("not_configured")
    return configured(options.base_url, options.model, key)


def configured(base_url: str, model: str, key: str) -> AiConfig:
    """An endpoint under the operator's lists; raises ConfigError."""
    return AiConfig(
        base_url,
        model,
        key or None,
        allowed_hosts=settings.AI_ALLOWED_HOSTS,
        ca_file=settings.AI_CA_FILE or None,
    )


def working(options: GroundedOptions) -> AiConfig:
    """The same for readers, who are only told that answers are not set up; raises AnswerError not_configured."""
    try:
        return config_of(options)
    except ConfigError:
        raise AnswerError("not_configured") from None


def client_of(config: AiConfig) -> AiClient:
    """A client of it; contacts nothing. Raises AnswerError not_configured when the authorities cannot be read."""
    try:
        return AiClient(config)
    except ConfigError:
        raise AnswerError("not_configured") from None


def seal_of(config: AiConfig) -> str:
    """Names where a request goes and which model reads it; a consent holds for one of these only."""
    return hashlib.sha256(json.dumps([config.url, config.model]).encode()).hexdigest()
