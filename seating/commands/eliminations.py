"""Commands that add details to busts: stacks, winners of the chips, and busts in the same hand."""

from itertools import groupby
from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from players.services.partners import entry_name, entry_names
from seating.commands.busts import KnockedOutBy, Together, note_knockouts, winners_of
from seating.models import Bust
from seating.services.chip_limits import can_be
from seating.services.dealer_tables import at_table_of_entry_and_winners
from seating.services.same_hand import (
    ask_about_other_hands,
    beaten,
    hands_of,
    new_hand,
    noted_bust,
    of_one_hand,
)
from seating.signals import (
    AnnouncedHand,
    PlacesSettled,
    WinnersNoted,
    dealt_after_announcement,
    places_settled,
    winners_noted,
)
from tourney.access.roles import Permission
from tourney.journal.arguments import Chips, Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite
from tourney.services.figures import grouped

SHOWS = ("eliminations",)


def _summarise_noted(journal_entry: JournalEntry) -> str:
    stack = journal_entry.arguments.get("stack")
    words = {"name": (journal_entry.answer or {}).get("name", "–"), "winners": winners_of(journal_entry)}
    if stack is not None:
        words["chips"] = grouped(stack)
    if stack is not None and words["winners"]:
        text = _(
            "Recorded for %(name)s’s bust: %(chips)s chips at the start of the hand; %(winners)s won the chips"
        )
        return text % words
    if stack is not None:
        return _("Recorded for %(name)s’s bust: %(chips)s chips at the start of the hand") % words
    if words["winners"]:
        return _("Recorded for %(name)s’s bust: %(winners)s won the chips") % words
    return _("Recorded details of %(name)s’s bust") % words


@command(
    "bust.note",
    permission=Permission.DEAL,
    check=at_table_of_entry_and_winners,
    boards=SHOWS,
    summary=_summarise_noted,
)
def note_bust(
    tx: Tx, entry: Id, stack: Chips | None = None, knocked_out_by: KnockedOutBy | None = None
) -> Any:
    """Add details to a bust afterwards.

    Args:
        entry: the eliminated entry.
        stack: chips at the start of the hand; it ranks players who bust in the same hand (PokerStars Live
            3.13.3, Five Spades 9.5). If omitted, it is unchanged.
        knocked_out_by: entries that won the chips, replacing those recorded before; if omitted, unchanged.

    Raises:
        Refused: it is not out (`not_busted`); it was removed with its chips, so nobody won them
            (`not_beaten`); fewer chips are in play (`too_many_chips`).
    """
    can_be(tx, stack)
    noted = noted_bust(tx, entry)
    if noted.removed and knocked_out_by:
        message = _("%(name)s was removed with the chips, so there is no winner.")
        raise Refused("not_beaten", message % {"name": entry_name(noted.entry)})
    if stack is not None:
        tx.save(noted, stack=stack)
        places_settled.send(PlacesSettled(tx))
    if knocked_out_by is not None:
        for knockout in noted.knockouts.all():
            tx.delete(knockout)
    won_by = note_knockouts(tx, noted, knocked_out_by or ())
    if knocked_out_by is not None:
        winners_noted.send(WinnersNoted(tx))
    tx.touch_players(noted.entry.player_id)
    return {"name": entry_name(noted.entry), **won_by}


Ranks = Annotated[list[Annotated[int, Field(ge=1, le=100)]], Field(min_length=2, max_length=100)]


def _names(rows: list[Bust]) -> str:
    return ", ".join(entry_names(row.entry for row in rows))


def _cite(tx: Tx) -> None:
    places = tx.book.places
    tx.cite(cite(tx.book, places.same_hand_other_table or places.same_hand_same_table))


