"""Pairing codes of unpaired displays."""

import secrets
from datetime import timedelta

from django.db.models import Count

from displays.models import Pairing
from tourney.access.viewers import digest_of_secret
from tourney.edge.rates import Rate, client_of, share_of
from tourney.now import room_now

# Letters and digits that are not confused with one another from across a room.
_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_LENGTH = 4
_VALID = timedelta(minutes=30)
# Limits of waiting displays per address and in total. Beyond them the oldest one of that address, or of the address
# with the most, is dropped, so that no client uses up the codes of others.
_MOST_FROM_ONE = 40
_MOST = 2_000
PAIRINGS = Rate("PAIRINGS_PER_MINUTE", seconds=240)


class TooMany(Exception):
    """Too many displays at one address requested a code in a short time."""


def waiting(code: str) -> Pairing | None:
    """Return the waiting display with this code."""
    fresh = room_now() - _VALID
    return Pairing.objects.filter(code=code.strip().upper().replace(" ", ""), created_at__gte=fresh).first()


def pairing_of(secret: str) -> Pairing | None:
    """Return the code of the display with this secret while it is valid."""
    fresh = room_now() - _VALID
    return Pairing.objects.filter(digest=digest_of_secret(secret), created_at__gte=fresh).first()


def new_pairing(address: str) -> tuple[str, Pairing]:
    """Create a secret and a code for a new display.

    Raises:
        TooMany: this address has requested too many codes.
    """
    client, share = client_of(address)[:45], share_of(address)
    if PAIRINGS.take(client, share=share):
        raise TooMany
    now = room_now()
    Pairing.objects.filter(created_at__lt=now - _VALID).delete()
    _make_room(client, int(_MOST_FROM_ONE * share))
    secret = secrets.token_urlsafe(32)
    taken = set(Pairing.objects.values_list("code", flat=True))
    code = ""
    while not code or code in taken:
        code = "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))
    pairing = Pairing.objects.create(
        code=code, digest=digest_of_secret(secret), address=client, created_at=now
    )
    return secret, pairing


def _make_room(client: str, most: int) -> None:
    """Drop the oldest waiting displays beyond the limit: of this address, or of the one with the most."""
    own = Pairing.objects.filter(address=client)
    over = own.count() - most + 1
    if over > 0:
        Pairing.objects.filter(pk__in=list(own.order_by("pk").values_list("pk", flat=True)[:over])).delete()
    if Pairing.objects.count() >= _MOST:
        counted = (
            Pairing.objects.values("address").annotate(number=Count("pk")).order_by("-number", "address")
        )
        greediest = counted.values_list("address", flat=True)[0]
        oldest = Pairing.objects.filter(address=greediest).order_by("pk").first()
        if oldest is not None:
            oldest.delete()
