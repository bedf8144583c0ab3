"""The entries of an event by name, and the topic on which they are followed."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from clock.signals import winners
from players.models import Partner
from players.services.partners import entry_name
from seating.models import Bust, Seat
from tourney.access import reads
from tourney.live.boards import board
from tourney.live.topics import Change, Numbers, part
from tourney.models import Entry, Tournament
from tourney.now import to_ms

# A topic of its own: the list grows with the field, and only its page needs it.
ENTRIES = part("entries", reads.BOOKINGS, numbered=False)


class EntryRow(Struct, frozen=True):
    """A player's entry.

    Attributes:
        registered, partner: names of the two players of a team, and `partner_player` the key of the partner; "" and
            null for a player alone.
        number: 1 for the first, 2 for the first re-entry.
        state: at a table, without a seat, or out; "won" for the winner (in a satellite everyone with a ticket),
            "finished" for others in play when the event was closed.
        table, seat: where the player sits, or sat at the bust or at the end.
        entered_at, out_at: in ms.
    """

    entry: int
    player: int
    name: str
    nickname: str
    registered: str
    partner: str
    partner_player: int | None
    number: int
    state: Literal["seated", "unseated", "out", "won", "finished"]
    table: int | None
    seat: int | None
    entered_at: int | None
    out_at: int | None


class EntriesBoard(Struct, frozen=True):
    """All entries of an event that were not withdrawn, by name."""

    entries: list[EntryRow]


@board("entries", topic=ENTRIES.name, permission=ENTRIES.permission, late=True)
def entries(tournament_id: int, _name: str = "") -> EntriesBoard | None:
    """List the entries of an event, with the seats of those in play."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    return None if event is None else EntriesBoard(entries=entry_rows(event))


def entry_rows(event: Tournament) -> list[EntryRow]:
    """Return the entries of an event by name, with a fixed number of queries."""
    won = {one.pk for one in winners.ask(event).entries}
    seats = {
        entry: (table, seat)
        for entry, table, seat in Seat.objects.filter(
            tournament_table__tournament=event, entry__isnull=False
        ).values_list("entry", "tournament_table__table__number", "number")
    }
    busts = {
        entry: (table, seat)
        for entry, table, seat in Bust.objects.filter(entry__tournament=event).values_list(
            "entry", "tournament_table__table__number", "seat"
        )
    }
    rows = Entry.objects.filter(tournament=event, voided_at__isnull=True)
    rows = rows.select_related("player", "partner__player", "tournament")
    return [
        _row(row, row.pk in won, *(seats if row.out_at is None else busts).get(row.pk, (None, None)))
        for row in rows.order_by("player__name", "number")
    ]


def _row(row: Entry, won: bool, table: int | None, seat: int | None) -> EntryRow:
    team: Partner | None = getattr(row, "partner", None)
    return EntryRow(
        entry=row.pk,
        player=row.player_id,
        name=entry_name(row),
        nickname=row.player.nickname,
        registered="" if team is None else row.player.name,
        partner="" if team is None else team.player.name,
        partner_player=None if team is None else team.player_id,
        number=row.number,
        state=_state(row, won, table),
        table=table,
        seat=seat,
        entered_at=to_ms(row.created_at),
        out_at=to_ms(row.out_at),
    )


def _state(
    row: Entry, won: bool, table: int | None
) -> Literal["seated", "unseated", "out", "won", "finished"]:
    if row.out_at is not None:
        return "out"
    if won:
        return "won"
    if row.tournament.closed_at is not None:
        return "finished"
    return "unseated" if table is None else "seated"


# The last player left has won once registration is closed.
@ENTRIES.concerned_by(
    "tourney.entry",
    "tourney.tournament",
    "seating.seat",
    "seating.bust",
    "desk.registration",
    "players.player",
)
def whole_list(event: int, changes: Sequence[Change]) -> Numbers:
    """Return that the changes concern the whole list."""
    return None


@ENTRIES.concerned_in_room_by("players.player", "tourney.entry")
def lists_of_players(changes: Sequence[Change]) -> Mapping[int, Numbers]:
    """Return the open events whose entries name changed or merged players."""
    players = [change["pk"] for change in changes if change["model"] == "players.player" and change["before"]]
    entries = [change["pk"] for change in changes if change["model"] == "tourney.entry"]
    rows = Entry.objects.filter(tournament__closed_at__isnull=True)
    found = {*rows.filter(player__in=players).values_list("tournament", flat=True)} if players else set()
    if entries:
        found.update(rows.filter(pk__in=entries).values_list("tournament", flat=True))
    return dict.fromkeys(found)
