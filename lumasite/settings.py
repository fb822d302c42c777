"""Settings: one file, every value from the environment or a sound default; nothing need be set for a first run."""

import contextlib
import hashlib
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from lumasite.environment import Environment, check_cache, database_of
from lumasite.logs import FORMATS
from lumasite.mail import mail_settings
from lumasite.private import make_folder
from lumasite.secret import read_or_make

env = Environment()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("LUMASITE_DATA", default=str(BASE_DIR / "var")))

DEBUG = env.bool("DEBUG", default=False)
#: Behind TLS: secure cookies, redirects to https, `__Host-` cookie names.
HTTPS = env.bool("LUMASITE_HTTPS", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or read_or_make(DATA_DIR / "secret-key")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
#: How many proxies of ours stand in front; X-Forwarded-For is read only as far as they reach.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
#: Hosts the operator lets the archive's index be read from although they are private, as exact host:port.
CODEX_ALLOWED_HOSTS = tuple(env.list("CODEX_ALLOWED_HOSTS", default=[]))
#: The same for the endpoint that answers come from; to these a key may also travel by plain http.
AI_ALLOWED_HOSTS = tuple(env.list("AI_ALLOWED_HOSTS", default=[]))
#: The endpoint's key, for the one origin named beside it; without either, staff may store one.
AI_API_KEY = env.str("AI_API_KEY", default="").strip()
AI_API_KEY_ORIGIN = env.str("AI_API_KEY_ORIGIN", default="")
#: What a stored key is encrypted under; empty: a file made in the data folder when the first key is stored.
AI_KEY_SECRET = env.str("AI_KEY_SECRET", default="").strip()
#: A PEM file of the only authorities that the endpoint's certificate may come from.
AI_CA_FILE = env.str("AI_CA_FILE", default="")
#: Turns of chat that one process waits for at once; each takes a request's thread, and `serve` starts as many more.
CHATS_AT_ONCE = env.int("CHATS_AT_ONCE", default=4)

if HTTPS and "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS must name the site's hosts when LUMASITE_HTTPS is set.")

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",  # the addresses load it: commands need no admin
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_ratelimit",
    "codex",
    "grounded",
]
MIDDLEWARE = [
    "lumasite.requestids.RequestIds",
    "codex.health.probes.Probes",
    "codex.rest.cors.CrossOrigin",
    "lumasite.security.SecurityHeaders",
    "django.middleware.security.SecurityMiddleware",
    "lumasite.squeezed_files.Files",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "lumasite.squeeze.Gzip",
    "codex.web.tongue_lane.Tongues",
    "lumasite.lanes.Sessions",
    "lumasite.lanes.Common",
    "django.middleware.csrf.CsrfViewMiddleware",
    "lumasite.lanes.Users",
    "codex.web.maintenance.Maintenance",
    "lumasite.lanes.Messages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "codex.rest.shape.ApiErrors",
    "codex.web.faults.StorageFaults",
]
ROOT_URLCONF = "lumasite.urls"
WSGI_APPLICATION = "lumasite.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "codex.pages.context.archive",
                "codex.web.interface.interface",
                "codex.accounts.visitor.visitor",
                "codex.pages.extras.extras",
            ],
        },
    },
]


def _database() -> dict[str, Any]:
    url = env.str("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'lumasite.sqlite3'}")
    database = database_of(url)
    if "sqlite" in database["ENGINE"]:
        # WAL lets readers go on beside the one writer; IMMEDIATE makes writers queue instead of failing half-way.
        pragmas = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=5000;"
        database["OPTIONS"] = {"init_command": pragmas, "transaction_mode": "IMMEDIATE", "timeout": 5}
        database["CONN_MAX_AGE"] = None
    else:
        # Whoever has no connection after half a second asks anew, for five seconds (`lumasite/postgres`), which has the
        # pool try the server anew; its own tries, which come less and less often, end at once.
        waits = {"timeout": 0.5, "reconnect_timeout": 0}
        pool = {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=12), **waits}
        # Statements may be planned once a connection; Django's own never are. A server that left the network is given
        # up after as many milliseconds, not after a quarter of an hour.
        ours = {"prepare_threshold": 1, "connect_timeout": 5, "tcp_user_timeout": 5_000}
        # What stands behind the URL's question mark, such as sslmode, goes on to the driver.
        database["OPTIONS"] = {**ours, **database.get("OPTIONS", {}), "pool": pool}
    return database


def _cache() -> dict[str, Any]:
    url = env.str("CACHE_URL", default="")
    if not url:
        # Room for the bursts of that many callers a minute; Django's 300 would forget counts before their minute ends.
        return {"BACKEND": "lumasite.locmem.Counts", "OPTIONS": {"MAX_ENTRIES": 20_000}}
    # A cache that hangs must not hold up a search.
    patience = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}
    return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": check_cache(url), "OPTIONS": patience}


