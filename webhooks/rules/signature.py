"""The signature of a message: HMAC-SHA256 over its time and its body. Pure."""

import hashlib
import hmac
from collections.abc import Sequence


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """Return the signature of a message in hexadecimal digits.

    Args:
        secret: of the webhook, as it was shown.
        timestamp: seconds since 1970, as the header carries it.
        body: exactly as it is sent.
    """
    return hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()


def signature_header(secrets: Sequence[str], timestamp: int, body: bytes) -> str:
    """Return the header with a signature for each secret: two for a day after a new secret was made."""
    return ",".join(f"v1={signature(secret, timestamp, body)}" for secret in secrets)
