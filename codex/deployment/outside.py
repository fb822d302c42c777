"""The doctor's look outwards: proxies, TLS, mail and the archive's site; the endpoint of answers is never dialled."""

from collections.abc import Iterator
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.core.checks import ERROR, CheckMessage, run_checks

from codex.core.errors import CodexError
from codex.deployment.findings import Finding, mend, note, ok
from codex.live import stored
from codex.staff.checkup import check_archive
from lumasite.mail import mailer, sends_mail

#: What Django says of a site without TLS; told once, by `look_at_proxies`.
_WITHOUT_TLS: Final = {f"security.W{number:03}" for number in (4, 8, 10, 12, 16)}
_MAIL_SECONDS: Final = 5
_LOOPBACK: Final = {"localhost", "127.0.0.1", "[::1]"}


def look_at_settings() -> Iterator[Finding]:
    """Every system check of a deployment, and what checks cannot know."""
    found = run_checks(include_deployment_checks=True, databases=["default"])
    known = set() if settings.HTTPS else _WITHOUT_TLS
    serious = [message for message in found if not message.is_silenced() and message.id not in known]
    yield from (_told(message) for message in serious)
    if not serious:
        yield ok("settings", "No system check complains.")
    if set(settings.ALLOWED_HOSTS) <= _LOOPBACK:
        hint = "Set ALLOWED_HOSTS to the names under which browsers reach this site."
        yield note("hosts", "Only this machine can reach the site by name.", hint)


def look_at_proxies() -> Iterator[Finding]:
    """Whether TLS and the declared proxies go together."""
    if settings.HTTPS and not settings.TRUSTED_PROXIES:
        hint = "TLS ends at a proxy: set TRUSTED_PROXIES to how many there are, and have them send X-Forwarded-Proto."
        yield mend("proxies", "https is demanded, but no proxy is declared, so every page redirects for ever.", hint)
    elif not settings.HTTPS:
        hint = "Set LUMASITE_HTTPS=true behind a proxy that ends TLS, then LUMASITE_HSTS_SECONDS once it works."
        yield note("TLS", "The site is served without TLS; passwords can be read on the way.", hint)
    else:
        yield ok("proxies", f"TLS ends at a proxy; {settings.TRUSTED_PROXIES} of ours are declared.")


def look_at_mail() -> Iterator[Finding]:
    """Whether a forgotten password can be mailed."""
    if not sends_mail():
        hint = "Set EMAIL_URL, so that forgotten passwords can be mailed."
        yield note("mail", "Mails are printed where the site runs.", hint)
        return
    server = mailer(seconds=_MAIL_SECONDS)
    try:
        server.open()
        server.close()
    except (SMTPException, OSError):
        hint = "Check EMAIL_URL: host, port, TLS, user and password."
        yield mend("mail", "The mail server does not let this site in.", hint)
    else:
        yield ok("mail", "The mail server lets this site in.")


def look_at_archive() -> Iterator[Finding]:
    """Whether the archive can be read now; nothing is kept."""
    try:
        kept = check_archive(stored()).report.kept
    except CodexError as error:
        yield mend("archive", f"{error.sentence} ({error.code})", "Run: manage.py codex check")
    else:
        yield ok("archive", f"It can be read: {kept:,} inscriptions.")


def _told(message: CheckMessage) -> Finding:
    told = f"{message.msg.strip()} ({message.id})"
    hint = (message.hint or "See Django's documentation of this check.").strip()
    return (mend if message.level >= ERROR else note)("settings", told, hint)
