"""Web Push: a short text to a browser whose page is closed, readable by that browser alone (RFC 8030, 8188, 8291)."""

import http.client
import ipaddress
import os
import socket
import ssl
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from screens.vapid import authorization, point_of, unb64

_SECONDS = 5.0
_RECORD = 4096
# A moved player wants to know within minutes, or not at all.
_LIVES_SECONDS = 600


class BadEndpoint(Exception):
    """An address to which nothing is sent: not over TLS, or inside of our own network."""


class Gone(Exception):
    """The browser does not want messages any more."""


class Later(Exception):
    """The push service did not take it now.

    Attributes:
        seconds: after which it wants to be asked again, 0 where it said nothing.
    """

    def __init__(self, why: str, seconds: int = 0) -> None:
        super().__init__(why)
        self.seconds = seconds


class Rejected(Exception):
    """The push service will never take this message."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a message goes, and the browser's keys."""

    endpoint: str
    p256dh: str
    auth: str


def check_keys(target: Target) -> None:
    """Raises ValueError unless the keys of a subscription are keys."""
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(target.p256dh))
    if len(unb64(target.auth)) != 16:
        raise ValueError("An authentication secret has 16 bytes.")


def check_endpoint(endpoint: str) -> SplitResult:
    """The parts of an address to which messages may go. Looks nothing up.

    Raises:
        BadEndpoint: they may not.
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
    found = ipaddress.ip_address(address)
    inner = getattr(found, "ipv4_mapped", None) or found
    return inner.is_global and not inner.is_multicast and not inner.is_reserved


def _addresses(parts: SplitResult) -> list[str]:
    """Where a host is. All that it names must be public: a name that points into our network is refused as a whole."""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = [str(info[4][0]) for info in socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)]
    if not settings.PUSH_ANYWHERE and not all(_public(address) for address in found):
        raise BadEndpoint(str(parts.hostname))
    return list(dict.fromkeys(found))


class _Straight(http.client.HTTPConnection):
    """A connection to the address that was looked at: asking for the name again could give another one."""

    def __init__(self, parts: SplitResult, address: str) -> None:
        secure = parts.scheme == "https"
        super().__init__(str(parts.hostname), parts.port or (443 if secure else 80), timeout=_SECONDS)
        self._address = address
        self._secure = secure

    def connect(self) -> None:
        """Open it; the certificate must be the name's."""
        plain = socket.create_connection((self._address, self.port), timeout=_SECONDS)
        if self._secure:
            self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)
        else:
            self.sock = plain


def sealed(text: bytes, target: Target, *, ours: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """A message that only the browser can read (RFC 8291, content coding aes128gcm).

    Args:
        text: at most some 3,900 bytes.
        target: whose keys.
        ours: a key for this message alone.
        salt: 16 random bytes.
    """
    theirs_raw, ours_raw = unb64(target.p256dh), point_of(ours.public_key())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs_raw)
    shared = ours.exchange(ec.ECDH(), theirs)
    ikm = _hkdf(shared, unb64(target.auth), b"WebPush: info\0" + theirs_raw + ours_raw, 32)
    key = _hkdf(ikm, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _hkdf(ikm, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(ours_raw)]) + ours_raw
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def _hkdf(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def send(text: bytes, target: Target, *, topic: str = "") -> None:
    """Give a message to the browser's push service. Follows no redirect, uses no proxy.

    Args:
        text: what the page's worker will get.
        target: to whom.
        topic: a newer message of the same topic takes the place of one that was not fetched yet.

    Raises:
        BadEndpoint, Gone, Later, Rejected: it was not taken, and what that means.
    """
    parts = check_endpoint(target.endpoint)
    body = sealed(text, target, ours=ec.generate_private_key(ec.SECP256R1()), salt=os.urandom(16))
    headers = {
        "Authorization": authorization(target.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(_LIVES_SECONDS),
        "Urgency": "high",
    }
    if topic:
        headers["Topic"] = topic
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection = _Straight(parts, _addresses(parts)[0])
        try:
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            status, wait = answer.status, answer.headers.get("Retry-After", "")
        finally:
            connection.close()
    except (OSError, http.client.HTTPException) as error:
        raise Later(str(error) or type(error).__name__) from error
    if 200 <= status < 300:
        return
    if status in {404, 410}:
        raise Gone
    if status == 429 or status >= 500:
        raise Later(f"status {status}", int(wait) if wait.isascii() and wait.isdigit() else 0)
    raise Rejected(f"status {status}")
