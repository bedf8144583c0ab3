"""The messages that webhooks get: each kind with its data, described once for the sender, the page and the reference.

They contain only what the public may see. Names are added when a message is written, as they are shown in public then.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy
from msgspec import Struct, convert, to_builtins

from clock.services.event_clock import event_clock_of
from players.services.public_names import entries_in_public
from prizes.rules.places import Place
from prizes.services.money import payout_of
from prizes.services.places import winners_of
from prizes.services.results import prizes_of, public_places, results_of
from seating.models import Seat
from tourney.models import Entry, Tournament
from tourney.services.field_counts import field_of
from webhooks.boards.message_structs import (
    EmptyData,
    EventCreated,
    FinalTable,
    Message,
    MessageEvent,
    Places,
    Players,
    Prizes,
    RunningLevel,
    UndoneMessage,
)
from webhooks.rules.happenings import Happening

# The most players, places or prizes of one message.
MOST_ROWS = 50

Facts = dict[str, Any]
Read = Callable[[Tournament, Happening], Facts | None]


@dataclass(frozen=True, slots=True)
class MessageKind:
    """A kind of message.

    Attributes:
        title: for the page.
        data: the struct of its data.
        when: when it is sent, for the reference.
        read: returns the data without names; None if the happening does not amount to it.
        chosen: whether a webhook chooses it; others belong to those that it has chosen.
    """

    name: str
    title: Promise
    data: type[Struct]
    when: str
    read: Read
    chosen: bool = True


MESSAGES: dict[str, MessageKind] = {}
_Read = TypeVar("_Read", bound=Read)


def message(
    name: str, title: Promise, data: type[Struct], when: str, *, chosen: bool = True
) -> Callable[[_Read], _Read]:
    """Register a kind of message. See `MessageKind`."""

    def keep(read: _Read) -> _Read:
        MESSAGES[name] = MessageKind(name, title, data, when, read, chosen)
        return read

    return keep


@message(
    "event.created",
    lazy("Event created"),
    EventCreated,
    "An event was created.",
)
def event_created(event: Tournament, _happening: Happening) -> Facts:
    """Report a new event with its planned start."""
    return {"planned_start": event_clock_of(event).planned_start}


@message("event.reopened", lazy("Event reopened"), EmptyData, "A closed event was reopened.")
@message("event.closed", lazy("Event closed"), EmptyData, "An event was closed.")
@message("registration.closed", lazy("Registration closed"), EmptyData, "No more entries are taken.")
@message(
    "registration.opened",
    lazy("Registration opened"),
    EmptyData,
    "Entries are taken: registration was set up, or opened again.",
)
@message(
    "field.counted",
    lazy("Players counted by hand"),
    EmptyData,
    "Entries or players left were changed by hand, in an event that counts them so.",
)
@message("prizes.unlocked", lazy("Prizes unlocked"), EmptyData, "The prizes can change again.")
def nothing_more(_event: Tournament, _happening: Happening) -> Facts:
    """Report nothing besides the event, its entries and players left."""
    return {}


@message("clock.resumed", lazy("Clock resumed"), RunningLevel, "A paused clock runs again.")
@message("clock.paused", lazy("Clock paused"), RunningLevel, "The clock was stopped.")
@message(
    "clock.started",
    lazy("Clock started"),
    RunningLevel,
    "The clock started for the first time. A `clock.level` follows.",
)
def running_level(event: Tournament, happening: Happening) -> Facts | None:
    """Report the row of the structure in which the clock is."""
    clock = event_clock_of(event)
    position = happening.position or 0
    if position >= len(clock.levels):
        return None
    level = clock.levels[position]
    is_break = level.kind == "break"
    running = clock.state.running and clock.state.position == position
    return {
        "row": level.kind,
        "number": None if is_break else sum(one.kind == "level" for one in clock.levels[: position + 1]),
        "small_blind": level.small_blind,
        "big_blind": level.big_blind,
        "ante": level.ante,
        "minutes": round(level.duration / 60_000),
        "ends_at": (clock.state.anchor or 0) + level.duration - clock.state.elapsed if running else None,
    }


@message("clock.level", lazy("Level started"), RunningLevel, "A level began, or the clock was set to one.")
def level_started(event: Tournament, happening: Happening) -> Facts | None:
    """Report a new level."""
    found = running_level(event, happening)
    return found if found is not None and found["row"] == "level" else None


@message("clock.break", lazy("Break started"), RunningLevel, "A break began.")
def break_started(event: Tournament, happening: Happening) -> Facts | None:
    """Report a break."""
    found = running_level(event, happening)
    return found if found is not None and found["row"] == "break" else None


@message("player.reinstated", lazy("Player reinstated"), Players, "Players who were out are back in.")
@message(
    "player.registered", lazy("Player registered"), Players, "Players entered, for the first time or again."
)
def players_of(event: Tournament, happening: Happening) -> Facts | None:
    """Report players by entry."""
    rows = Entry.objects.filter(tournament=event, pk__in=happening.entries, voided_at__isnull=True).order_by(
        "pk"
    )
    found = [{"entry": pk, "number": number} for pk, number in rows.values_list("pk", "number")]
    return {"players": found[:MOST_ROWS], "more": max(0, len(found) - MOST_ROWS)} if found else None


@message("player.out", lazy("Player out"), Places, "Players went out.")
def players_out(event: Tournament, happening: Happening) -> Facts | None:
    """Report who is out, with place and prize as far as they are certain."""
    out = set(
        Entry.objects.filter(tournament=event, pk__in=happening.entries, out_at__isnull=False).values_list(
            "pk", flat=True
        )
    )
    return _places(event, [entry for entry in happening.entries if entry in out]) if out else None


@message("final_table", lazy("Final table"), FinalTable, "The last of the other tables was broken.")
def final_table(event: Tournament, happening: Happening) -> Facts | None:
    """Report that the players left sit at one table, once the last of the others is broken."""
    now = set(
        Seat.objects.filter(
            tournament_table__tournament=event, kind="player", entry__isnull=False
        ).values_list("tournament_table", "tournament_table__table__number")
    )
    left = happening.tables - {table for table, _number in now}
    if len(now) != 1 or not left or not event_clock_of(event).state.started:
        return None
    return {"table": now.pop()[1]}


@message("prizes.locked", lazy("Prizes locked"), Prizes, "The prizes are final.")
def prizes_locked(event: Tournament, _happening: Happening) -> Facts | None:
    """Report the prizes of the places."""
    payout = payout_of(event)
    if payout is None:
        return None
    found = prizes_of(event)
    return {
        "currency": payout.currency,
        "paid": len(found),
        "prizes": [
            {"place": one.place, "cash": one.cash, "things": [item.name for item in one.items]}
            for one in found[:MOST_ROWS]
        ],
    }


@message("event.won", lazy("Event won"), Places, "The winner is known, or the winners of a satellite.")
def event_won(event: Tournament, _happening: Happening) -> Facts | None:
    """Report the winner, or the winners of a satellite, with the places behind them."""
    won = winners_of(event)
    if not won:
        return None
    return _places(event, [one.entry for one in sorted(public_places(event), key=lambda one: one.best)])


@message(
    "undone",
    lazy("Undone"),
    UndoneMessage,
    "What an earlier message to this webhook reported was undone.",
    chosen=False,
)
@message("test", lazy("Test"), EmptyData, "Somebody pressed “Test the webhook”.", chosen=False)
def no_facts(_event: Tournament, _happening: Happening) -> Facts:
    """Report nothing: the sender writes the data."""
    return {}


def chosen_kinds() -> list[MessageKind]:
    """Return the kinds that a webhook chooses from, in the order of an event."""
    order = (
        "event.created", "registration.opened", "player.registered", "registration.closed", "clock.started",
        "clock.level", "clock.break", "clock.paused", "clock.resumed", "player.out", "player.reinstated",
        "field.counted", "final_table", "prizes.locked", "prizes.unlocked", "event.won", "event.closed",
        "event.reopened",
    )  # fmt: skip
    return [MESSAGES[name] for name in order]


def _places(event: Tournament, entries: Collection[int]) -> Facts:
    results, payout = results_of(event), payout_of(event)
    certain = {one.entry: one for one in public_places(event)}
    rows = [
        {
            "entry": entry,
            "place": _place(certain.get(entry)),
            "prize": results.prize(entry)
            if payout is not None and entry in certain and entry not in results.undecided
            else None,
        }
        for entry in entries
    ]
    currency = "" if payout is None else payout.currency
    return {"players": rows[:MOST_ROWS], "more": max(0, len(rows) - MOST_ROWS), "currency": currency}


def _place(place: Place | None) -> int | None:
    return place.best if place is not None and place.best == place.worst and place.state != "open" else None


def event_facts(event: Tournament) -> Facts:
    """Return what every message says of its event, without the address."""
    field = field_of(event)
    return {"id": event.pk, "name": event.name, "entries": field.entries, "left": field.left}


def body_of(
    message_id: str,
    kind: str,
    at: int,
    room: str,
    event: Tournament | None,
    seq: int,
    facts: Mapping[str, Any],
) -> Message:
    """Return a message with the names that the public sees now.

    Args:
        event: None in a test, and if it was undone since.
        facts: as stored: of the event (`event`) and of the kind (`data`).
    """
    data = dict(facts.get("data", {}))
    part = None
    if event is None and "event" in facts:
        part = MessageEvent(url="", **facts["event"])
    elif event is not None:
        base = str(settings.PUBLIC_URL).rstrip("/")
        url = f"{base}/events/{event.pk}/" if base else ""
        part = MessageEvent(**{**facts["event"], "id": event.pk, "name": event.name, "url": url})
        rows = data.get("players")
        if rows:
            names = entries_in_public(event, [row["entry"] for row in rows])
            data["players"] = [{**row, "name": names.get(row["entry"], "")} for row in rows]
    return Message(message_id, kind, at, room, part, seq, data)


def encoded(body: Message) -> dict[str, Any]:
    """Return a message as plain data; a value that its struct does not have is an error."""
    data = convert(body.data, MESSAGES[body.kind].data, strict=True)
    return {**to_builtins(body), "data": to_builtins(data)}
