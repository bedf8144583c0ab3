"""Close a simulated event and release its tables."""

from collections.abc import Sequence

from clock.commands.events import close_event
from seating.commands import ghosts_leave, leave_seat, release_table, retire_table
from seating.models import Seat, TournamentTable
from simulation.driver.event import PreparedEvent
from simulation.driver.staff import DIRECTOR, FLOOR, press
from tourney.journal.refused import Refused
from tourney.models import Tournament


def tidy(room: PreparedEvent) -> None:
    """Release the tables, remove those added for this event, and close the event."""
    give_back(room.event, room.added)


def give_back(event: int, added: Sequence[int]) -> list[str]:
    """Clean up an event that may have been stopped midway; seated players leave first.

    Args:
        event: its id; may be closed already.
        added: numbers of tables added to the room for it.

    Returns:
        Problems, in words.
    """
    left: list[str] = []
    row = Tournament.objects.get(pk=event)
    if row.closed_at is not None:
        # It was closed by hand, so its tables are released by hand.
        return left
    rows = Seat.objects.filter(tournament_table__tournament=event, tournament_table__released_at__isnull=True)
    for entry in list(rows.filter(kind="player").values_list("entry", flat=True)):
        try:
            press(leave_seat, event, by=FLOOR, entry=entry)
        except Refused:
            # Removed or moved by another user; players still seated are reported when the table is released.
            continue
    if rows.filter(kind="ghost").exists():
        press(ghosts_leave, event, by=FLOOR)
    tournament_tables = TournamentTable.objects.filter(tournament=event, released_at__isnull=True)
    for number in list(tournament_tables.values_list("table__number", flat=True)):
        try:
            press(release_table, event, by=DIRECTOR, number=number)
        except Refused as refused:
            left.append(refused.message)
    # A simulation that was stopped has not paid its prizes.
    press(close_event, event, by=DIRECTOR, although_unfinished=True)
    for number in added:
        try:
            press(retire_table, by=DIRECTOR, number=number)
        except Refused:
            # Assigned to another event by now, or never added.
            continue
    return left
