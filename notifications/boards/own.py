"""A player's own boards: their seat, or their place on its waiting list. Read for many players at once."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import timedelta
from typing import Any, Literal

from django.db.models import Q, QuerySet, Value
from msgspec import Struct

from desk.models import Booking
from desk.services.booked_players import has_booked_teams, players_of
from desk.services.waiting_list import is_here, kept_until, waiting_in_order
from notifications.services.own_rows import (
    BOOKED_TEAMS,
    BOOKINGS,
    CURRENT,
    ENTRIES,
    EVENTS,
    LAST_COUNT,
    LISTED,
    MOVES,
    NOTICES,
)
from penalties.boards.penalties import own_penalties
from players.services.partners import has_partners
from procedures.models import Bag, CountedStack, EventDay
from procedures.services.bags import days_over
from stages.services.onward import Onward, onward_of
from stages.services.rules import everybody_plays_on_in
from tourney.live.boards import own_board
from tourney.models import Tournament
from tourney.now import room_now, to_ms

# More players than this are selected by their event, because a list would exceed the size of a query.
_LISTED = 500
_NOTICES = 5
_NOTICES_FROM = timedelta(hours=12)
# How long an event stays on the phone after it was closed.
_STAYS = timedelta(hours=12)

Mine = Mapping[str, Any]


class OwnRebuy(Struct, frozen=True):
    """The seat held for a rebuy after a bust, and until when."""

    table: int
    seat: int
    until: int | None


class OwnMove(Struct, frozen=True):
    """The previous seat of a player who was moved and whose move is not confirmed yet."""

    move: int
    kind: str
    table: int | None
    seat: int | None
    at: int | None


class OwnPenalty(Struct, frozen=True):
    """What a player still has to serve, all penalties together.

    Attributes:
        rounds: orbits of the button.
        minutes: of play, as imposed.
        estimated: some hands were estimated from the time played.
    """

    hands: int
    rounds: int
    minutes: int
    estimated: bool


class OtherStack(Struct, frozen=True):
    """The stack with which a player advanced instead of this one, and the flight that it is from."""

    event: str
    chips: int


class OwnBag(Struct, frozen=True):
    """A player's sealed bag, and the day that is over.

    Attributes:
        number: on the slip; 0: the stack was counted without a bag.
        chips: in the bag.
        day: number of the day that ends or has ended.
        over: it is closed, and the next one has not begun.
        next_start: planned start of the next day, or of the event that players go on to; null: not announced.
        seat_known: the player's seat is the one of the next day.
        goes_on_to: the event or stage that players of a flight go on to; "": they play on in this event.
        goes_on: whether the player does: `sure` or `open` until the flights are joined; `forfeited`: with another
            stack, `advanced_with`; "" without such an event.
    """

    number: int
    chips: int
    day: int
    over: bool
    next_start: int | None
    seat_known: bool
    goes_on_to: str
    goes_on: Literal["", "open", "sure", "yes", "forfeited", "no"]
    advanced_with: OtherStack | None


class OwnNotice(Struct, frozen=True):
    """A notification to a player.

    Attributes:
        kind: `seated`, `moved`, `called`, `offer`, `registered`, `closed`, `cancelled`, `penalty`, `penalty_over`;
            others are shown as "there is news".
    """

    id: int
    kind: str
    values: dict[str, Any]
    at: int | None


class OwnPage(Struct, frozen=True):
    """A player's seat in an event, or their place on its waiting list.

    Attributes:
        number: of the entry; 2 is the first re-entry.
        state: `entered`: paid, no seat yet.
        seats: number of seats of the table in this event.
        position, ahead: on the waiting list, when this was read; the board `waiting_list` has the newer position of
            `booking`.
        until: for a called player, how long the seat is held.
        partner: name of the player who shares the entry, or the place on the waiting list; "" without one.
            `plays_now`: whether this player plays the next hand, not the partner. `registers`: whether this player
            registers again for the team; false for the second one.
        plays_on: for a player who is out: the stage in which they play again all the same; "" if there is none.
        notices: the last five within twelve hours, newest first.
    """

    booking: int | None
    entry: int | None
    number: int
    state: Literal["none", "reserved", "checked_in", "waiting", "called", "entered", "seated", "out"]
    table: int | None
    seat: int | None
    seats: int | None
    wants: Literal["entry", "re_entry", "surrender"] | None
    position: int | None
    ahead: dict[str, int]
    until: int | None
    rebuy: OwnRebuy | None
    partner: str
    plays_now: bool
    registers: bool
    move: OwnMove | None
    penalty: OwnPenalty | None
    bag: OwnBag | None
    plays_on: str
    notices: list[OwnNotice]


class OwnEvents(Struct, frozen=True):
    """The events of a player today: open ones first, the newest first."""

    events: list[int]


@own_board("mine", topic="t")
def mine_of(tournament_id: int, players: Iterable[int]) -> dict[int, OwnPage]:
    """Return the board `mine` of an event for each of many players, in a few queries."""
    wanted = set(players)
    entries = _entries(tournament_id, wanted)
    bookings = _bookings(tournament_id, wanted)
    places = _places(tournament_id, bookings.values())
    moves = _moves(tournament_id, wanted)
    notices = _notices(tournament_id, wanted)
    penalties, bags = own_penalties(tournament_id, wanted), _bags(tournament_id, wanted)
    seats = {player: _seat(entries.get(player), bookings.get(player), places) for player in wanted}
    plays_on = _plays_on(tournament_id) if any(one["state"] == "out" for one in seats.values()) else ""
    return {
        player: OwnPage(
            **seats[player],
            **_team(player, entries.get(player), bookings.get(player)),
            plays_on=plays_on if seats[player]["state"] == "out" else "",
            move=moves.get(player),
            penalty=OwnPenalty(**penalties[player]) if player in penalties else None,
            bag=bags.get(player),
            notices=notices[player],
        )
        for player in wanted
    }


def _plays_on(tournament_id: int) -> str:
    event = EVENTS.first(tournament_id)
    return "" if event is None else everybody_plays_on_in(event)


def _entries(tournament_id: int, players: set[int]) -> dict[int, dict[str, Any]]:
    """Return the newest valid entry of each player, with its seat."""
    found: dict[int, dict[str, Any]] = {}
    for row in ENTRIES.of(players, tournament_id, shared=has_partners(tournament_id)):
        found |= {player: row for player in (row["player"], row["partner__player"]) if player in players}
    return found


def _held(rows: QuerySet[Any], players: Collection[int], path: str = "") -> QuerySet[Any]:
    """Return the rows of entries that players registered or share, for at most `LISTED` players."""
    if len(players) > LISTED:
        return rows
    wanted = {f"{path}player__in": players}, {f"{path}partner__player__in": players}
    return rows.filter(Q(**wanted[0]) | Q(**wanted[1]))


def _bookings(tournament_id: int, players: set[int]) -> dict[int, Booking]:
    found = list(BOOKINGS.of(players, tournament_id))
    if has_booked_teams(tournament_id):
        found += BOOKED_TEAMS.of(players, tournament_id)
    return {player: row for row in found for player in players_of(row)}


def _moves(tournament_id: int, players: set[int]) -> dict[int, OwnMove]:
    """Return the previous seat of each player whose move is not confirmed yet."""
    return {
        player: OwnMove(move=move, kind=kind, table=table, seat=seat, at=to_ms(at))
        for one, partner, move, kind, table, seat, at in MOVES.of(
            players, tournament_id, shared=has_partners(tournament_id)
        )
        for player in (one, partner)
        if player is not None
    }


def _bags(tournament_id: int, players: set[int]) -> dict[int, OwnBag]:
    """Return the bags of players in play that are not open yet: of the day that ends, or of the latest one. In a flight
    that has ended, stacks that were counted without bags as well, and the bags of players who advanced, which are
    opened on the later day.
    """
    count = LAST_COUNT.first(tournament_id)
    if count is None:
        return {}
    day = EventDay.objects.filter(stack_count=count).first()
    onward = onward_of(count.tournament)
    without_bags = day is None and count.closed_at is not None
    if without_bags and (onward is None or count.tournament.closed_at is None):
        return {}
    in_play = {"entry__out_at__isnull": True, "entry__voided_at__isnull": True}
    if without_bags:
        stacks = CountedStack.objects.filter(stack_count=count, entry__isnull=False, **in_play)
        rows = _held(stacks.annotate(number=Value(0)), players, "entry__")
    else:
        advanced = frozenset() if onward is None else onward.entries
        shown = Q(opened_at__isnull=True) | Q(entry__in=advanced)
        bags = Bag.objects.filter(shown, stack_count=count, entry__isnull=False, **in_play)
        rows = _held(bags, players, "entry__")
    played = days_over(count.tournament) + 1 if day is None else day.number
    next_start = onward.start if onward is not None else None if day is None else day.next_start
    return {
        player: OwnBag(
            number=number,
            chips=chips,
            day=played,
            over=without_bags or (day is not None and day.resumed_at is None),
            next_start=to_ms(next_start),
            seat_known=onward is None
            and day is not None
            and (day.seats == "kept" or day.drawn_at is not None),
            goes_on_to="" if onward is None else onward.name,
            goes_on=_goes_on(onward, entry),
            advanced_with=_advanced_with(onward, entry),
        )
        for one, partner, entry, number, chips in rows.values_list(
            "entry__player", "entry__partner__player", "entry", "number", "chips"
        )
        for player in (one, partner)
        if player is not None
    }


def _goes_on(onward: Onward | None, entry: int) -> Literal["", "open", "sure", "yes", "forfeited", "no"]:
    if onward is None:
        return ""
    if not onward.joined:
        return "sure" if onward.certain else "open"
    if entry in onward.forfeited:
        return "forfeited"
    return "yes" if entry in onward.entries else "no"


def _advanced_with(onward: Onward | None, entry: int) -> OtherStack | None:
    other = None if onward is None else onward.forfeited.get(entry)
    return None if other is None else OtherStack(event=other.event, chips=other.chips)


def _places(tournament_id: int, bookings: Iterable[Booking]) -> dict[int, tuple[int, dict[str, int]]]:
    """Return positions on the waiting list by booking, and how many of each kind are ahead; without a query
    if nobody waits.
    """
    if not any(booking.state == "waiting" for booking in bookings):
        return {}
    found: dict[int, tuple[int, dict[str, int]]] = {}
    ahead: dict[str, int] = defaultdict(int)
    for position, booking in enumerate(waiting_in_order(Tournament.objects.get(pk=tournament_id)), start=1):
        found[booking.pk] = (position, dict(ahead))
        ahead[booking.wants] += 1
    return found


def _seat(
    entry: dict[str, Any] | None, booking: Booking | None, places: dict[int, tuple[int, dict[str, int]]]
) -> Mine:
    mine: dict[str, Any] = {
        "booking": booking.pk if booking else None,
        "entry": entry["pk"] if entry else None,
        "number": entry["number"] if entry else 0,
        "state": "none",
        "table": None,
        "seat": None,
        "seats": None,
        "wants": booking.wants if booking else None,
        "position": None,
        "ahead": {},
        "until": None,
        "rebuy": _rebuy(entry),
    }
    if entry and entry["out_at"] is None:
        seated = entry["seat__number"] is not None
        mine.update(
            state="seated" if seated else "entered",
            table=entry["seat__tournament_table__table__number"],
            seat=entry["seat__number"],
            seats=_seats_in_play(entry),
        )
    elif booking:
        position, ahead = places.get(booking.pk, (None, {}))
        mine.update(
            # A called player who was checked in is not called any more: they pay.
            state="checked_in" if is_here(booking) else booking.state, position=position, ahead=ahead,
            until=kept_until(booking),
        )  # fmt: skip
    elif entry:
        mine["state"] = "out"
    return mine


def _seats_in_play(entry: dict[str, Any]) -> int | None:
    """Return how many seats of a player's table the event uses: a table of nine may be played by five."""
    chairs: int | None = entry["seat__tournament_table__table__seats"]
    most: int | None = entry["tournament__plan__seats_per_table"]
    return chairs if chairs is None or most is None else min(chairs, most)


