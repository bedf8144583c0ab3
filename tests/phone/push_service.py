"""A test push service, and a browser that subscribes there and decrypts its messages."""

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def b64(data: bytes) -> str:
    """Encode as URL-safe base 64 without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    """Decode URL-safe base 64 without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def raw(key: Any) -> bytes:
    """Return a public key as 65 bytes."""
    numbers = key.public_numbers()
    return b"\x04" + bytes(numbers.x.to_bytes(32, "big")) + bytes(numbers.y.to_bytes(32, "big"))


class Browser:
    """The keys of a subscription on the receiver's side."""

    def __init__(self, private: int | None = None, auth: bytes | None = None) -> None:
        curve = ec.SECP256R1()
        self.key = ec.derive_private_key(private, curve) if private else ec.generate_private_key(curve)
        self.auth = auth or os.urandom(16)

    @property
    def keys(self) -> dict[str, str]:
        """Return the keys as `PushSubscription.toJSON()` does."""
        return {"p256dh": b64(raw(self.key.public_key())), "auth": b64(self.auth)}

    def read(self, body: bytes) -> bytes:
        """Decrypt a message (RFC 8188, 8291), implemented a second time from the standard."""
        salt, size, named = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + named], body[21 + named :]
        assert len(sealed) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), theirs)

        def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
            return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

        info = b"WebPush: info\x00" + raw(self.key.public_key()) + sender
        ikm = derive(shared, self.auth, info, 32)
        key = derive(ikm, salt, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = derive(ikm, salt, b"Content-Encoding: nonce\x00", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x00")
        assert text.endswith(b"\x02")
        return text[:-1]


@dataclass
class Taken:
    """A received message."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Service:
    """A push service on loopback."""

    port: int
    taken: list[Taken] = field(default_factory=list)
    # Responses by path; 201 by default. Each is a status, or a status with headers.
    answers: dict[str, Any] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        """Return its address."""
        return f"http://127.0.0.1:{self.port}"

    def endpoint(self, name: str) -> str:
        """Return the address of messages for a browser."""
        return f"{self.origin}/send/{name}"

    def texts(self, name: str, browser: Browser) -> list[dict[str, Any]]:
        """Return the texts that a browser has received."""
        mine = [one for one in self.taken if one.path == f"/send/{name}"]
        return [json.loads(browser.read(one.body)) for one in mine]


@contextmanager
def push_service() -> Iterator[Service]:
    """Run a push service."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            service.taken.append(Taken(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            answer = service.answers.get(self.path.rpartition("/")[2], 201)
            status, headers = answer if isinstance(answer, tuple) else (answer, {})
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = Service(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()


def claims_of(header: str) -> dict[str, Any]:
    """Check the signature of an Authorization header and return its claims (RFC 8292)."""
    kind, _, rest = header.partition(" ")
    assert kind == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = parts["t"].rpartition(".")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(parts["k"]))
    plain = unb64(signature)
    r, s = int.from_bytes(plain[:32], "big"), int.from_bytes(plain[32:], "big")
    try:
        key.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        raise AssertionError("not signed by the named key") from None
    head, claims = (json.loads(unb64(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return {**claims, "k": parts["k"]}
