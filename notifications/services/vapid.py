"""Identify this server to push services by its own key pair, generated on first use (RFC 8292).

The token is signed with `py_vapid.jwt`. The class `py_vapid.Vapid` would refuse a token without a contact
(PUSH_CONTACT is optional) and an IPv6 endpoint, and makes its key file readable by everybody.
"""

import base64
import functools
import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid.jwt import sign

from tourney.services.key_files import kept_key

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
    key = kept_key(_FILE, lambda: ec.generate_private_key(ec.SECP256R1()))
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError(f"{_FILE} holds no elliptic curve key.")
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
