"""Events of the demo room: one in the middle of play, one open for registration. Written by commands."""

import uuid
from dataclasses import replace
from typing import Any

from clock.commands.clock import start
from desk.commands.bookings import reserve, wait
from desk.commands.drawers import close_drawer, open_drawer
from desk.commands.registration import set_registration
from desk.commands.sales import PaymentInput, register_player
from desk.models import Drawer, Registration
from desk.services.till import cash_in
from players.commands.player_import import ImportedPlayer, import_players
from players.models import Player
from seating.commands import add_tables, assign_table, bust, draw_button, draw_seats, place_table, set_plan
from simulation.services.demo_people import people
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.rulebooks.shelf import book_of

TABLES, SEATS = 8, 9
RUNNING_TABLES, WAITING_TABLES = (1, 2, 3), (4, 5, 6, 7, 8)
# Players by index: in the running event, out of it, late, waiting for it, and so on.
DRAWN, OUT, LATE, WAITING = slice(4, 31), 5, slice(31, 36), slice(36, 40)
RESERVED, PAID = slice(40, 55), slice(55, 61)
FLOAT = 20_000


def do(verb: Any, event: int | None = None, *, actor: Actor = FIRST_START, **arguments: Any) -> Any:
    """Run a command in the demo room, and return its answer."""
    where = {} if event is None else {"tournament_id": event}
    return verb(actor=actor, command_id=uuid.uuid4(), **where, **arguments).answer


def add_demo_tables() -> None:
    """Add tables, in two rows on the map of the room."""
    do(add_tables, first=1, last=TABLES, seats=SEATS)
    for index in range(TABLES):
        down, across = divmod(index, TABLES // 2)
        do(place_table, number=index + 1, across=1_400 + 2_400 * across, down=2_700 + 4_600 * down)


def know_people() -> list[int]:
    """Import the demo's players.

    Returns:
        Their ids, in the order of the list.
    """
    rows = people()
    do(import_players, rows=[ImportedPlayer(do="add", **row) for row in rows])
    found = dict(Player.objects.values_list("card", "pk"))
    return [found[row["card"]] for row in rows]


def play(event: int, known: list[int], clerk: Actor) -> None:
    """Create the running event: sold at the desk, drawn and seated; some are out, others came late, a few wait.

    Args:
        event: its id.
        known: ids of the players.
        clerk: the clerk who sells, with an open drawer.
    """
    do(set_registration, event, pool=1_800, fee=200, late_ends="row", late_row=6, self_wait=True)
    _assign(event, RUNNING_TABLES)
    entries = [_sell(event, player, clerk, at=index) for index, player in enumerate(known[DRAWN])]
    do(draw_seats, event)
    do(draw_button, event)
    do(start, event)
    for entry in entries[:OUT]:
        do(bust, event, entry=entry)
    # After play has begun, a membership must be confirmed before its player is seated: a board member sells it.
    board_member = replace(clerk, role=Role.DIRECTOR)
    for index, player in enumerate(known[LATE]):
        _sell(event, player, board_member, at=index)
    for player in known[WAITING]:
        do(wait, event, player=player, actor=clerk)


def sell(event: int, known: list[int], clerk: Actor) -> None:
    """Create the waiting event: a price by parts, reservations, and the first paid entries.

    Args:
        event: its id.
        known: ids of the players.
        clerk: the clerk who sells, with an open drawer.
    """
    do(
        set_registration,
        event,
        pool=4_000,
        fee=600,
        staff=400,
        late_ends="row",
        late_row=7,
        re_entries_most=2,
        surrender_allowed=True,
        self_reserve=True,
        self_wait=True,
        self_re_enter=True,
    )
    _assign(event, WAITING_TABLES)
    for player in known[RESERVED]:
        do(reserve, event, player=player, actor=clerk)
    for index, player in enumerate(known[PAID]):
        _sell(event, player, clerk, at=index)


def open_till(clerk: Actor) -> None:
    """Open the clerk's drawer."""
    do(open_drawer, actor=clerk, opening_float=FLOAT)


def close_till(clerk: Actor) -> None:
    """Close the drawer with the correct cash, so that users who try the desk open one themselves."""
    drawer = Drawer.objects.get(clerk_id=int(clerk.key.partition(":")[2]), closed_at__isnull=True)
    do(close_drawer, actor=clerk, counted=cash_in(drawer))


def _assign(event: int, tables: tuple[int, ...]) -> None:
    for number in tables:
        do(assign_table, event, number=number)
    do(set_plan, event, seats_per_table=SEATS)


def _sell(event: int, player: int, clerk: Actor, *, at: int) -> int:
    """Register a player: every third by card, the others in cash, with a day membership if the book requires it.

    Returns:
        The entry.
    """
    registration = Registration.objects.select_related("tournament").get(tournament=event)
    policy = book_of(registration.tournament.book).entering.membership
    price = registration.price + (policy.day_fee.amount if policy else 0)
    pays = PaymentInput(method="card" if at % 3 == 2 else "cash", amount=price)
    done = do(
        register_player,
        event,
        actor=clerk,
        player=player,
        payments=[pays],
        id_seen=True,
        membership="day" if policy else None,
    )
    entry: int = done["entry"]
    return entry
