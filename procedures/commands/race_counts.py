"""Commands for the chips of one table in a chip race: counted by player, by stack or by value."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import BaseModel, ConfigDict, Field

from clock.rules.structure import MOST_CHIPS
from procedures.commands.chip_races import race_in, rule_of
from procedures.models import Race, RaceSeat, RaceTable
from procedures.rules import race as rules
from procedures.rules.colour_up import HiddenChips, held_by_count
from procedures.rules.race import Held, odd_chips
from procedures.services.chip_races import (
    SHOWS,
    TableRace,
    change_chips,
    colours_of,
    held_at,
    hidden_in_counts,
    table_race_of,
    totals_at,
    usual_way,
)
from seating.commands.tables import Number, tournament_table_of
from seating.rules.button import Card
from seating.services.chip_limits import can_be
from seating.services.dealer_tables import at_table_by_number
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.services.figures import grouped


class ChipCount(BaseModel):
    """A number of chips of one value."""

    model_config = ConfigDict(extra="forbid", strict=True)
    value: Annotated[int, Field(ge=1, le=MOST_CHIPS, description="of one chip")]
    count: Annotated[int, Field(ge=0, le=100_000)]


class HeldInput(BaseModel):
    """A player's chips: small chips and whether there are others, the same with chips by value, or a count of
    the whole stack.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    seat: Annotated[int, Field(ge=1, le=12)]
    small: Annotated[int | None, Field(ge=0, le=100_000, description="small chips")] = None
    others: Annotated[bool, Field(description="whether there are other chips")] = True
    stack: Annotated[int | None, Field(ge=0, le=MOST_CHIPS, description="chips in value")] = None
    chips: Annotated[
        list[ChipCount] | None,
        Field(max_length=20, description="chips by value; bigger ones may be left out"),
    ] = None

    @property
    def value(self) -> int:
        """Return the counted value, without the small chips in `small`."""
        return (self.stack or 0) + sum(one.value * one.count for one in self.chips or ())


def race_at(tx: Tx, row: Race, number: int) -> tuple[TableRace, int]:
    """Return a table's current state in the race, and its tournament table key.

    Raises:
        Refused: no player is raced there (`not_raced`).
    """
    tournament_table = tournament_table_of(tx, number)
    found = table_race_of(row, tournament_table.pk)
    if found is None:
        raise Refused("not_raced", _("Table %(number)s has no chip race.") % {"number": number})
    return found, tournament_table.pk


def require_undecided(found: TableRace) -> None:
    """Refuse if the table is done (`table_done`) or its cards are dealt (`dealt_already`)."""
    number = {"number": found.number}
    if found.state == "done":
        raise Refused("table_done", _("Table %(number)s has finished its chip race.") % number)
    if found.state == "dealt":
        message = _("The chip race at table %(number)s is decided. Undo that first.")
        raise Refused("dealt_already", message % number)


def _counted(tx: Tx, found: TableRace, row: Race, seats: Sequence[HeldInput]) -> dict[int, Held]:
    """Return the chips of all players at a table; those not listed hold no small chips.

    Raises:
        Refused: no player to be raced sits there (`seat_empty`), a seat or a chip is listed twice
            (`twice`), a seat has no count (`no_count`), a count is impossible with these chips (`odd_count`),
            or it does not distinguish the small chips from others (`count_by_chip`).
    """
    colours, hidden = colours_of(row), hidden_in_counts(row)
    held = {seat: Held(0, 1) for seat in found.people}
    for one in seats:
        values = {"seat": one.seat, "number": found.number}
        if one.seat not in held:
            message = _("Seat %(seat)s at table %(number)s is not in the chip race.")
            raise Refused("seat_empty", message % values)
        if [other.seat for other in seats].count(one.seat) > 1:
            raise Refused("twice", _("Seat %(seat)s is listed twice.") % values)
        if sum(figure is not None for figure in (one.small, one.stack, one.chips)) != 1:
            message = _("Enter the small chips or the stack of seat %(seat)s.")
            raise Refused("no_count", message % values)
        if one.chips is not None:
            held[one.seat] = _by_chip(one, one.chips, row)
            continue
        if one.stack is None:
            held[one.seat] = Held(one.small or 0, int(one.others or not one.small))
            continue
        try:
            held[one.seat] = held_by_count(one.stack, colours, hidden)
        except HiddenChips:
            message = _(
                "There are also %(others)s chips at the tables. Count each denomination of seat "
                "%(seat)s separately."
            )
            raise Refused(
                "count_by_chip", message % {"others": _listed(hidden), **values}, rule_of(tx)
            ) from None
        except ValueError:
            message = _("A stack of %(stack)s is impossible with %(small)s chips and larger.")
            stack = grouped(one.stack)
            raise Refused("odd_count", message % {"stack": stack, "small": row.small}) from None
        if not held[one.seat].small:
            held[one.seat] = Held(0, 1)
    return held


