"""The verb by which a clerk takes back an own press at the desk; what took money is taken back by a refund."""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from desk.models import Booking
from desk.models.booking import OPEN
from desk.services.bookings import BOOKING_BOARDS
from desk.services.capacity import KEPT, free_places
from desk.services.entry_request import ENTRY_BOARDS
from desk.services.jobs import serve_soon
from seating.hooks import on_return
from tourney.access.roles import May
from tourney.journal.actions import action
from tourney.journal.arguments import Id
from tourney.journal.images import label
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.journal.undo import after_undo, own_line, put_back
from tourney.models import Entry

_MINUTES = 10
# What a clerk presses for somebody at the counter.
_PRESSES = {
    "booking.cancel",
    "booking.check_in",
    "booking.no_show",
    "booking.no_shows",
    "booking.reserve",
    "booking.wait",
    "desk.surrender",
    "entry.bust",
    "queue.call",
    "queue.skip",
}


@action("desk.undo", needs=May.TAKE_IN, shows=ENTRY_BOARDS, says=lazy("Desk: undid #%(seq)s: %(text)s"))
def take_back_at_the_desk(tx: Tx, seq: Id) -> dict[str, Any]:
    """Undo an action of the same login at the desk. The floor undoes anything else.

    Args:
        seq: number of the line of the journal.

    Raises:
        Refused: there is no such line (`no_such_line`), it is no press of the desk (`not_of_the_desk`), somebody
            else's (`not_yours`), more than ten minutes old (`too_late`), or it can't be undone (whatever an undo
            refuses).
    """
    line = own_line(tx, seq)
    if line.kind not in _PRESSES:
        raise Refused("not_of_the_desk", _("This was not done at the desk. Ask the floor to undo it."))
    if tx.now - line.at > timedelta(minutes=_MINUTES):
        message = _("This was done more than %(minutes)s minutes ago. Ask the floor to undo it.")
        raise Refused("too_late", message % {"minutes": _MINUTES})
    return put_back(tx, tx.tournament.pk, seq)


@after_undo
def a_place_is_kept_for_one_only(tx: Tx) -> None:
    """A booking that an undo brings back is one that could be made now: its place may be somebody else's by now.

    Raises:
        Refused: they are in already (`already_in`), registration is closed and they were not on the list then
            (`registration_closed`), or the place is taken or kept for somebody else (`full`).
    """
    came_back = {
        change["pk"]: (change["before"] or {}).get("state", "")
        for change in tx.changes
        if change["model"] == label(Booking) and (change["after"] or {}).get("state") in OPEN
    }
    rows = Booking.objects.filter(pk__in=came_back).select_related("player", "tournament__registration")
    for row in rows:
        name = {"name": row.player.name}
        playing = Entry.objects.filter(out_at__isnull=True, voided_at__isnull=True)
        if playing.filter(tournament=row.tournament, player=row.player).exists():
            raise Refused("already_in", _("%(name)s has already been registered.") % name)
        registration = row.tournament.registration
        if registration.closed_at is not None and not row.guaranteed:
            raise Refused("registration_closed", _("Registration is closed."))
        free = free_places(row.tournament, registration)
        if row.state in KEPT and came_back[row.pk] not in KEPT and free is not None and free < 0:
            message = _("The seat of %(name)s has been given to another player. There is a waiting list.")
            raise Refused("full", message % name)


@after_undo
def who_is_in_again_waits_no_more(tx: Tx) -> None:
    """Whose way out was taken back does not come in again besides: what was booked for that ends."""
    back = [
        change["pk"]
        for change in tx.changes
        if change["model"] == label(Entry)
        and (change["before"] or {}).get("out_at") is not None
        and (change["after"] or {"out_at": ""})["out_at"] is None
    ]
    for entry in Entry.objects.filter(pk__in=back, voided_at__isnull=True):
        who_is_put_back_waits_no_more(tx, entry)


@on_return
def who_is_put_back_waits_no_more(tx: Tx, entry: Entry) -> None:
    """A booking that somebody made after a bust that was none ends without a word: they sit at their table."""
    rows = Booking.objects.filter(tournament=tx.tournament, player=entry.player_id, state__in=OPEN)
    for row in rows:
        tx.save(row, state="cancelled", called_at=None, offer_until=None, ended_at=tx.now)
        tx.show(*BOOKING_BOARDS)
        tx.show_players(row.player_id)
        tx.after(serve_soon(tx.tournament.pk))