def _team(player: int, entry: Mine | None, booking: Booking | None) -> dict[str, Any]:
    """Return who shares the entry of a player, and whether the player plays the next hand; before there is an entry,
    with whom the player waits.
    """
    if booking is not None and booking.partner is not None and (entry is None or entry["out_at"] is not None):
        other = booking.partner if booking.player_id == player else booking.player
        return {"partner": other.name, "plays_now": False, "registers": booking.player_id == player}
    if entry is None or entry["partner__player"] is None:
        return {"partner": "", "plays_now": False, "registers": True}
    registered = entry["player"] == player
    return {
        "partner": entry["partner__player__name" if registered else "player__name"],
        "plays_now": registered != entry["partner__plays"],
        "registers": registered,
    }


def _rebuy(entry: dict[str, Any] | None) -> OwnRebuy | None:
    """Return the seat held for a rebuy after a bust, and until when; None if there is none."""
    if entry is None or entry["held_seat__number"] is None:
        return None
    return OwnRebuy(
        table=entry["held_seat__tournament_table__table__number"],
        seat=entry["held_seat__number"],
        until=to_ms(entry["held_seat__held_until"]),
    )


def _notices(tournament_id: int, players: set[int]) -> dict[int, list[OwnNotice]]:
    """Return the last notifications of each player, newest first. A withdrawn seat is only news until the next one."""
    since = room_now() - _NOTICES_FROM
    found: dict[int, list[OwnNotice]] = defaultdict(list)
    for row in NOTICES.of(players, tournament_id, since):
        mine = found[row["player"]]
        if row["kind"] == "unseated" and mine:
            continue
        if len(mine) < _NOTICES:
            mine.append(OwnNotice(id=row["pk"], kind=row["kind"], values=row["values"], at=to_ms(row["at"])))
    return found


@own_board("mine", topic="room", rows=("tourney.entry", "desk.booking", "players.partner"))
def events_of(_scope: int, players: Iterable[int]) -> dict[int, OwnEvents]:
    """Return the room's board `mine` for each of many players: their events, open ones first, the newest first."""
    wanted = set(players)
    since = room_now() - _STAYS
    found: dict[int, set[tuple[bool, int]]] = defaultdict(set)
    for rows in CURRENT:
        for player, tournament, closed_at in rows.of(wanted, since):
            # A flight that is over comes after the day that its players play next.
            found[player].add((closed_at is None, tournament))
    return {
        player: OwnEvents(events=[event for _open, event in sorted(found[player], reverse=True)])
        for player in wanted
    }