@command(
    "bust.one_hand",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=lazy("%(names)s busted in the same hand"),
)
def note_one_hand(
    tx: Tx, entries: Together, announced: bool | None = None, although_other_hands: bool = False
) -> Any:
    """Record and confirm that these players busted in the same hand. Their places become public and payable.

    The book decides whether they share their places (Munot 79, PokerStars Live 3.13.2-3, Five Spades 9.5).

    Args:
        entries: at least two entries that busted.
        announced: whether hand-for-hand or the bubble had been announced before the hand was dealt (Munot
            79); defaults to what the event's journal shows.
        although_other_hands: record it although their table counted different hands.

    Raises:
        Refused: one is not out (`not_busted`), or was removed with its chips (`not_beaten`); their table counted
            different hands (`other_hands`): the message names them.
    """
    rows = [beaten(tx, entry) for entry in dict.fromkeys(entries)]
    if len(rows) < 2:
        raise Refused("bad_argument", _("Choose at least two players who busted in the same hand."))
    if not although_other_hands:
        ask_about_other_hands(rows)
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
    places_settled.send(PlacesSettled(tx))
    return {"names": _names(rows)}


@command(
    "bust.different_hands",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=lazy("%(names)s busted in different hands"),
)
def note_different_hands(tx: Tx, entries: Annotated[list[Id], Field(min_length=1, max_length=100)]) -> Any:
    """Record that these players busted in different hands. Their places follow from the times of their busts.

    Args:
        entries: one or more entries of the same hand.

    Raises:
        Refused: one is not out (`not_busted`), or they are not recorded as the same hand (`not_one_hand`).
    """
    rows = of_one_hand(tx, entries)
    tx.save_many(rows, together=None, confirmed=False, stack_order=None)
    tx.touch_players(*(row.entry.player_id for row in rows))
    places_settled.send(PlacesSettled(tx))
    return {"names": _names(rows)}


@command(
    "bust.stack_order",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=lazy("Stacks at the start of the hand, biggest first: %(names)s"),
)
def note_stack_order(tx: Tx, entries: Together, equal: bool = False, ranks: Ranks | None = None) -> Any:
    """Set the order of stacks at the start of a hand if they were not counted (PokerStars Live 3.13.3).

    Args:
        entries: entries of one hand, biggest stack first unless `ranks` are given.
        equal: all had the same number of chips.
        ranks: a number for each of `entries`: 1 for the biggest stack, the same number for equal stacks.

    Raises:
        Refused: they are not recorded as the same hand (`not_one_hand`), all their stacks are recorded
            (`stacks_counted`), the ranks do not match the entries in number (`bad_argument`) or contradict
            recorded stacks (`stacks_differ`).
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
    places_settled.send(PlacesSettled(tx))
    return {"names": _by_stack(ranked)}


def _by_stack(ranked: list[tuple[int, Bust]]) -> str:
    """Return names by rank, equal stacks joined: "Ann, Ben = Carl"."""
    names = entry_names(row.entry for _rank, row in ranked)
    ranks = (rank for rank, _row in ranked)
    ties = groupby(zip(ranks, names, strict=True), key=lambda one: one[0])
    return ", ".join(" = ".join(name for _rank, name in tie) for _rank, tie in ties)


@command(
    "bust.confirm_hand",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=lazy("Confirmed: %(names)s busted in the same hand"),
)
def confirm_hand(tx: Tx, entries: Together) -> Any:
    """Confirm that these players busted in the same hand. Their places become public and their prizes
    payable.

    Args:
        entries: all entries recorded as out in that hand, so that none is confirmed unseen.

    Raises:
        Refused: they are not recorded as the same hand (`not_one_hand`), or another entry has been added to
            it since (`hand_changed`).
    """
    rows = of_one_hand(tx, entries)
    if len(rows) != len(hands_of(tx.tournament).get(rows[0].together or 0, ())):
        raise Refused("hand_changed", _("Another player has been added to this hand. Reload the page."))
    tx.save_many(rows, confirmed=True)
    _cite(tx)
    tx.touch_players(*(row.entry.player_id for row in rows))
    places_settled.send(PlacesSettled(tx))
    return {"names": _names(rows)}
