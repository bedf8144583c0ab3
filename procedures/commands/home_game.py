"""Command to start a home game: an event without names, tables or a list of players."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Annotated, Any

from django.db.models import Q
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from clock.commands.events import CLOSE_INSTEAD, write_event
from clock.rules.structure import Level
from clock.rules.suggestion.generator import Suggestion
from clock.rules.suggestion.payable import smallest_needed
from clock.rules.suggestion.plan import LONGEST_MINUTES, SHORTEST_MINUTES, Plan
from clock.services.suggestions import suggestion_for
from desk.commands.registration import Money
from desk.models import Extra, Registration
from desk.rules.amounts import places_of
from prizes.models import Payout
from seating.models import Plan as SeatingPlan
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.services.dates import day_text

FEWEST, MOST = 2, 100
# The rulebook of home games: the one that asks for nothing that a club asks for, such as memberships.
BOOK = "tda"
# Starting stacks that are tried, and the fewest players a structure is made for: shorter games end too soon for it.
STACKS, FEWEST_FOR_STRUCTURE = (10_000, 5_000, 3_000), 4
# One player in three is expected to buy again, where that is possible.
_BUYS_AGAIN = 3
_LONGEST_NAME = 80


@command(
    "home_game.start",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    boards=("lobby",),
    summary=lazy("Created the home game “%(name)s”"),
    undoable=False,
    undo_hint=CLOSE_INSTEAD,
)
def start_home_game(
    tx: Tx,
    players: Annotated[int, Field(ge=FEWEST, le=MOST)],
    buy_in: Money,
    minutes: Annotated[int, Field(ge=SHORTEST_MINUTES, le=LONGEST_MINUTES)],
    rebuys: bool = True,
    add_on: bool = False,
    starting_stack: Annotated[int, Field(ge=100, le=10**9)] | None = None,
    name: Annotated[str, Field(max_length=_LONGEST_NAME)] = "",
) -> dict[str, Any]:
    """Create an event whose entries, rebuys and busts are counted without names, with a structure that lasts about
    as long as wished and prizes by the number of entries. Its entries are made by `home_game.enter`.

    Args:
        players: expected.
        buy_in: all of it is prize money; 0 for a game without money.
        minutes: its wished length.
        rebuys: whether a player may buy another starting stack for the buy-in, until the first break.
        add_on: whether an add-on is offered as well, until the end of that break.
        starting_stack: chips per entry; null: 10,000, or fewer where that fits the time better.
        name: shown on displays; "" names it after the day. If an open event, or another one of the same day, has this
            name, a number is added.

    Raises:
        Refused: no structure with these chips ends near that time (`unreachable`).
    """
    plan = Plan(
        players=max(players, FEWEST_FOR_STRUCTURE),
        stack=starting_stack or STACKS[0],
        minutes=minutes,
        rebuys=players // _BUYS_AGAIN if rebuys else 0,
        add_ons=players // _BUYS_AGAIN if add_on else 0,
        late_minutes=minutes // 3,
    )
    found = _suggested(plan, (starting_stack,) if starting_stack else STACKS)
    starting_stack, levels = found.plan.stack, _without_unused_chips(found)
    title = _number_name(tx, name.strip() or _("Home game, %(day)s") % {"day": day_text(_today(tx))})
    event = write_event(tx, title, _("Home game"), levels, starting_stack, book=BOOK)
    tx.create(SeatingPlan, tournament=event, next_digest=tx.seal_seed())
    last, break_row = _entry_until(levels, minutes)
    currency = tx.room.currency
    registration = tx.create(
        Registration,
        tournament=event,
        currency=currency,
        pool=buy_in,
        late_ends="row",
        late_row=last,
        re_entries_most=None,
        without_names=True,
    )
    terms = {"registration": registration, "pool": buy_in, "chips": starting_stack}
    if rebuys:
        tx.create(Extra, kind="rebuy", until_row=last, **terms)
    if add_on:
        tx.create(Extra, kind="add_on", until_row=break_row, most=1, **terms)
    if buy_in:
        note = 10 ** places_of(currency)
        tx.create(
            Payout, tournament=event, method="table", table="club", currency=currency, guarantee=0, note=note
        )
    tx.save(event, counted_by_hand=False)
    return {"tournament": event.pk, "name": title}


def _today(tx: Tx) -> date:
    return localtime(tx.now).date()


def _number_name(tx: Tx, name: str) -> str:
    """Return the name, with a number if an open event or one of the same day has it already."""
    midnight = localtime(tx.now).replace(hour=0, minute=0, second=0, microsecond=0)
    beside = Tournament.objects.filter(Q(closed_at__isnull=True) | Q(created_at__gte=midnight))
    taken = set(beside.values_list("name", flat=True))
    found, number = name, 1
    while found in taken:
        number += 1
        mark = f" ({number})"
        found = name[: _LONGEST_NAME - len(mark)].rstrip() + mark
    return found


def _suggested(plan: Plan, stacks: Sequence[int]) -> Suggestion:
    """Return the structure with the first stack for which there is one."""
    for stack in stacks:
        try:
            return suggestion_for(replace(plan, stack=stack))
        except Refused as error:
            refused = error
    message = _("With that number of players, this is too short or too long. Choose another length.")
    raise Refused(refused.code, message, fields={"minutes": message})


def _without_unused_chips(found: Suggestion) -> list[Level]:
    """Return the levels without colour-ups of chips that neither a stack nor a level needs: nobody hands them out."""
    amounts = [found.plan.stack]
    for level in found.levels:
        amounts += [amount for amount in (level.small_blind, level.big_blind, level.ante) if amount]
    least = smallest_needed(amounts, found.plan.chips)
    return [
        replace(level, colour_up=tuple(value for value in level.colour_up if value >= least))
        for level in found.levels
    ]


def _entry_until(levels: Sequence[Level], minutes: int) -> tuple[int, int]:
    """Return the last row with entries and rebuys, and the last one with the add-on: the break that follows.

    Without a break in the first half, entry ends with the level in which a third of the time is over.
    """
    since, third = 0, None
    for row, level in enumerate(levels):
        if level.kind == "break" and row and since <= minutes * 30_000:
            return row - 1, row
        since += level.duration
        if third is None and since >= minutes * 20_000:
            third = row
    return third or 0, third or 0
