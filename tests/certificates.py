"""A certificate authority of the tests' own, for `serving(..., tls=certified("codex.example"))`."""

import ssl
from functools import cache

import trustme


@cache
def authority() -> trustme.CA:
    """The one authority of this run; nothing but `trusting()` trusts it."""
    return trustme.CA()


def certified(*names: str) -> ssl.SSLContext:
    """A server's context with a certificate for these names or addresses."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority().issue_cert(*names).configure_cert(context)
    return context


def trusting() -> ssl.SSLContext:
    """A client's context that trusts the tests' authority and no other."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    authority().configure_trust(context)
    return context
