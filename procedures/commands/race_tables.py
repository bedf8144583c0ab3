"""Commands for one table in a chip race: count odd chips, deal cards, exchange chips."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import BaseModel, ConfigDict, Field

from clock.rules.structure import MOST_CHIPS
from procedures.commands.chip_races import race_in, rule_of
from procedures.models import Race, RaceSeat, RaceTable
from procedures.rules import race as rules
from procedures.rules.colour_up import HiddenChips, dealing_order, held_by_count
from procedures.rules.race import Held, odd_chips
from procedures.rules.race_draw import race_to_plain
from procedures.services.chip_races import (
    SHOWS,
    TableRace,
    change_chips,
    colours_of,
    held_at,
    hidden_in_counts,
    table_races_of,
    totals_at,
    usual_way,
)
from seating.commands.tables import Number, tournament_table_of
from seating.rules.button import Card, deck
from seating.services.chip_limits import can_be
from seating.services.dealer_tables import at_table_by_number
from seating.services.draws import hold
from seating.services.seats import plan_of
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry

DECK = 52
_RANKS = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
_SUITS = {"s": "spade", "h": "heart", "d": "diamond", "c": "club"}
CardText = Annotated[str, Field(pattern=r"^[2-9TJQKA][shdc]$", description="rank and suit, “As” or “Td”")]


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


class CardsInput(BaseModel):
    """The cards dealt to a seat, in order."""

    model_config = ConfigDict(extra="forbid", strict=True)
    seat: Annotated[int, Field(ge=1, le=12)]
    cards: Annotated[list[CardText], Field(max_length=200)]


def _at(tx: Tx, row: Race, number: int) -> tuple[TableRace, int]:
    """Return a table's current state in the race, and its tournament table key.

    Raises:
        Refused: no player is raced there (`not_raced`).
    """
    tournament_table = tournament_table_of(tx, number)
    found = table_races_of(row).get(tournament_table.pk)
    if found is None:
        raise Refused("not_raced", _("Table %(number)s has no chip race.") % {"number": number})
    return found, tournament_table.pk


def _is_open(found: TableRace) -> None:
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
        Refused: no player to be raced sits there (`nobody_there`), a seat or a chip is listed twice
            (`twice`), a seat has no count (`no_count`), a count is impossible with these chips (`odd_count`),
            or it does not distinguish the small chips from others (`count_by_chip`).
    """
    colours, hidden = colours_of(row), hidden_in_counts(row)
    held = {seat: Held(0, 1) for seat in found.people}
    for one in seats:
        values = {"seat": one.seat, "number": found.number}
        if one.seat not in held:
            message = _("Seat %(seat)s at table %(number)s is not in the chip race.")
            raise Refused("nobody_there", message % values)
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
            stack = number_format(one.stack, force_grouping=True)
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
    return ", ".join(number_format(value, force_grouping=True) for value in values)


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
            there (`not_raced`, `nobody_there`), a count is wrong (`twice`, `no_count`, `odd_count`,
            `count_by_chip`), or exceeds the chips in play (`too_many_chips`).
    """
    row = race_in(tx, race)
    found, tournament_table = _at(tx, row, number)
    _is_open(found)
    for one in seats:
        can_be(tx, (one.small or 0) * row.small + one.value)
    held = _counted(tx, found, row, seats)
    table = write_counts(tx, row, found, tournament_table, held)
    odd = sum(odd_chips(held, colours_of(row)).values())
    tx.cite(rule_of(tx))
    if odd and row.policy != "round_each":
        tx.save(table, state="counted", digest="", at=tx.now)
    else:
        _decide(tx, row, table, {}, "")
    return {"odd": odd, "state": table.state}


def _decide(tx: Tx, row: Race, table: RaceTable, cards: Mapping[int, Sequence[Card]], digest: str) -> None:
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


def _to_be_dealt(tx: Tx, row: Race, number: int) -> tuple[TableRace, RaceTable]:
    """Return a table whose odd chips are counted.

    Raises:
        Refused: they are not counted (`not_counted`), or the table is decided (`table_done`,
            `dealt_already`).
    """
    found, _loan = _at(tx, row, number)
    _is_open(found)
    if found.state != "counted" or found.row is None:
        message = _("Count the odd chips at table %(number)s first.")
        raise Refused("not_counted", message % {"number": number})
    return found, found.row


def _order(tx: Tx, row: Race, found: TableRace, odd: Mapping[int, int]) -> list[int]:
    try:
        return dealing_order(set(odd), row.starts, found.button)  # type: ignore[arg-type]
    except ValueError:
        message = _("Cards are dealt from the left of the button. Set the button at table %(number)s.")
        raise Refused("button_unknown", message % {"number": found.number}, rule_of(tx)) from None


def _summarise_dealt(journal_entry: JournalEntry) -> str:
    words = _("Table %(number)s: cards dealt for the odd chips; seats %(won)s won a chip")
    return words % _won(journal_entry)


def _won(journal_entry: JournalEntry) -> dict[str, Any]:
    won = (journal_entry.answer or {}).get("won", [])
    return {"number": journal_entry.arguments["number"], "won": ", ".join(map(str, won)) or "–"}


@command(
    "race.deal",
    permission=Permission.DEAL,
    check=at_table_by_number,
    boards=(*SHOWS, "seating"),
    summary=_summarise_dealt,
)
def deal(tx: Tx, race: Id, number: Number) -> Any:
    """Deal a table's cards from the seed whose hash was published (docs/draws.md), and decide its race.

    Args:
        race: a running race.
        number: table number.

    Raises:
        Refused: the odd chips are not counted (`not_counted`), the table is done (`table_done`) or dealt
            already (`dealt_already`), the button is unknown (`button_unknown`), or seating is not set up
            (`no_plan`).
    """
    row = race_in(tx, race)
    found, table = _to_be_dealt(tx, row, number)
    plan = plan_of(tx.tournament)
    if plan is None:
        raise Refused(
            "no_plan", _("Set up this event’s seating first. It publishes the proof for the first draw.")
        )
    colours, suits, held = colours_of(row), usual_way(tx.book).suits, held_at(table)
    order = _order(tx, row, found, odd_chips(held, colours))
    tx.cite(rule_of(tx))
    inputs = race_to_plain(number, colours, row.policy, held, order, suits)  # type: ignore[arg-type]
    record, outcome = hold(tx, plan, "race", inputs)
    cards = {seat: [Card(rank, suit) for rank, suit in dealt] for seat, dealt in outcome["cards"]}
    _decide(tx, row, table, cards, record.digest)
    return {"won": outcome["won"], "saved": outcome["saved"], "digest": record.digest}


def _summarise_cards(journal_entry: JournalEntry) -> str:
    words = _("Table %(number)s: real cards dealt for the odd chips; seats %(won)s won a chip")
    return words % _won(journal_entry)


@command(
    "race.cards", permission=Permission.DEAL, check=at_table_by_number, boards=SHOWS, summary=_summarise_cards
)
def real_cards(
    tx: Tx, race: Id, number: Number, cards: Annotated[list[CardsInput], Field(max_length=12)]
) -> Any:
    """Enter the real cards dealt at a table for the odd chips, and decide its race.

    Args:
        race: a running race.
        number: table number.
        cards: for each seat with odd chips, one card per chip.

    Raises:
        Refused: a seat does not have one card per odd chip (`wrong_cards`), a card occurs too often
            (`same_card`), or for any reason of `race.deal`.
    """
    row = race_in(tx, race)
    _found, table = _to_be_dealt(tx, row, number)
    odd = odd_chips(held_at(table), colours_of(row))
    given = {one.seat: [_card(text) for text in one.cards] for one in cards}
    for seat in {*odd, *given}:
        if len(given.get(seat, ())) != odd.get(seat, 0):
            message = ngettext(
                "Seat %(seat)s has %(count)s odd chip and gets one card for it.",
                "Seat %(seat)s has %(count)s odd chips and gets one card for each.",
                odd.get(seat, 0),
            )
            raise Refused("wrong_cards", message % {"seat": seat, "count": odd.get(seat, 0)})
    decks = -(-sum(odd.values()) // DECK)
    often = Counter(card for dealt in given.values() for card in dealt)
    double = next((card for card, count in often.items() if count > decks), None)
    if double is not None or len(cards) != len(given):
        raise Refused("same_card", _("The same card or seat is listed twice."))
    tx.cite(rule_of(tx))
    _decide(tx, row, table, given, "")
    return {"won": sorted(table.seats.filter(wins=True).values_list("number", flat=True))}


def _card(text: str) -> Card:
    card = Card(_RANKS.get(text[0]) or int(text[0]), _SUITS[text[1]])
    assert card in deck()
    return card


@command(
    "race.table_done",
    permission=Permission.DEAL,
    check=at_table_by_number,
    boards=SHOWS,
    summary=lazy("Table %(number)s has changed its chips and finished its chip race"),
)
def table_done(tx: Tx, race: Id, number: Number, none: bool = False) -> Any:
    """Record that a table has exchanged its chips.

    Args:
        race: a running race.
        number: table number.
        none: no player there holds any small chips, and no count was made.

    Raises:
        Refused: the winners of big chips are not decided yet (`not_decided`), or the table is done
            (`table_done`).
    """
    row = race_in(tx, race)
    found, tournament_table = _at(tx, row, number)
    if found.state == "done":
        raise Refused("table_done", _("Table %(number)s has finished its chip race.") % {"number": number})
    tx.cite(rule_of(tx))
    table = found.row
    if found.state == "open" and none:
        table = write_counts(tx, row, found, tournament_table, {seat: Held(0, 1) for seat in found.people})
    elif found.state != "dealt" or table is None:
        message = _("The chip race at table %(number)s has not been decided yet.")
        raise Refused("not_decided", message % {"number": number}, rule_of(tx))
    tx.save(table, state="done", at=tx.now)
    return {"change": totals_at(table, colours_of(row)).change}
