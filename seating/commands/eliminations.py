"""What is noted of those who are out: the stack they had, who won it, who went out in the same hand."""

from itertools import groupby
from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from seating.commands.seats import Hunters, note_hunters, winners_of
from seating.models import Bust
from seating.services.chip_limits import can_be
from seating.services.dealer_tables import at_table_of_entry_and_hunters
from seating.services.same_hand import beaten, hands_of, new_hand, noted_bust, of_one_hand
from seating.signals import AnnouncedHand, dealt_after_announcement
from tourney.access.roles import Permission
from tourney.journal.arguments import Chips, Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite

SHOWS = ("outs",)


def _says_noted(line: JournalEntry) -> str:
    words = {"name": (line.answer or {}).get("name", "–"), "winners": winners_of(line)}
    if words["winners"]:
        return _("Recorded for %(name)s’s bust: %(winners)s won the chips") % words
    return _("Recorded details of %(name)s’s bust") % words


@command(
    "bust.note",
    permission=Permission.DEAL,
    check=at_table_of_entry_and_hunters,
    boards=SHOWS,
    summary=_says_noted,
)
def note_bust(tx: Tx, entry: Id, stack: Chips | None = None, hunters: Hunters | None = None) -> Any:
    """Add details of a bust later.

    Args:
        entry: who is out.
        stack: chips at the start of the hand; it ranks those who went out together (PokerStars Live 3.13.3,
            Five Spades 9.5). Left out: stays as it is.
        hunters: entries that won the chips, in place of those noted before; left out: stays as it is.

    Raises:
        Refused: it is not out (`not_busted`); it was taken out with its chips, so nobody won them (`not_beaten`); there
            are fewer chips in play (`too_many_chips`).
    """
    can_be(tx, stack)
    noted = noted_bust(tx, entry)
    if noted.removed and hunters:
        message = _("%(name)s was removed with the chips, so there is no winner.")
        raise Refused("not_beaten", message % {"name": noted.entry.player.name})
    if stack is not None:
        tx.save(noted, stack=stack)
    if hunters is not None:
        for knockout in noted.knockouts.all():
            tx.delete(knockout)
    won_by = note_hunters(tx, noted, hunters or ())
    tx.touch_players(noted.entry.player_id)
    return {"name": noted.entry.player.name, **won_by}


Together = Annotated[list[Id], Field(min_length=2, max_length=100)]
Ranks = Annotated[list[Annotated[int, Field(ge=1, le=100)]], Field(min_length=2, max_length=100)]


def _names(rows: list[Bust]) -> str:
    return ", ".join(row.entry.player.name for row in rows)


def _cite(tx: Tx) -> None:
    places = tx.book.places
    tx.cite(cite(tx.book, places.same_hand_other_table or places.same_hand_same_table))


@command(
    "bust.one_hand",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=lazy("%(names)s busted in the same hand"),
)
def note_one_hand(tx: Tx, entries: Together, announced: bool | None = None) -> Any:
    """Record and confirm that these players busted in the same hand. Their places are public and payable.

    Whether they share their places then is the book's (Munot 79, PokerStars Live 3.13.2-3, Five Spades 9.5).

    Args:
        entries: at least two who are out, beaten.
        announced: whether hand-for-hand or the bubble had been announced before the hand was dealt (Munot 79). Left
            out: as the event's journal has it.

    Raises:
        Refused: one is not out (`not_busted`), or was taken out with the chips (`not_beaten`).
    """
    rows = [beaten(tx, entry) for entry in dict.fromkeys(entries)]
    if len(rows) < 2:
        raise Refused("bad_argument", _("Choose at least two players who busted in the same hand."))
    if announced is None:
        announced = any(
            row.claimed
            or (
                row.tournament_table is not None
                and dealt_after_announcement.ask(AnnouncedHand(tx.tournament, row.tournament_table, row.at))
            )
            for row in rows
        )
    tx.save_many(rows, together=new_hand(tx), claimed=announced, confirmed=True)
    _cite(tx)
    tx.touch_players(*(row.entry.player_id for row in rows))
    return {"names": _names(rows)}


