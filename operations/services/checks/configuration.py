"""Checks of the settings."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host

from operations.services.checks.registry import Finding, check, note

_SHORTEST_SECRET = 32
_SHORTEST_TOKEN = 16


@check("Settings")
def plausible() -> Iterator[str]:
    """Check settings that make a room unsafe."""
    if settings.DEBUG:
        yield "DEBUG is on: errors show secrets to everybody. Remove it from the environment."
    if "*" in settings.ALLOWED_HOSTS:
        yield "ALLOWED_HOSTS allows every name. Name the host names of the server."
    if len(settings.SECRET_KEY) < _SHORTEST_SECRET:
        yield f"SECRET_KEY has fewer than {_SHORTEST_SECRET} characters. Set a longer one, or none: then one is made."
    if settings.METRICS_TOKEN and len(settings.METRICS_TOKEN) < _SHORTEST_TOKEN:
        yield f"METRICS_TOKEN has fewer than {_SHORTEST_TOKEN} characters. Set a longer one."
    if settings.PUSH_ANYWHERE:
        yield "PUSH_ANYWHERE is for tests: messages may go to addresses of this network. Remove it."


@check("Proxy")
def proxy() -> Iterator[str]:
    """Check that proxy and TLS settings fit each other."""
    if settings.BEHIND_TLS and not settings.TRUSTED_PROXIES:
        yield (
            "BEHIND_TLS is set without TRUSTED_PROXIES: all guests count as one address and share its limits. "
            "Set TRUSTED_PROXIES to the number of proxies (1)."
        )
    if settings.TRUSTED_PROXIES and not settings.PROXY_ADDRESSES:
        yield "TRUSTED_PROXIES is set, but PROXY_ADDRESSES names no proxy. Name its address."


@check("Address for phones")
def public_url() -> Iterator[str | Finding]:
    """Check PUBLIC_URL, which links and QR codes use."""
    given = settings.PUBLIC_URL
    if not given:
        if settings.EMAIL_URL:
            yield "EMAIL_URL is set without PUBLIC_URL: no links for new passwords are sent. Set PUBLIC_URL."
        if settings.BEHIND_TLS or settings.TRUSTED_PROXIES:
            yield note("PUBLIC_URL is not set: printed links use the address that the desk has opened.")
        return
    parts = urlsplit(given)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/") or parts.query:
        yield f"PUBLIC_URL is {given!r}, which is no address such as https://clock.example. Correct it."
        return
    if not validate_host(parts.hostname, settings.ALLOWED_HOSTS):
        yield f"PUBLIC_URL names {parts.hostname}, and ALLOWED_HOSTS refuses it. Add it there."
    if settings.BEHIND_TLS and parts.scheme == "http":
        yield "PUBLIC_URL begins with http, but BEHIND_TLS is set. Use https, so that phones can get messages."
