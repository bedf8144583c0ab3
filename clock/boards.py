"""What displays and staff see of the clock. docs/wire.md describes every field."""

from dataclasses import asdict
from typing import Any

from clock.models import Clock, Race, Structure
from clock.rules.field import averages
from clock.rules.structure import digest_of, to_wire
from clock.services.dial import Dial, dial_of, dials_of, levels_of
from clock.signals import winners
from tourney.access.roles import May
from tourney.field import field_of, fields_of
from tourney.live.boards import Audience, board
from tourney.models import Room, Tournament
from tourney.now import room_now, to_ms
from tourney.public_names import names_in_public


def clock_of(event: Tournament) -> dict[str, Any]:
    """An event's clock with its structure: what the boards `clock` and `structure` say together."""
    dial = dial_of(event)
    return {
        **_clock(event, dial),
        "levels": to_wire(dial.levels),
        "chips": _chips(event),
        "raced": _raced(event),
    }


def _clock(event: Tournament, dial: Dial) -> dict[str, Any]:
    row, state = dial.row, dial.state
    field = field_of(event)
    return {
        "seq": event.seq,
        "tournament": event.pk,
        "name": event.name,
        "logo": f"/media/{event.logo}" if event.logo else "",
        "currency": Room.objects.filter(id=1).values_list("currency", flat=True).first() or "",
        "book": event.book,
        "book_title": dial.book.title,
        "planned_start": dial.planned_start,
        "advance": dial.advance,
        "advance_rule": dial.rule,
        "clock": {
            "started": state.started,
            "running": state.running,
            "position": state.position,
            "elapsed": state.elapsed,
            "anchor": state.anchor,
        },
        "field": {
            "entries": field.entries,
            "left": field.left,
            "chips": field.chips,
            "average": averages(field.chips, field.left, 0).chips,
            "starting_stack": event.starting_stack,
        },
        "last_hand": row.last_hand_position,
        "announcement": {"text": row.announcement, "at": to_ms(row.announced_at)}
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


def _qualified(event: Tournament) -> dict[str, Any] | None:
    """Return how many players have won a ticket, and for which event; None while a satellite goes on."""
    found = winners.ask(event)
    return {"players": len(found.entries), "ticket": found.ticket} if found.ticket else None


def _chips(event: Tournament) -> list[dict[str, Any]]:
    if event.chip_set is None:
        return []
    return [
        {"value": chip.value, "face": chip.face, "edge": chip.edge} for chip in event.chip_set.chips.all()
    ]


def _raced(event: Tournament) -> list[int]:
    """Chips whose race is over: they have left play, wherever the clock stands."""
    rows = Race.objects.filter(tournament=event, state="done").order_by("small")
    return list(rows.values_list("small", flat=True))


def _last_hands(row: Clock) -> dict[str, Any] | None:
    if not row.draw_digest:
        return None
    return {
        "hands": row.last_hands,
        "card": None if row.last_hands is None else str(row.last_hands),
        "rule": row.last_hands_rule,
        "drawn": row.last_hands is not None,
    }


def _event(tournament_id: int) -> Tournament | None:
    return Tournament.objects.select_related("chip_set").filter(pk=tournament_id).first()


@board("clock", topic="t", audience=Audience.PUBLIC)
def clock(tournament_id: int, _name: str = "") -> dict[str, Any] | None:
    """The clock as everybody sees it, without its structure: presses are many, and the structure is most of it."""
    event = _event(tournament_id)
    if event is None:
        return None
    dial = dial_of(event)
    return {**_clock(event, dial), "structure": digest_of(dial.levels)}


@board("structure", topic="t", audience=Audience.PUBLIC, rows=("clock.levelrow", "clock.race"))
def levels_and_chips(tournament_id: int, _name: str = "") -> dict[str, Any] | None:
    """What a clock is read with and no press changes. Only a clock that names this digest goes with it."""
    event = _event(tournament_id)
    if event is None:
        return None
    levels = dial_of(event).levels
    return {
        "digest": digest_of(levels),
        "levels": to_wire(levels),
        "chips": _chips(event),
        "raced": _raced(event),
    }


@board("clock_staff", topic="t", permission=May.SEE_STAFF)
def clock_staff(tournament_id: int, _name: str = "") -> dict[str, Any] | None:
    """What the director sees besides: an outage to decide about, and whether last hands can be drawn."""
    event = _event(tournament_id)
    if event is None:
        return None
    dial = dial_of(event)
    return {
        "outage": _outage(dial),
        "draws_last_hands": dial.book.clock.end_of_day is not None,
        "way": dial.row.advance,
    }


def _outage(dial: Dial) -> dict[str, Any] | None:
    row = dial.row
    if row.outage_from is None or row.outage_position is None or row.outage_elapsed_ms is None:
        return None
    position = min(row.outage_position, len(dial.levels) - 1)
    return {
        "from": to_ms(row.outage_from),
        "until": to_ms(row.outage_until),
        "position": position,
        "remaining": dial.levels[position].duration - row.outage_elapsed_ms,
    }


@board("lobby", topic="room", audience=Audience.PUBLIC)
def lobby(_scope: int = 0, _name: str = "") -> dict[str, Any]:
    """The room's open events, in the order they start. Their clocks are boards of their own."""
    room = Room.objects.get_or_create(id=1)[0]
    events = list(Tournament.objects.filter(closed_at__isnull=True))
    dials, fields = dials_of(events), fields_of(events)
    now = to_ms(room_now()) or 0
    found = [
        {
            "tournament": event.pk,
            "name": event.name,
            "planned_start": dials[event.pk].planned_start,
            "state": dials[event.pk].read(now).state,
            "entries": fields[event.pk].entries,
            "left": fields[event.pk].left,
            "demo": event.demo_speed is not None,
        }
        for event in events
    ]
    return {"room": room.name, "accent": room.accent, "events": sorted(found, key=_nearness)}


def _nearness(event: dict[str, Any]) -> tuple[bool, bool, int]:
    """What has started comes first, then what starts first; what is started by hand is last."""
    start = event["planned_start"]
    return event["state"] == "waiting", start is None, start or 0


def structures() -> list[dict[str, Any]]:
    """The library: every structure with its rows."""
    rows = Structure.objects.filter(tournament__isnull=True).prefetch_related("rows")
    return [{"id": row.pk, "name": row.name, "levels": to_wire(levels_of(row))} for row in rows]


def structure(pk: int) -> dict[str, Any] | None:
    """One structure of the library."""
    row = Structure.objects.filter(tournament__isnull=True, pk=pk).prefetch_related("rows").first()
    return None if row is None else {"id": row.pk, "name": row.name, "levels": to_wire(levels_of(row))}


def structure_of(tournament_id: int) -> dict[str, Any] | None:
    """The structure an event plays by: its own copy, named after the one it was copied from."""
    row = Structure.objects.filter(tournament_id=tournament_id).prefetch_related("rows").first()
    return None if row is None else {"name": row.name, "levels": to_wire(levels_of(row))}


def clock_now(tournament_id: int) -> dict[str, Any] | None:
    """The clock as everybody sees it, and what it shows at this moment (`reading`, at `server` in ms)."""
    event = _event(tournament_id)
    if event is None:
        return None
    now = to_ms(room_now()) or 0
    return {**clock_of(event), "reading": asdict(dial_of(event).read(now)), "server": now}


def events() -> list[dict[str, Any]]:
    """All events but demos, closed ones too, in the order they were created; `state` is what the clock shows now."""
    now = to_ms(room_now()) or 0
    all_events = list(Tournament.objects.filter(demo_speed__isnull=True))
    dials, fields = dials_of(all_events), fields_of(all_events)
    return [
        {
            "tournament": event.pk,
            "seq": event.seq,
            "name": event.name,
            "book": event.book,
            "planned_start": dials[event.pk].planned_start,
            "state": "closed" if event.closed_at else dials[event.pk].read(now).state,
            "entries": fields[event.pk].entries,
            "left": fields[event.pk].left,
            "starting_stack": event.starting_stack,
            "chip_set": event.chip_set_id,
            "created_at": to_ms(event.created_at),
            "closed_at": to_ms(event.closed_at),
        }
        for event in all_events
    ]
