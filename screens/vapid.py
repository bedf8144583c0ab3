"""Who this server is to push services: a key pair of its own, made at first use (RFC 8292)."""

import base64
import functools
import json
import os
import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from django.conf import settings

_FILE = "vapid.pem"
# A push service accepts a token for a day at most.
_VALID_SECONDS = 12 * 3600


def b64(data: bytes) -> str:
    """URL-safe base 64 without padding, as everything about Web Push is written."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    """The bytes of such a text.

    Raises:
        ValueError: it is none.
    """
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as 65 bytes."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


@functools.cache
def private_key() -> ec.EllipticCurvePrivateKey:
    """The server's key, in DATA_DIR and readable by its owner only."""
    path = settings.DATA_DIR / _FILE
    if not path.exists():
        made = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        # Written whole under another name and linked, so that two processes that start together agree on one.
        draft = path.with_suffix(f".{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(made)
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError(f"{path} holds no elliptic curve key.")
    return key


def public_key() -> str:
    """What a browser subscribes with."""
    return b64(point_of(private_key().public_key()))


def authorization(endpoint: str) -> str:
    """The header by which a push service knows this server, good for the endpoint's own service alone."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + _VALID_SECONDS}
    if settings.PUSH_CONTACT:
        claims["sub"] = settings.PUSH_CONTACT
    said = ".".join(
        b64(json.dumps(part, separators=(",", ":")).encode())
        for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    r, s = decode_dss_signature(private_key().sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={said}.{signature}, k={public_key()}"
