"""Codes that unpaired screens show."""

import secrets
from datetime import timedelta

from screens.models import Pairing
from tourney.access.viewers import digest_of_secret
from tourney.now import room_now

# Letters and digits that nobody mistakes for one another from across a room.
_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_LENGTH = 4
_VALID = timedelta(minutes=30)
# So many unpaired screens may wait at once, from one address and in all.
_MOST_FROM_ONE = 40
_MOST = 500


class TooMany(Exception):
    """Too many screens wait to be paired."""


def waiting(code: str) -> Pairing | None:
    """The screen that shows this code."""
    fresh = room_now() - _VALID
    return Pairing.objects.filter(code=code.strip().upper().replace(" ", ""), created_at__gte=fresh).first()


def pairing_of(secret: str) -> Pairing | None:
    """The code that the screen with this secret shows, while it is valid."""
    fresh = room_now() - _VALID
    return Pairing.objects.filter(digest=digest_of_secret(secret), created_at__gte=fresh).first()


def new_pairing(address: str) -> tuple[str, Pairing]:
    """A new secret and code for a screen that was not here before.

    Raises:
        TooMany: this address, or everybody together, has too many waiting.
    """
    now = room_now()
    Pairing.objects.filter(created_at__lt=now - _VALID).delete()
    if Pairing.objects.count() >= _MOST or Pairing.objects.filter(address=address).count() >= _MOST_FROM_ONE:
        raise TooMany
    secret = secrets.token_urlsafe(32)
    taken = set(Pairing.objects.values_list("code", flat=True))
    code = ""
    while not code or code in taken:
        code = "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
    pairing = Pairing.objects.create(
        code=code, digest=digest_of_secret(secret), address=address, created_at=now
    )
    return secret, pairing
