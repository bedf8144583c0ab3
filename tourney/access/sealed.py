"""Encrypt secrets in rows with a key derived from the server's."""

import functools
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_NONCE_BYTES = 12


class Unreadable(Exception):
    """A sealed secret that this server's key does not open, or that belongs to another owner."""


def seal(secret: bytes, owner: str) -> str:
    """Encrypt a secret.

    Args:
        owner: what it belongs to; it opens for the same owner only.
    """
    nonce = secrets.token_bytes(_NONCE_BYTES)
    sealed = _cipher(settings.SECRET_KEY).encrypt(nonce, secret, owner.encode())
    return urlsafe_b64encode(nonce + sealed).decode()


def unseal(sealed: str, owner: str) -> bytes:
    """Decrypt a secret.

    Raises:
        Unreadable: it was sealed with another key or for another owner, or was changed.
    """
    try:
        raw = urlsafe_b64decode(sealed)
        return _cipher(settings.SECRET_KEY).decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], owner.encode())
    except (InvalidTag, ValueError):
        raise Unreadable(owner) from None


@functools.cache
def _cipher(key: str) -> AESGCM:
    derived = HKDF(hashes.SHA256(), 32, None, b"room.sealed").derive(key.encode())
    return AESGCM(derived)
