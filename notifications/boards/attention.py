"""What waits for a person, in events and in the room: counts, each handled on a page of its own."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, Literal

from django.db.models import Count, Q, QuerySet
from msgspec import Struct

from cash.services.attention import waiting_in_cash_room
from desk.models import Drawer
from desk.services.unnamed_players import home_game_drawers
from operations.services.last_backup import missing_since
from planning.services.schedule import due_now
from players.boards.people import unconfirmed_in
from prizes.boards.payouts import payouts, sums
from prizes.models import Payout
from prizes.services.results import results_of
from prizes.services.unclaimed_bounties import unclaimed_bounties
from prizes.services.unfinished import unfinished_in_closed
from seating.models import Bust, Call, DealerTable, Proposal, TournamentTable
from seating.services.last_player import held_end_of
from tourney.access.roles import Permission, Role
from tourney.live import presence
from tourney.live.boards import board
from tourney.models import Token, Tournament
from tourney.now import room_now
from webhooks.services.dispatch import stopped_webhooks

# A closed event stays in the list this long.
_CLOSED_FOR = timedelta(days=7)


class WaitingInEvent(Struct, frozen=True):
    """Something in an event that waits for a person.

    Attributes:
        kind: one player left while registration is open, or while bookings let players enter (`one_left`,
            `one_left_booked`: how many bookings); proposals of the rulebook,
            open calls of tables, hands whose ties are to be confirmed, players whose stack
            at the start of their last hand is missing, players whose membership is to be confirmed, prizes to be
            paid, bounties without a winner, tables in play whose tablet has lost its connection.
        event: its name.
        count: how many of them.
        closed: whether the event is closed; ties, stacks and prizes wait for another week.
    """

    kind: Literal[
        "one_left",
        "one_left_booked",
        "calls",
        "proposals",
        "ties",
        "stacks",
        "memberships",
        "prizes",
        "bounties",
        "tablets",
    ]
    tournament: int
    event: str
    count: int
    closed: bool


class WaitingInRoom(Struct, frozen=True):
    """Something in the room that waits for a person.

    Attributes:
        kind: drawers that are open, except those of home games only; displays that have lost their connection; in
            the cash room calls to the floor, open seats for players on lists, dinner breaks about to end, and absent
            players whose place is no longer kept; events of weekly plans that are due and not made yet; webhooks that
            were paused because their messages were not taken.
        count: how many of them.
    """

    kind: Literal[
        "drawers",
        "displays",
        "cash_calls",
        "cash_seats",
        "cash_dinners",
        "cash_places",
        "plans",
        "webhooks",
        "backups",
    ]
    count: int


class AttentionBoard(Struct, frozen=True):
    """What waits for the floor and the desk in open events, demos included, and in events closed this week."""

    events: list[WaitingInEvent]


class RoomAttentionBoard(Struct, frozen=True):
    """What waits in the room: devices without a connection, open drawers, a backup that was not made."""

    events: list[WaitingInEvent]
    room: list[WaitingInRoom]


@board(
    "attention",
    topic="room",
    permission=Permission.REGISTER_PLAYERS,
    rows=(
        "seating.proposal",
        "seating.call",
        "seating.bust",
        "seating.knockout",
        "players.membership",
        "prizes.payout",
        "prizes.placeprize",
        "prizes.prizepayment",
        "prizes.envelope",
        "tourney.tournament",
        "tourney.entry",
        "desk.registration",
        "desk.booking",
    ),
    late=True,
    by_rows=True,
)
def attention(_scope: int, _name: str = "") -> AttentionBoard:
    """Count what waits for the floor and the desk, by event."""
    events = {event.pk: event for event in open_events()}
    ends = {pk: held_end_of(event) for pk, event in events.items()}
    held = {pk: one.bookings for pk, one in ends.items() if one is not None}
    found = _lines("one_left", events, {pk: 1 for pk, bookings in held.items() if not bookings})
    found += _lines("one_left_booked", events, held)
    for kind, counted in (("calls", _calls), ("proposals", _proposals)):
        found += _lines(kind, events, counted(events))
    together = _together(events)
    found += _lines("ties", events, {pk: open_ for pk, (open_, _all) in together.items()})
    found += _lines("stacks", events, {pk: _missing_stacks(events[pk]) for pk in together})
    found += _lines("memberships", events, {pk: unconfirmed_in(event)[0] for pk, event in events.items()})
    paid = Payout.objects.filter(tournament__in=events)
    found += _lines("prizes", events, _each(paid.filter(locked_at__isnull=False), events, _unpaid))
    found += _lines(
        "bounties",
        events,
        _each(paid.exclude(bounties="none"), events, lambda event: len(unclaimed_bounties(event))),
    )
    closed = {event.pk: event for event in closed_events()}
    left = unfinished_in_closed(closed.values())
    found += _lines("ties", closed, {pk: one.ties for pk, one in left.items()})
    found += _lines("stacks", closed, {pk: one.stacks for pk, one in left.items()})
    found += _lines("prizes", closed, {pk: one.prizes for pk, one in left.items()})
    return AttentionBoard(events=found)


@board(
    "attention_room",
    topic="room",
    permission=Permission.MANAGE_SCREENS,
    rows=(
        "desk.drawer",
        "displays.screen",
        "cash.listentry",
        "cash.cashtable",
        "cash.cashseat",
        "cash.dinnerbreak",
        "cash.cashsettings",
        "planning.weeklyplan",
        "planning.plannedevent",
        "planning.planexception",
        "planning.closeddays",
        "webhooks.webhook",
    ),
    late=True,
    by_rows=True,
)
def attention_room(_scope: int, _name: str = "") -> RoomAttentionBoard:
    """Count open drawers, devices that have lost their connection, and what waits in the cash room."""
    gone = presence.gone() or set()
    drawers = Drawer.objects.filter(closed_at__isnull=True).exclude(pk__in=home_game_drawers()).count()
    displays = len(gone & display_credentials())
    events = {event.pk: event for event in open_events()}
    return RoomAttentionBoard(
        events=_lines("tablets", events, _tablets(events, gone)) if gone else [],
        room=[
            WaitingInRoom(kind=kind, count=count)  # type: ignore[arg-type]
            for kind, count in (
                *waiting_in_cash_room().items(),
                ("displays", displays),
                ("drawers", drawers),
                ("plans", len(due_now(room_now()))),
                ("webhooks", stopped_webhooks()),
                ("backups", int(missing_since(room_now()) is not None)),
            )
            if count
        ],
    )


def open_events() -> QuerySet[Tournament]:
    """Return the events that are not closed, as the live page shows them."""
    return Tournament.objects.filter(closed_at__isnull=True).order_by("pk")


def closed_events() -> QuerySet[Tournament]:
    """Return the events that were closed within the last seven days, without demos."""
    since = room_now() - _CLOSED_FOR
    return Tournament.objects.filter(closed_at__gte=since, demo_speed__isnull=True).order_by("pk")


def display_credentials() -> set[str]:
    """Return the credentials of paired displays."""
    rows = Token.objects.filter(role=Role.DISPLAY.value, revoked_at__isnull=True)
    return {f"token:{pk}" for pk in rows.values_list("pk", flat=True)}


def _lines(kind: str, events: dict[int, Tournament], counts: dict[int, int]) -> list[WaitingInEvent]:
    return [
        WaitingInEvent(
            kind=kind,  # type: ignore[arg-type]
            tournament=pk,
            event=events[pk].name,
            count=count,
            closed=events[pk].closed_at is not None,
        )
        for pk, count in sorted(counts.items())
        if count
    ]


def _by_event(rows: QuerySet[Any], field: str) -> dict[int, int]:
    return dict(rows.order_by().values(field).annotate(count=Count("pk")).values_list(field, "count"))


def _calls(events: dict[int, Tournament]) -> dict[int, int]:
    rows = Call.objects.filter(tournament_table__tournament__in=events, answered_at__isnull=True)
    return _by_event(rows, "tournament_table__tournament")


def _proposals(events: dict[int, Tournament]) -> dict[int, int]:
    return _by_event(Proposal.objects.filter(tournament__in=events, state="open"), "tournament")


def _together(events: dict[int, Tournament]) -> dict[int, tuple[int, int]]:
    """Return the number of hands with several busts, unconfirmed ones and all, of events that have any."""
    rows = Bust.objects.filter(
        entry__tournament__in=events, entry__voided_at__isnull=True, removed=False, together__isnull=False
    )
    hands = (
        rows.order_by()
        .values("entry__tournament", "together")
        .annotate(busts=Count("pk"), doubts=Count("pk", filter=Q(confirmed=False)))
        .filter(busts__gt=1)
    )
    found: dict[int, tuple[int, int]] = {}
    for event, doubts in hands.values_list("entry__tournament", "doubts"):
        open_, every = found.get(event, (0, 0))
        found[event] = (open_ + (doubts > 0), every + 1)
    return found


def _missing_stacks(event: Tournament) -> int:
    return sum(place.needs_stack for place in results_of(event).places.values())


def _unpaid(event: Tournament) -> int:
    return sums(payouts(event))["outstanding"]


def _each(
    rows: QuerySet[Payout], events: dict[int, Tournament], count: Callable[[Tournament], int]
) -> dict[int, int]:
    return {pk: count(events[pk]) for pk in rows.values_list("tournament", flat=True)}


def _tablets(events: dict[int, Tournament], gone: set[str]) -> dict[int, int]:
    """Count tables in play that have a tablet, but none with a connection."""
    connected: dict[int, bool] = {}
    for number, credential in _assigned():
        connected[number] = connected.get(number, False) or credential not in gone
    played = TournamentTable.objects.filter(
        tournament__in=events, released_at__isnull=True, seats__kind="player"
    ).distinct()
    found: dict[int, int] = {}
    for event, number in played.values_list("tournament", "table__number"):
        if connected.get(number) is False:
            found[event] = found.get(event, 0) + 1
    return found


def _assigned() -> Iterator[tuple[int, str]]:
    for number, user, token in DealerTable.objects.values_list("number", "user", "token"):
        yield number, f"user:{user}" if user is not None else f"token:{token}"
