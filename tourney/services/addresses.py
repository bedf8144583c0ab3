"""The address at which phones reach this server, and QR codes of it."""

import io
from ipaddress import ip_address
from os import environ

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host

from ops.network import lan_addresses
from ops.paths import bind, is_proxied

_LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


def room_address(request: HttpRequest) -> str:
    """Return the address at which other devices in the room reach the target of a request.

    `PUBLIC_URL`, if set. For a request to the loopback address, return the machine's address on the
    network.

    Returns:
        "http://192.168.1.20:8000", or "" if this machine is on no network or listens to itself only (BIND).
    """
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL).rstrip("/")
    host = request.get_host()
    name, port = split_domain_port(host)
    if name in _LOOPBACK:
        if not is_proxied(environ) and ip_address(bind(environ)).is_loopback:
            return ""
        allowed = [one for one in lan_addresses() if validate_host(one, settings.ALLOWED_HOSTS)]
        if not allowed:
            return ""
        host = f"{allowed[0]}:{port}" if port else allowed[0]
    return f"{request.scheme}://{host}"


def qr_of(text: str) -> HttpResponse:
    """Return a QR code as a picture: black on white regardless of the page's colours, with its quiet zone."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True)
    return HttpResponse(
        out.getvalue(), content_type="image/svg+xml", headers={"Cache-Control": "private, max-age=300"}
    )
