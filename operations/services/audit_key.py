"""The key with which exports of journals are signed (Ed25519, RFC 8032)."""

import functools
import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from operations.rules.audit_file import Check
from tourney.services.key_files import kept_key

FILE = "audit.pem"


@functools.cache
def private_key() -> Ed25519PrivateKey:
    """Return the room's key, in DATA_DIR and readable by its owner only; made at the first start."""
    key = kept_key(FILE, Ed25519PrivateKey.generate)
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError(f"{FILE} holds no Ed25519 key.")
    return key


def public_pem() -> bytes:
    """Return the public key as a file for those who verify an export."""
    return (
        private_key()
        .public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    )


def read_public(pem: bytes) -> Ed25519PublicKey:
    """Read a public key.

    Raises:
        ValueError: it is none, or of another kind.
    """
    key = serialization.load_pem_public_key(pem)
    if not isinstance(key, Ed25519PublicKey):
        raise ValueError("This is no Ed25519 key.")
    return key


def fingerprint(key: Ed25519PublicKey) -> str:
    """Return a short mark of a public key, to be compared by reading it aloud: "1f3a-90c2-…"."""
    raw = key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    digest = hashlib.sha256(raw).hexdigest()
    return "-".join(digest[start : start + 4] for start in range(0, 32, 4))


def checker(key: Ed25519PublicKey) -> Check:
    """Return a function that says whether a signature is this key's."""

    def check(signature: bytes, text: bytes) -> bool:
        try:
            key.verify(signature, text)
        except InvalidSignature:
            return False
        return True

    return check
