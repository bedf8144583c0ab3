"""What displays and staff see of the clock."""

from collections.abc import Sequence
from typing import Any

from clock.boards.structs import (
    Announcement,
    ChipColours,
    ClockBoard,
    ClockNow,
    ClockStaffBoard,
    ClockWithStructure,
    EventRow,
    EventStructure,
    FieldTotals,
    LastHands,
    LevelRow,
    LibraryStructure,
    LobbyBoard,
    LobbyEvent,
    Outage,
    Qualified,
    StoredClock,
    StructureBoard,
)
from clock.models import Clock, Race, Structure
from clock.rules.field import averages
from clock.rules.structure import Level, digest_of, to_wire
from clock.services.event_clock import EventClock, dials_of, event_clock_of, levels_of
from clock.signals import winners
from tourney.access.roles import Permission
from tourney.live.boards import Audience, board
from tourney.live.resources import resource
from tourney.models import Room, Tournament
from tourney.now import room_now, to_ms
from tourney.services.field_counts import field_of, fields_of
from tourney.services.public_names import names_in_public


def clock_of(event: Tournament) -> ClockWithStructure:
    """An event's clock with its structure: what the boards `clock` and `structure` say together."""
    event_clock = event_clock_of(event)
    return ClockWithStructure(**_clock(event, event_clock), **_structure(event, event_clock.levels))


def level_rows(levels: Sequence[Level]) -> list[LevelRow]:
    """The rows of a structure as boards carry them."""
    return [LevelRow(**row) for row in to_wire(levels)]  # type: ignore[arg-type]


def _structure(event: Tournament, levels: Sequence[Level]) -> dict[str, Any]:
    return {"levels": level_rows(levels), "chips": _chips(event), "raced": _raced(event)}


def _clock(event: Tournament, event_clock: EventClock) -> dict[str, Any]:
    row, state = event_clock.row, event_clock.state
    field = field_of(event)
    return {
        "tournament": event.pk,
        "name": event.name,
        "logo": f"/media/{event.logo}" if event.logo else "",
        "currency": Room.objects.filter(id=1).values_list("currency", flat=True).first() or "",
        "book": event.book,
        "book_title": event_clock.book.title,
        "planned_start": event_clock.planned_start,
        "advance": event_clock.advance,
        "advance_rule": event_clock.rule,
        "clock": StoredClock(
            started=state.started,
            running=state.running,
            position=state.position,
            elapsed=state.elapsed,
            anchor=state.anchor,
        ),
        "field": FieldTotals(
            entries=field.entries,
            left=field.left,
            chips=field.chips,
            average=averages(field.chips, field.left, 0).chips,
            starting_stack=event.starting_stack,
        ),
        "last_hand": row.last_hand_position,
        "announcement": Announcement(text=row.announcement, at=to_ms(row.announced_at))
        if row.announcement
        else None,
        "last_hands": _last_hands(row),
        "closed": event.closed_at is not None,
        "winner": _winner(event),
        "qualified": _qualified(event),
    }


def _winner(event: Tournament) -> str | None:
    """Return the winner's public name; None while nobody has won, and where several players have."""
    found = winners.ask(event).entries
    if len(found) != 1:
        return None
    return names_in_public(event, [found[0].player])[found[0].player_id]


def _qualified(event: Tournament) -> Qualified | None:
    """Return how many players have won a ticket, and for which event; None while a satellite goes on."""
    found = winners.ask(event)
    return Qualified(players=len(found.entries), ticket=found.ticket) if found.ticket else None


def _chips(event: Tournament) -> list[ChipColours]:
    if event.chip_set is None:
        return []
    return [
        ChipColours(value=chip.value, face=chip.face, edge=chip.edge) for chip in event.chip_set.chips.all()
    ]


def _raced(event: Tournament) -> list[int]:
    """Chips whose race is over: they have left play, wherever the clock stands."""
    rows = Race.objects.filter(tournament=event, state="done").order_by("small")
    return list(rows.values_list("small", flat=True))


def _last_hands(row: Clock) -> LastHands | None:
    if not row.draw_digest:
        return None
    return LastHands(
        hands=row.last_hands,
        card=None if row.last_hands is None else str(row.last_hands),
        rule=row.last_hands_rule,
        drawn=row.last_hands is not None,
    )


def _event(tournament_id: int) -> Tournament | None:
    return Tournament.objects.select_related("chip_set").filter(pk=tournament_id).first()


@board("clock", topic="t", audience=Audience.PUBLIC)
def clock(tournament_id: int, _name: str = "") -> ClockBoard | None:
    """The clock as everybody sees it, without its structure: presses are many, and the structure is most of it."""
    event = _event(tournament_id)
    if event is None:
        return None
    event_clock = event_clock_of(event)
    return ClockBoard(**_clock(event, event_clock), structure=digest_of(event_clock.levels))


@board("structure", topic="t", audience=Audience.PUBLIC, rows=("clock.levelrow", "clock.race"))
def levels_and_chips(tournament_id: int, _name: str = "") -> StructureBoard | None:
    """What a clock is read with and no press changes. Only a clock that names this digest goes with it."""
    event = _event(tournament_id)
    if event is None:
        return None
    levels = event_clock_of(event).levels
    return StructureBoard(digest=digest_of(levels), **_structure(event, levels))


