"""Secrets of webhooks: derived from the server's key, so that none is stored."""

import base64
import hashlib
import hmac
import secrets
from datetime import datetime, timedelta

from django.conf import settings

from webhooks.models import Webhook

# The secret before a new one keeps signing for so long, so that its receiver can be changed without a gap.
OVERLAP = timedelta(hours=24)


def new_salt() -> str:
    """Return a random text from which a secret is derived."""
    return secrets.token_urlsafe(24)


def secret_of(row: Webhook) -> str:
    """Return the present secret of a webhook."""
    return _derived(row.salt)


def signing_secrets(row: Webhook, now: datetime) -> list[str]:
    """Return the secrets that sign a message now, the present one first."""
    salts = [row.salt]
    if row.former_salt and now < row.renewed_at + OVERLAP:
        salts.append(row.former_salt)
    return [_derived(salt) for salt in salts]


def _derived(salt: str) -> str:
    made = hmac.new(settings.SECRET_KEY.encode(), f"webhook:{salt}".encode(), hashlib.sha256).digest()
    return f"whsec_{base64.urlsafe_b64encode(made).rstrip(b'=').decode()}"
