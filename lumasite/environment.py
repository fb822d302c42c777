"""What the environment says, read so that whatever cannot work is told in one sentence."""

from typing import Any, Final

import environ
from django.core.exceptions import ImproperlyConfigured

_POSTGRES: Final = "lumasite.postgres"
_ENGINES: Final = {"sqlite": "django.db.backends.sqlite3", "postgres": _POSTGRES, "postgresql": _POSTGRES}
_CACHES: Final = ("redis://", "rediss://", "unix://")


class Environment(environ.FileAwareEnv):  # type: ignore[misc]  # the library has no types
    """Variables, or the files that variables of the same name and `_FILE` point to."""

    def get_value(self, var: str, *given: Any, **named: Any) -> Any:
        """One value (raises ImproperlyConfigured, with the variable's name)."""
        try:
            return super().get_value(var, *given, **named)
        except (OSError, UnicodeDecodeError):
            raise ImproperlyConfigured(f"The file that {var}_FILE names cannot be read.") from None
        except ValueError:
            raise ImproperlyConfigured(f"{var} must be a whole number.") from None


def database_of(url: str) -> dict[str, Any]:
    """Django's settings for a database URL (raises ImproperlyConfigured)."""
    scheme, found = url.partition("://")[::2]
    engine = _ENGINES.get(scheme)
    try:
        database = dict(environ.Env.db_url_config(url, engine)) if engine and found else {}
    except ValueError:
        database = {}
    if not database.get("NAME"):
        raise ImproperlyConfigured("DATABASE_URL must look like postgres://user@host/name or sqlite:////folder/file.")
    return database


def check_cache(url: str) -> str:
    """The URL of a cache that can be used (raises ImproperlyConfigured)."""
    scheme = next((scheme for scheme in _CACHES if url.startswith(scheme)), "")
    if not scheme or not url.removeprefix(scheme).strip("/"):
        raise ImproperlyConfigured("CACHE_URL must look like redis://host:6379/0.")
    return url