@command(
    "bust.different_hands",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=lazy("%(names)s busted in different hands"),
)
def note_different_hands(tx: Tx, entries: Annotated[list[Id], Field(min_length=1, max_length=100)]) -> Any:
    """Record that these players busted in different hands. Their places follow from the time of each bust.

    Args:
        entries: of one hand, one of them or more.

    Raises:
        Refused: one is not out (`not_busted`), or they are not noted as of one hand (`not_one_hand`).
    """
    rows = of_one_hand(tx, entries)
    tx.save_many(rows, together=None, confirmed=False, stack_order=None)
    tx.touch_players(*(row.entry.player_id for row in rows))
    return {"names": _names(rows)}


@command(
    "bust.stack_order",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=lazy("Stacks at the start of the hand, biggest first: %(names)s"),
)
def note_stack_order(tx: Tx, entries: Together, equal: bool = False, ranks: Ranks | None = None) -> Any:
    """Set the order of the stacks at the start of a hand where they were not counted (PokerStars Live 3.13.3).

    Args:
        entries: of one hand, the biggest stack first unless `ranks` are given.
        equal: they all began it with as many chips.
        ranks: a number for each of `entries`: 1 for the biggest stack, the same number for equal stacks.

    Raises:
        Refused: they are not noted as of one hand (`not_one_hand`), all their stacks are noted (`stacks_counted`), the
            ranks are not one for each entry (`bad_argument`) or contradict stacks that are noted (`stacks_differ`).
    """
    rows = of_one_hand(tx, entries)
    if all(row.stack is not None for row in rows):
        message = _("All their stacks are recorded. Change a stack instead.")
        raise Refused("stacks_counted", message)
    if ranks is not None and (equal or not len(ranks) == len(entries) == len(rows)):
        raise Refused("bad_argument", _("Give each of these players a number."))
    given = ranks or ([1] * len(rows) if equal else list(range(1, len(rows) + 1)))
    counted = [(rank, row.stack) for rank, row in zip(given, rows, strict=True) if row.stack is not None]
    if any((rank < other) != (stack > less) for rank, stack in counted for other, less in counted):
        raise Refused("stacks_differ", _("This order contradicts the recorded stacks."))
    ranked = sorted(zip(given, rows, strict=True), key=lambda one: one[0])
    for rank, row in ranked:
        tx.save(row, stack_order=rank)
    places = tx.book.places
    tx.cite(cite(tx.book, places.same_hand_same_table or places.same_hand_other_table))
    tx.touch_players(*(row.entry.player_id for row in rows))
    return {"names": _by_stack(ranked)}


def _by_stack(ranked: list[tuple[int, Bust]]) -> str:
    """Names by rank, those of equal stacks joined: "Ann, Ben = Carl"."""
    ties = groupby(ranked, key=lambda one: one[0])
    return ", ".join(" = ".join(row.entry.player.name for _rank, row in tie) for _rank, tie in ties)


@command(
    "bust.confirm_hand",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=lazy("Confirmed: %(names)s busted in the same hand"),
)
def confirm_hand(tx: Tx, entries: Together) -> Any:
    """Confirm that these players busted in the same hand. Their places become public and their prizes payable.

    Args:
        entries: all who are noted as out in that hand, so that nobody is confirmed unseen.

    Raises:
        Refused: they are not noted as of one hand (`not_one_hand`), or another one is noted with them by now
            (`hand_changed`).
    """
    rows = of_one_hand(tx, entries)
    if len(rows) != len(hands_of(tx.tournament).get(rows[0].together or 0, ())):
        raise Refused("hand_changed", _("Another player has been added to this hand. Load the page again."))
    tx.save_many(rows, confirmed=True)
    _cite(tx)
    tx.touch_players(*(row.entry.player_id for row in rows))
    return {"names": _names(rows)}
