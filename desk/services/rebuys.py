"""Rebuys of busted players: eligibility, and the seat held for them."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from desk.models import Registration
from desk.services.capacity import free_places
from desk.services.check_context import CheckContext
from desk.services.desk_settings import desk_settings
from desk.services.extras import check_extra, extra_of
from desk.services.registration import registration_of
from players.models import Player
from players.services.partners import already_out
from seating.models import Seat
from seating.services.draws import has_drawn, seat_late
from seating.services.eliminations import back_in_play, take_held_seat
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, Tournament


def busted_entry(event: Tournament, player: Player) -> Entry | None:
    """Return the entry that a rebuy would bring back into play: a player's last one, out by a bust; None if
    none.

    A surrendered or removed entry did not bust.
    """
    last = (
        Entry.objects.filter(tournament=event, player=player, voided_at__isnull=True)
        .select_related("bust", "player")
        .order_by("-number")
        .first()
    )
    if last is None or last.in_play or not hasattr(last, "bust"):
        return None
    return None if last.bust.removed or last.bust.penalty else last


def check_buys_back(tx: CheckContext, registration: Registration, entry: Entry) -> None:
    """Check that a busted entry may come back into play by a rebuy.

    Args:
        registration: of the event.
        entry: the busted entry.

    Raises:
        Refused: they did not bust with it, or have entered again (`already_out`); no seat is held for them
            any more, and there is no place that is not kept for others (`full`).
    """
    last = busted_entry(tx.tournament, entry.player)
    if last is None or last.pk != entry.pk:
        raise Refused("already_out", already_out(entry))
    free = free_places(tx.tournament, registration)
    if not Seat.objects.filter(held_for=entry).exists() and free is not None and free <= 0:
        raise Refused("full", _("The seat is no longer held, and the event is full."))


def buy_back(tx: Tx, registration: Registration, entry: Entry) -> Seat | None:
    """Bring a busted entry back into play within the command that sells the rebuy.

    The player gets the held seat, or a drawn one once it is no longer held.

    Returns:
        The seat; None before the seat draw.
    """
    check_buys_back(tx, registration, entry)
    back_in_play(tx, entry)
    seat = take_held_seat(tx, entry)
    if seat is None and has_drawn(tx.tournament):
        seat = seat_late(tx, entry)
        if seat is None:
            raise Refused("full", _("No seat is available."))
    return seat


def held_until(tx: Tx, entry: Entry) -> datetime | None:
    """Return until when the seat of an entry that busts now is held; None if no rebuy is sold to it.

    It is held for as long as a re-entry counts as "at once".
    """
    registration = registration_of(tx.tournament)
    if registration is None:
        return None
    try:
        check_extra(tx, extra_of(tx, registration, "rebuy"), entry, stack=0)
    except Refused:
        return None
    return tx.now + timedelta(seconds=desk_settings().at_once_seconds)
