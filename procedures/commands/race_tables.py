"""Commands for one table in a chip race: deal cards, exchange chips."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import BaseModel, ConfigDict, Field

from procedures.commands.chip_races import race_in, rule_of
from procedures.commands.race_counts import decide, race_at, require_undecided, write_counts
from procedures.models import Race, RaceTable
from procedures.rules.colour_up import dealing_order
from procedures.rules.race import Held, odd_chips
from procedures.rules.race_draw import race_to_plain
from procedures.services.chip_races import (
    SHOWS,
    TableRace,
    colours_of,
    held_at,
    totals_at,
    usual_way,
)
from seating.commands.tables import Number
from seating.rules.button import Card, deck
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


class CardsInput(BaseModel):
    """The cards dealt to a seat, in order."""

    model_config = ConfigDict(extra="forbid", strict=True)
    seat: Annotated[int, Field(ge=1, le=12)]
    cards: Annotated[list[CardText], Field(max_length=200)]


def _to_be_dealt(tx: Tx, row: Race, number: int) -> tuple[TableRace, RaceTable]:
    """Return a table whose odd chips are counted.

    Raises:
        Refused: they are not counted (`not_counted`), or the table is decided (`table_done`,
            `dealt_already`).
    """
    found, _table = race_at(tx, row, number)
    require_undecided(found)
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
    decide(tx, row, table, cards, record.digest)
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
    decide(tx, row, table, given, "")
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
    found, tournament_table = race_at(tx, row, number)
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