@board("clock_staff", topic="t", permission=Permission.SEE_STAFF)
def clock_staff(tournament_id: int, _name: str = "") -> ClockStaffBoard | None:
    """What the director sees besides: an outage to decide about, and whether last hands can be drawn."""
    event = _event(tournament_id)
    if event is None:
        return None
    event_clock = event_clock_of(event)
    return ClockStaffBoard(
        outage=_outage(event_clock),
        draws_last_hands=event_clock.book.clock.end_of_day is not None,
        way=event_clock.row.advance,  # type: ignore[arg-type]
    )


def _outage(event_clock: EventClock) -> Outage | None:
    row = event_clock.row
    if row.outage_from is None or row.outage_position is None or row.outage_elapsed_ms is None:
        return None
    position = min(row.outage_position, len(event_clock.levels) - 1)
    return Outage(
        since=to_ms(row.outage_from),
        until=to_ms(row.outage_until),
        position=position,
        remaining=event_clock.levels[position].duration - row.outage_elapsed_ms,
    )


@resource("/lobby", "read_lobby", with_seq=True)
@board("lobby", topic="room", audience=Audience.PUBLIC)
def lobby(_scope: int = 0, _name: str = "") -> LobbyBoard:
    """List the room's open events, in the order they start."""
    room = Room.objects.get_or_create(id=1)[0]
    events = list(Tournament.objects.filter(closed_at__isnull=True))
    event_clocks, fields = dials_of(events), fields_of(events)
    now = to_ms(room_now()) or 0
    found = [
        LobbyEvent(
            tournament=event.pk,
            name=event.name,
            planned_start=event_clocks[event.pk].planned_start,
            state=event_clocks[event.pk].read(now).state,
            entries=fields[event.pk].entries,
            left=fields[event.pk].left,
            demo=event.demo_speed is not None,
        )
        for event in events
    ]
    return LobbyBoard(room=room.name, accent=room.accent, events=sorted(found, key=_nearness))


def _nearness(event: LobbyEvent) -> tuple[bool, bool, int]:
    """What has started comes first, then what starts first; what is started by hand is last."""
    start = event.planned_start
    return event.state == "waiting", start is None, start or 0


@resource("/structures", "read_structures", permission=Permission.SEE_STAFF)
def structures() -> list[LibraryStructure]:
    """List the room's library of structures."""
    rows = Structure.objects.filter(tournament__isnull=True).prefetch_related("rows")
    return [LibraryStructure(row.pk, row.name, level_rows(levels_of(row))) for row in rows]


def structure(pk: int) -> LibraryStructure | None:
    """One structure of the library."""
    row = Structure.objects.filter(tournament__isnull=True, pk=pk).prefetch_related("rows").first()
    return None if row is None else LibraryStructure(row.pk, row.name, level_rows(levels_of(row)))


@resource(
    "/tournaments/{int:tournament}/structure", "read_structure", kept=False, missing="unknown_tournament"
)
def structure_of(tournament_id: int) -> EventStructure | None:
    """Show the structure a tournament plays by.

    Its own copy, named after the one it was copied from. Change it with `clock/structure`.
    """
    row = Structure.objects.filter(tournament_id=tournament_id).prefetch_related("rows").first()
    return None if row is None else EventStructure(row.name, level_rows(levels_of(row)))


@resource(
    "/tournaments/{int:tournament}/clock",
    "read_clock",
    with_seq=True,
    kept=False,
    missing="unknown_tournament",
)
def clock_now(tournament_id: int) -> ClockNow | None:
    """Show a tournament's clock, and what it shows now.

    The boards `clock` and `structure` of the live feed in one, with the `reading` at the moment `server`. The clock is
    a function of time: no need to ask again until `seq` changes.
    """
    event = _event(tournament_id)
    if event is None:
        return None
    now = to_ms(room_now()) or 0
    event_clock = event_clock_of(event)
    return ClockNow(
        **_clock(event, event_clock),
        **_structure(event, event_clock.levels),
        reading=event_clock.read(now),
        server=now,
    )


@resource("/tournaments", "read_tournaments", permission=Permission.SEE_STAFF)
def events() -> list[EventRow]:
    """List all tournaments, closed ones too.

    In the order they were created, without demos; `state` is what the clock shows now. Everybody sees the open ones in
    the lobby.
    """
    now = to_ms(room_now()) or 0
    all_events = list(Tournament.objects.filter(demo_speed__isnull=True))
    event_clocks, fields = dials_of(all_events), fields_of(all_events)
    return [
        EventRow(
            tournament=event.pk,
            seq=event.seq,
            name=event.name,
            book=event.book,
            planned_start=event_clocks[event.pk].planned_start,
            state="closed" if event.closed_at else event_clocks[event.pk].read(now).state,
            entries=fields[event.pk].entries,
            left=fields[event.pk].left,
            starting_stack=event.starting_stack,
            chip_set=event.chip_set_id,
            created_at=to_ms(event.created_at),
            closed_at=to_ms(event.closed_at),
        )
        for event in all_events
    ]
