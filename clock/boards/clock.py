"""Boards of the clock, for displays and staff."""

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

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
    OverDay,
    Qualified,
    StoredClock,
    StructureBoard,
)
from clock.models import Clock, Structure
from clock.rules.field import averages
from clock.rules.structure import Level, digest_of, to_wire
from clock.services.event_clock import EventClock, event_clock_of, event_clocks_of, levels_of
from clock.signals import (
    day_over,
    deal_pending,
    open_for_entry,
    players_advanced,
    raced_chips,
    winners,
)
from players.services.public_names import public_names
from tourney.access.roles import Permission
from tourney.live.boards import Audience, board
from tourney.live.resources import resource
from tourney.models import Room, Tournament
from tourney.now import room_now, to_ms
from tourney.services.field_counts import field_of, fields_of
from tourney.services.prepared_query import PreparedQuery
from tourney.signals import for_teams
from tourney.snapshot import cached_in_snapshot


def clock_of(event: Tournament) -> ClockWithStructure:
    """Return an event's clock with its structure: the boards `clock` and `structure` combined."""
    event_clock = event_clock_of(event)
    return ClockWithStructure(**_clock(event, event_clock), **_structure(event, event_clock.levels))


def level_rows(levels: Sequence[Level]) -> list[LevelRow]:
    """Return the rows of a structure as boards carry them."""
    return [LevelRow(**row) for row in to_wire(levels)]  # type: ignore[arg-type]


def _structure(event: Tournament, levels: Sequence[Level]) -> dict[str, Any]:
    return {"levels": level_rows(levels), "chips": _chips(event), "raced": list(raced_chips.ask(event))}


def _clock(event: Tournament, event_clock: EventClock) -> dict[str, Any]:
    row, state = event_clock.row, event_clock.state
    field = field_of(event)
    return {
        "tournament": event.pk,
        "name": event.name,
        "logo": f"/media/{event.logo}" if event.logo else "",
        "currency": "" if (room := _room()) is None else room.currency,
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
            teams=for_teams.ask(event),
            advanced=field.entries > 0 and players_advanced.ask(event),
        ),
        "last_hand": row.last_hand_position,
        "announcement": Announcement(text=row.announcement, at=to_ms(row.announced_at))
        if row.announcement
        else None,
        "last_hands": _last_hands(row),
        "day_over": _day_over(event),
        "closed": event.closed_at is not None,
        "winner": _winner(event),
        "qualified": _qualified(event),
        # A clock that runs has no deal to wait for.
        "deal_pending": state.started and not state.running and deal_pending.ask(event),
    }


def _winner(event: Tournament) -> str | None:
    """Return the winner's public name; None if there is no winner yet, or several."""
    found = winners.ask(event).entries
    if len(found) != 1:
        return None
    return public_names(event, [found[0].player])[found[0].player_id]


def _qualified(event: Tournament) -> Qualified | None:
    """Return how many players won a ticket, and for which event; None until a satellite ends."""
    found = winners.ask(event)
    return Qualified(players=len(found.entries), ticket=found.ticket) if found.ticket else None


def _chips(event: Tournament) -> list[ChipColours]:
    if event.chip_set is None:
        return []
    return [
        ChipColours(value=chip.value, face=chip.face, edge=chip.edge) for chip in event.chip_set.chips.all()
    ]


def _last_hands(row: Clock) -> LastHands | None:
    if not row.draw_digest:
        return None
    return LastHands(
        hands=row.last_hands,
        card=None if row.last_hands is None else str(row.last_hands),
        rule=row.last_hands_rule,
        drawn=row.last_hands is not None,
    )


def _day_over(event: Tournament) -> OverDay | None:
    over = day_over.ask(event)
    # An event that was ended between two of its days has no next one.
    if over is None or (event.closed_at is not None and not over.next):
        return None
    start = to_ms(over.next_start)
    return OverDay(over.number, start, over.chips, over.name, over.next, over.next_state, over.next_event)


