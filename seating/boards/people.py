"""Board of the people whom the floor seats: players without a seat, and the latest busts."""

from collections.abc import Mapping, Sequence

from django.db.models import QuerySet
from msgspec import Struct

from players.services.partners import with_partners
from seating.services.seats import unseated
from tourney.access.roles import Permission
from tourney.live.boards import board
from tourney.live.topics import Change, Numbers, part
from tourney.models import Entry, Tournament
from tourney.now import to_ms

PEOPLE = part("people", Permission.SEAT_PLAYERS, numbered=False)
_MOST_WITHOUT_SEAT = 60
# The latest busts, offered for undo.
_LAST_OUT = 6


class PersonRow(Struct, frozen=True):
    """A player without a seat; `table` and `seat` are those at the bust."""

    entry: int
    number: int
    name: str
    table: int | None
    seat: int | None
    out: int | None


class PeopleBoard(Struct, frozen=True):
    """Players without a seat, and the latest busts.

    Attributes:
        unseated: players in play without a seat, at most 60; `more` counts the others.
        out: the latest busts, newest first.
    """

    unseated: list[PersonRow]
    more: int
    out: list[PersonRow]


@board("people", topic=PEOPLE.name, permission=PEOPLE.permission, late=True)
def people(tournament_id: int, _number: str = "") -> PeopleBoard | None:
    """Return players without a seat and the latest busts of an event."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    seeking = unseated(event)
    rows = seeking.select_related("player", "bust__tournament_table__table")[:_MOST_WITHOUT_SEAT]
    out = list(_last_out(event))
    names = with_partners({row.pk: row.player.name for row in [*rows, *out]})
    found = [_person(row, names[row.pk]) for row in rows]
    more = seeking.count() - _MOST_WITHOUT_SEAT if len(found) == _MOST_WITHOUT_SEAT else 0
    return PeopleBoard(unseated=found, more=more, out=[_person(row, names[row.pk]) for row in out])


@PEOPLE.concerned_by("tourney.entry", "players.partner", "seating.seat", "seating.bust", "players.player")
def people_changed(event: int, changes: Sequence[Change]) -> Numbers:
    """Return that the people of an event have changed."""
    return None


@PEOPLE.concerned_in_room_by("players.player")
def people_renamed(changes: Sequence[Change]) -> Mapping[int, Numbers]:
    """Return the events whose players were renamed."""
    renamed = [change["pk"] for change in changes if change["before"] and "name" in change["before"]]
    return _events_of(Entry.objects.filter(player__in=renamed)) if renamed else {}


@PEOPLE.concerned_in_room_by("tourney.entry")
def people_merged(changes: Sequence[Change]) -> Mapping[int, Numbers]:
    """Return the events whose entries a merge of players has changed."""
    return _events_of(Entry.objects.filter(pk__in=[change["pk"] for change in changes if change["before"]]))


def _events_of(entries: QuerySet[Entry]) -> Mapping[int, Numbers]:
    open_ones = entries.filter(tournament__closed_at__isnull=True)
    return dict.fromkeys(open_ones.values_list("tournament", flat=True).distinct())


def _last_out(event: Tournament) -> QuerySet[Entry]:
    rows = Entry.objects.filter(
        tournament=event, out_at__isnull=False, voided_at__isnull=True, bust__removed=False
    )
    return rows.select_related("player", "bust__tournament_table__table").order_by("-bust__at", "-pk")[
        :_LAST_OUT
    ]


def _person(row: Entry, name: str) -> PersonRow:
    bust = getattr(row, "bust", None)
    tournament_table = None if bust is None else bust.tournament_table
    return PersonRow(
        entry=row.pk,
        number=row.number,
        name=name,
        table=None if tournament_table is None else tournament_table.table.number,
        seat=None if bust is None else bust.seat,
        out=to_ms(row.out_at),
    )