def _by_chip(one: HeldInput, chips: Sequence[ChipCount], row: Race) -> Held:
    """Return the chips of a player counted by value.

    Raises:
        Refused: a value is listed twice (`twice`), or the leaving chips are not among them (`no_count`).
    """
    counts = {chip.value: chip.count for chip in chips}
    if len(counts) != len(chips):
        raise Refused("twice", _("The same chip is listed twice for seat %(seat)s.") % {"seat": one.seat})
    if row.small not in counts:
        message = _("Enter the number of %(small)s chips in seat %(seat)s.")
        raise Refused("no_count", message % {"small": row.small, "seat": one.seat})
    small = counts.pop(row.small)
    return Held(small, int(one.others or not small or any(counts.values())))


def _listed(values: Sequence[int]) -> str:
    return ", ".join(grouped(value) for value in values)


def write_counts(
    tx: Tx, row: Race, found: TableRace, tournament_table: int, held: Mapping[int, Held]
) -> RaceTable:
    """Store the chips of all players at a table, replacing earlier counts."""
    table = found.row or tx.create(RaceTable, race=row, tournament_table_id=tournament_table, turn=found.turn)
    # A player counted at a previous table is counted here.
    entries = [entry for entry in found.people.values() if entry is not None]
    stale = RaceSeat.objects.filter(race=row, entry__in=entries).exclude(table=table)
    for left in RaceTable.objects.filter(seats__in=stale).exclude(state="done").distinct():
        tx.save(left, state="open")
    tx.delete_many([*table.seats.all(), *stale])
    tx.create_many(
        [
            RaceSeat(
                race=row,
                table=table,
                number=seat,
                entry_id=found.people[seat],
                small=one.small,
                others=one.others > 0,
            )
            for seat, one in sorted(held.items())
        ]
    )
    return table


def _summarise_entered(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    words = ngettext(
        "Table %(number)s: %(odd)s odd chip to race off",
        "Table %(number)s: %(odd)s odd chips to race off",
        answer.get("odd", 0),
    )
    return words % {"number": journal_entry.arguments["number"], "odd": answer.get("odd", 0)}


@command(
    "race.enter",
    permission=Permission.DEAL,
    check=at_table_by_number,
    boards=SHOWS,
    summary=_summarise_entered,
)
def enter(tx: Tx, race: Id, number: Number, seats: Annotated[list[HeldInput], Field(max_length=12)]) -> Any:
    """Enter the chips to be removed that each player at a table holds; a later count replaces it. If there is
    no race (no odd chips, or each player rounds: Other Poker 16), this decides the table.

    Args:
        race: a running race.
        number: table number.
        seats: those with small chips; seats not listed have none.

    Raises:
        Refused: the table is done (`table_done`) or its cards are dealt (`dealt_already`), no player is raced
            there (`not_raced`, `seat_empty`), a count is wrong (`twice`, `no_count`, `odd_count`,
            `count_by_chip`), or exceeds the chips in play (`too_many_chips`).
    """
    row = race_in(tx, race)
    found, tournament_table = race_at(tx, row, number)
    require_undecided(found)
    for one in seats:
        can_be(tx, (one.small or 0) * row.small + one.value)
    held = _counted(tx, found, row, seats)
    table = write_counts(tx, row, found, tournament_table, held)
    odd = sum(odd_chips(held, colours_of(row)).values())
    tx.cite(rule_of(tx))
    if odd and row.policy != "round_each":
        tx.save(table, state="counted", digest="", at=tx.now)
    else:
        decide(tx, row, table, {}, "")
    return {"odd": odd, "state": table.state}


def decide(tx: Tx, row: Race, table: RaceTable, cards: Mapping[int, Sequence[Card]], digest: str) -> None:
    """Decide a table's race and store the result: chips gained or lost by rounding enter or leave play."""
    colours, suits = colours_of(row), usual_way(tx.book).suits
    policy: Any = row.policy
    outcome = rules.race(held_at(table), colours, policy, cards=cards, suits=suits)
    for seat in table.seats.all():
        one = outcome.get(seat.number)
        if one is not None:
            dealt = [[card.rank, card.suit] for card in one.cards]
            tx.save(seat, cards=dealt, wins=bool(one.won), saved=one.saved)
    tx.save(table, state="dealt", digest=digest, at=tx.now)
    change_chips(tx, totals_at(table, colours).change)
