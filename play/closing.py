"""After an event has been played: the room gets back what it had lent."""

from clock.actions.events import close_event
from play.event import Furnished
from play.staff import DIRECTOR, FLOOR, press
from seating.actions import leave_seat, retire_table, return_table
from seating.models import Loan, Seat
from tourney.journal.refused import Refused


def tidy(room: Furnished) -> None:
    """Give the tables back, take those out of the room that were put in for this event, and close it."""
    for entry in Seat.objects.filter(loan__tournament=room.event, kind="player").values_list(
        "entry", flat=True
    ):
        press(leave_seat, room.event, by=FLOOR, entry=entry)
    lent = Loan.objects.filter(tournament=room.event, returned_at__isnull=True)
    for number in list(lent.values_list("table__number", flat=True)):
        press(return_table, room.event, by=DIRECTOR, number=number)
    press(close_event, room.event, by=DIRECTOR)
    for number in room.added:
        try:
            press(retire_table, by=DIRECTOR, number=number)
        except Refused:
            # Another event has it by now.
            continue