DATABASES = {"default": _database()}
CACHES = {"default": _cache()}
if "locmem" in CACHES["default"]["BACKEND"]:
    # django-ratelimit only counts bursts here; for one process, counting in its own memory is right.
    SILENCED_SYSTEM_CHECKS = ["django_ratelimit.E003", "django_ratelimit.W001"]
else:
    SILENCED_SYSTEM_CHECKS = ["django_ratelimit.W001"]
# Printing mails where the site runs is this site's stated default; `manage.py doctor` notes it.
SILENCED_SYSTEM_CHECKS += ["mail.E001"]
#: A count that cannot be kept lets the request go on; the daily limit does not depend on the cache.
RATELIMIT_FAIL_OPEN = True
#: Its defaults: a setting that is not there takes longer to look for, at every request.
RATELIMIT_ENABLE, RATELIMIT_USE_CACHE, RATELIMIT_CACHE_PREFIX = True, "default", "rl:"
RATELIMIT_HASH_ALGORITHM = hashlib.sha256
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

LOGIN_URL = "account:sign-in"
LOGIN_REDIRECT_URL = "account:home"
#: A link to choose a new password works for a day.
PASSWORD_RESET_TIMEOUT = 86_400
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"


def _mail() -> dict[str, Any]:
    host = env.str("EMAIL_HOST", default="")
    # Until a mail server is named, mails appear where the site was started.
    url = env.str("EMAIL_URL", default="") or (f"smtp://{host}" if host else "consolemail://")
    try:
        return dict(env.email_url_config(url))
    except (ImproperlyConfigured, ValueError):
        raise ImproperlyConfigured("EMAIL_URL must look like smtp+tls://user:password@host:587.") from None


# MAILERS or EMAIL_*, by the Django that is installed; each refuses or warns of the other's names.
globals().update(mail_settings(_mail()))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="lumasite@localhost")

LANGUAGE_CODE = "en"
#: The archive's five tongues; its `no` is `nb` here, as browsers and Django's catalogues have it.
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("eo", "Esperanto"), ("nb", "Norsk"), ("uk", "Українська")]
#: Remembers the tongue that a reader chose, which is no secret; a year, as browsers keep it at most.
LANGUAGE_COOKIE_NAME = "__Host-tongue" if HTTPS else "tongue"
LANGUAGE_COOKIE_AGE = 31_536_000
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LOCALE_PATHS = [BASE_DIR / "lumasite" / "locale"]
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = "lumasite.formats"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
with contextlib.suppress(OSError):  # WhiteNoise warns of a folder that is not there; read-only installations have it
    make_folder(DATA_DIR)
    STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "lumasite" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
#: A fresh checkout has nothing collected: files are then served from where they lie.
WHITENOISE_USE_FINDERS = True

DATA_UPLOAD_MAX_MEMORY_SIZE = 65_536
DATA_UPLOAD_MAX_NUMBER_FIELDS = 50
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "codex.web.handlers.csrf_failure"
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
#: Holds "light" or "dark", nothing about anybody.
THEME_COOKIE_NAME = "__Host-theme" if HTTPS else "theme"
SECURE_HSTS_SECONDS = env.int("LUMASITE_HSTS_SECONDS", default=0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE_HSTS_SECONDS > 0
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

#: How lines of the log look, and whether there is one for each request.
LOG_FORMAT = env.str("LOG_FORMAT", default="text")
if LOG_FORMAT not in FORMATS:
    raise ImproperlyConfigured("LOG_FORMAT must be text or json.")
LOG_REQUESTS = env.bool("LOG_REQUESTS", default=False)
#: Whoever shows it may read /metrics; empty: there is no such page.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="").strip()
if 0 < len(METRICS_TOKEN) < 16:
    raise ImproperlyConfigured("METRICS_TOKEN must have 16 characters or more.")

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {
            "()": "lumasite.logs.TextLines",
            "format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s]: %(message)s",
        },
        "json": {"()": "lumasite.logs.JsonLines"},
    },
    "filters": {
        "without_words": {"()": "lumasite.quiet.WithoutWords"},
        "without_host": {"()": "lumasite.quiet.WithoutHost"},
        "request_id": {"()": "lumasite.logs.WithRequestId"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["request_id", "without_words"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # The one logs a fault with the error's words, the other every call with its arguments.
        "lumasite.requestids": {"level": "INFO" if LOG_REQUESTS else "WARNING"},
        "django_mcpz": {"filters": ["without_words"]},
        "django_mcpz.calls": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "httpx": {"level": "WARNING"},
        "httpcore": {"level": "WARNING"},
        # Scanners name any host: a line tells the operator, and none of their words.
        "django.security.DisallowedHost": {"filters": ["without_host"]},
        # Whoever sends too much is told so; a stack for each would let strangers fill the log.
        "django.security.RequestDataTooBig": {"handlers": [], "level": "CRITICAL", "propagate": False},
        # Both name paths with their queries; what people look for stays out of the logs.
        "django.request": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "django.server": {"handlers": [], "level": "CRITICAL", "propagate": False},
    },
}
