"""Identify this server to push services by its own key pair, generated on first use (RFC 8292).

The token is signed with `py_vapid.jwt`. The class `py_vapid.Vapid` would refuse a token without a contact
(PUSH_CONTACT is optional) and an IPv6 endpoint, and makes its key file readable by everybody.
"""

import base64
import functools
import os
import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid.jwt import sign

_FILE = "vapid.pem"
# A push service accepts a token for a day at most.
_VALID_SECONDS = 12 * 3600


def unb64(text: str) -> bytes:
    """Decode URL-safe base64 without padding.

    Raises:
        ValueError: the text is invalid; py_vapid and pywebpush would ignore invalid characters.
    """
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


@functools.cache
def private_key() -> ec.EllipticCurvePrivateKey:
    """Return the server's key, in DATA_DIR and readable by its owner only."""
    path = settings.DATA_DIR / _FILE
    if not path.exists():
        made = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        # Written under another name and linked, so that two processes that start together use the same key.
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
    """Return the key with which a browser subscribes."""
    point = (
        private_key()
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def authorization(endpoint: str) -> str:
    """Return the header that identifies this server to the endpoint's push service only."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + _VALID_SECONDS}
    if settings.PUSH_CONTACT:
        claims["sub"] = settings.PUSH_CONTACT
    return f"vapid t={sign(claims, private_key())}, k={public_key()}"
