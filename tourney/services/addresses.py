"""Under which address phones reach this server, and QR codes of it."""

import io

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host

from ops.network import lan_addresses

_LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


def room_address(request: HttpRequest) -> str:
    """The address by which somebody else in the room reaches what this request reached.

    `PUBLIC_URL`, where it is set. A request by the machine's own loopback name is answered with its address on the
    network.

    Returns:
        "http://192.168.1.20:8000", or "" when this machine is on no network.
    """
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL).rstrip("/")
    host = request.get_host()
    name, port = split_domain_port(host)
    if name in _LOOPBACK:
        allowed = [one for one in lan_addresses() if validate_host(one, settings.ALLOWED_HOSTS)]
        if not allowed:
            return ""
        host = f"{allowed[0]}:{port}" if port else allowed[0]
    return f"{request.scheme}://{host}"


def qr_of(text: str) -> HttpResponse:
    """A QR code as a picture: black on white whatever the page's colours are, with its quiet zone."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True)
    return HttpResponse(
        out.getvalue(), content_type="image/svg+xml", headers={"Cache-Control": "private, max-age=300"}
    )
