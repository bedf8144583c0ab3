"""Web Push: a short text to a browser whose page is closed, readable by that browser only (RFC 8030, 8188,
8291).

`http_ece` encrypts and `py_vapid` signs. `pywebpush`, which combines the two, is not used: it sends with
requests or aiohttp, which resolve the address themselves, follow redirects and have no deadline for a whole
exchange, and importing it for its encryption alone costs every process 23 MB and 0.9 s (measured) and the
room twelve more packages.
"""

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from notifications.services.vapid import authorization, unb64

# Deadline of a whole exchange, from the DNS lookup to the answer, however slowly it arrives.
_SECONDS = 8.0
# IPv6 addresses with an embedded IPv4 address. Behind NAT64 every public service has one; the others may lead through
# a tunnel to our own network: 6to4, Teredo, NAT64 of one network, IPv4-compatible, site-local.
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_TUNNELS = [
    ipaddress.IPv6Network(text) for text in ("2002::/16", "2001::/32", "64:ff9b:1::/48", "::/96", "fec0::/10")
]
_ISATAP = {0x00005EFE, 0x02005EFE}
# News of a move is useful for minutes only.
_LIVES_SECONDS = 600


class BadEndpoint(Exception):
    """An address to which nothing is sent: not over TLS, or inside our own network."""


class Gone(Exception):
    """The browser has unsubscribed."""


class Later(Exception):
    """The push service asks to retry later.

    Attributes:
        seconds: the requested delay; 0 if it named none.
    """

    def __init__(self, why: str, seconds: int = 0) -> None:
        super().__init__(why)
        self.seconds = seconds


class Rejected(Exception):
    """The push service will never take this message."""


@dataclass(frozen=True, slots=True)
class Target:
    """The endpoint of a message, and the browser's keys."""

    endpoint: str
    p256dh: str
    auth: str


def check_keys(target: Target) -> None:
    """Raise ValueError unless the keys of a subscription are valid."""
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(target.p256dh))
    if len(unb64(target.auth)) != 16:
        raise ValueError("An authentication secret has 16 bytes.")


def check_endpoint(endpoint: str) -> SplitResult:
    """Return the parts of an endpoint to which messages may go. Does no DNS lookup.

    Raises:
        BadEndpoint: messages may not go there.
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise BadEndpoint(endpoint) from None
    if not parts.hostname or parts.username or parts.password or not endpoint.isascii():
        raise BadEndpoint(endpoint)
    if settings.PUSH_ANYWHERE and parts.scheme in {"http", "https"}:
        return parts
    if parts.scheme != "https" or port not in {None, 443}:
        raise BadEndpoint(endpoint)
    try:
        literal = ipaddress.ip_address(parts.hostname)
    except ValueError:
        return parts
    if not _public(str(literal)):
        raise BadEndpoint(endpoint)
    return parts


def _public(address: str) -> bool:
    found: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif found in _NAT64:
            found = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        elif any(found in network for network in _TUNNELS) or int(found) >> 32 & 0xFFFFFFFF in _ISATAP:
            return False
    return found.is_global and not found.is_multicast and not found.is_reserved


def _addresses(parts: SplitResult) -> list[str]:
    """Resolve a host. All its addresses must be public: a name that points into our network is refused as a
    whole.
    """
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = [str(info[4][0]) for info in socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)]
    if not settings.PUSH_ANYWHERE and not all(_public(address) for address in found):
        raise BadEndpoint(str(parts.hostname))
    return list(dict.fromkeys(found))


class _Straight(http.client.HTTPConnection):
    """A connection to the checked address: resolving the name again could give another one."""

    def __init__(self, parts: SplitResult, address: str) -> None:
        secure = parts.scheme == "https"
        super().__init__(str(parts.hostname), parts.port or (443 if secure else 80), timeout=_SECONDS)
        self._address = address
        self._secure = secure

    def connect(self) -> None:
        """Open the connection; the certificate must match the name."""
        self.sock = socket.create_connection((self._address, self.port), timeout=_SECONDS)
        if self._secure:
            secure = ssl.create_default_context().wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock = secure
            secure.do_handshake()


class _Exchange(threading.Thread):
    """Send one message in a thread that can be abandoned if the service is slow."""

    def __init__(self, parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> None:
        super().__init__(name="push-exchange", daemon=True)
        self._parts, self._body, self._headers = parts, body, headers
        self._connection: _Straight | None = None
        self._given_up = False
        self._failure: Exception | None = None
        self._answer = (0, "")

    def run(self) -> None:
        """Send the message and read the response headers."""
        try:
            address = _addresses(self._parts)[0]
            self._connection = _Straight(self._parts, address)
            try:
                self._speak(self._connection)
            finally:
                self._connection.close()
        except Exception as error:
            self._failure = error

    def _speak(self, connection: _Straight) -> None:
        if self._given_up:
            return
        path = (self._parts.path or "/") + (f"?{self._parts.query}" if self._parts.query else "")
        connection.request("POST", path, self._body, dict(self._headers))
        answer = connection.getresponse()
        self._answer = answer.status, answer.headers.get("Retry-After", "")

    def result(self) -> tuple[int, str]:
        """Wait for the response status and Retry-After.

        Raises:
            TimeoutError: it did not come in time.
            BadEndpoint, OSError, http.client.HTTPException: it could not be sent.
        """
        self.start()
        self.join(_SECONDS)
        if self.is_alive():
            self._give_up()
            raise TimeoutError(f"no answer within {_SECONDS:g} s")
        if self._failure is not None:
            raise self._failure
        return self._answer

    def _give_up(self) -> None:
        self._given_up = True
        sock = self._connection.sock if self._connection is not None else None
        if sock is not None:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)


def encrypt(
    text: bytes, target: Target, *, ours: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """Encrypt a message for one browser (RFC 8291, content coding aes128gcm).

    Args:
        text: at most some 3,900 bytes.
        target: the recipient's keys.
        ours: a key for this message only; generated by default.
        salt: 16 random bytes; generated by default.
    """
    body: bytes = http_ece.encrypt(
        text,
        salt=salt,
        private_key=ours or ec.generate_private_key(ec.SECP256R1()),
        dh=unb64(target.p256dh),
        auth_secret=unb64(target.auth),
    )
    return body


def send(text: bytes, target: Target, *, topic: str = "") -> None:
    """Send a message to the browser's push service. Follows no redirect, uses no proxy.

    Args:
        text: for the page's service worker.
        target: the recipient.
        topic: a newer message of the same topic replaces one that was not delivered yet.

    Raises:
        BadEndpoint, Gone, Later, Rejected: why it was not accepted.
    """
    parts = check_endpoint(target.endpoint)
    body = encrypt(text, target)
    headers = {
        "Authorization": authorization(target.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(_LIVES_SECONDS),
        "Urgency": "high",
    }
    if topic:
        headers["Topic"] = topic
    try:
        status, wait = _Exchange(parts, body, headers).result()
    except (OSError, http.client.HTTPException) as error:
        raise Later(str(error) or type(error).__name__) from error
    if 200 <= status < 300:
        return
    if status in {404, 410}:
        raise Gone
    if status == 429 or status >= 500:
        raise Later(
            f"status {status}", int(wait) if wait.isascii() and wait.isdigit() and len(wait) < 9 else 0
        )
    raise Rejected(f"status {status}")