_EVENTS = PreparedQuery(lambda pk: Tournament.objects.select_related("chip_set").filter(pk=pk))
_ROOMS = PreparedQuery(lambda pk: Room.objects.filter(pk=pk))


@cached_in_snapshot
def _room() -> Room | None:
    return _ROOMS.first(1)


def _event(tournament_id: int) -> Tournament | None:
    return _EVENTS.first(tournament_id)


@board("clock", topic="t", audience=Audience.PUBLIC, names=True)
def clock(tournament_id: int, _name: str = "") -> ClockBoard | None:
    """Return the public clock without its structure, which is large and rarely changes."""
    event = _event(tournament_id)
    if event is None:
        return None
    event_clock = event_clock_of(event)
    return ClockBoard(**_clock(event, event_clock), structure=digest_of(event_clock.levels))


@board("structure", topic="t", audience=Audience.PUBLIC, rows=("clock.levelrow",))
def levels_and_chips(tournament_id: int, _name: str = "") -> StructureBoard | None:
    """Return structure and chips, which button presses do not change. It applies to clocks that name its
    digest.
    """
    event = _event(tournament_id)
    if event is None:
        return None
    levels = event_clock_of(event).levels
    content = _structure(event, levels)
    version = hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:16]
    return StructureBoard(digest=digest_of(levels), version=version, **content)


@board("clock_staff", topic="t", permission=Permission.SEE_STAFF)
def clock_staff(tournament_id: int, _name: str = "") -> ClockStaffBoard | None:
    """Return the director's view: an outage to decide about, and whether last hands can be drawn."""
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


_OPEN_EVENTS = PreparedQuery(lambda: Tournament.objects.filter(closed_at__isnull=True))


@resource("/lobby", "read_lobby", with_seq=True)
@board("lobby", topic="room", audience=Audience.PUBLIC)
def lobby(_scope: int = 0, _name: str = "") -> LobbyBoard:
    """List the venue's open events in starting order."""
    room = _room() or Room.objects.get_or_create(id=1)[0]
    events = _OPEN_EVENTS.all()
    event_clocks, fields = event_clocks_of(events), fields_of(events)
    enterable = open_for_entry.ask(events)
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
            enterable=event.pk in enterable,
        )
        for event in events
    ]
    return LobbyBoard(room=room.name, accent=room.accent, events=sorted(found, key=_nearness))


def _nearness(event: LobbyEvent) -> tuple[bool, bool, int]:
    """Sort started events first, then by start; manually started events come last."""
    start = event.planned_start
    return event.state == "waiting", start is None, start or 0


@resource("/structures", "read_structures", permission=Permission.SEE_STAFF)
def structures() -> list[LibraryStructure]:
    """List the venue's library of structures."""
    rows = Structure.objects.filter(tournament__isnull=True).prefetch_related("rows")
    return [LibraryStructure(row.pk, row.name, level_rows(levels_of(row))) for row in rows]


def structure(pk: int) -> LibraryStructure | None:
    """Return one structure of the library."""
    row = Structure.objects.filter(tournament__isnull=True, pk=pk).prefetch_related("rows").first()
    return None if row is None else LibraryStructure(row.pk, row.name, level_rows(levels_of(row)))


@resource(
    "/tournaments/{int:tournament}/structure", "read_structure", kept=False, missing="unknown_tournament"
)
def structure_of(tournament_id: int) -> EventStructure | None:
    """Return the structure of a tournament.

    It is the tournament's own copy, named after its original. Change it with `clock/structure`.
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
    """Return a tournament's clock and its current reading.

    It combines the boards `clock` and `structure` of the live feed with the `reading` at the time `server`.
    The clock is a function of time, so there is no need to poll until `seq` changes.
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
    """List all tournaments, including closed ones.

    They are in order of creation, without demos; `state` is what the clock shows now. The lobby lists the
    open ones publicly.
    """
    now = to_ms(room_now()) or 0
    all_events = list(Tournament.objects.filter(demo_speed__isnull=True))
    event_clocks, fields = event_clocks_of(all_events), fields_of(all_events)
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
