"""Commands for play at a table: button, completed hands, chip counts, absent players."""

from typing import Annotated, Any, NoReturn

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from clock.services.progress import progress_of
from players.services.partners import entry_name
from seating.commands.entries import event_is_open, seat_of
from seating.commands.seats import SeatNumber
from seating.commands.tables import Number, tournament_table_of
from seating.models import Seat, TournamentTable
from seating.rules.positions import Ring, first_hand, gets_cards, next_hand
from seating.rules.stud import button_stays
from seating.services.chip_limits import can_be
from seating.services.dealer_tables import at_table_by_number, at_table_of_entry
from seating.services.reviews import review_later
from seating.services.table_positions import button_known_until, columns, recorded_columns, ring_of, rules_of
from seating.signals import (
    HandCompleted,
    HandMisdealt,
    StackCounted,
    before_stack_count,
    hand_completed,
    hand_misdealt,
    shared_hand,
)
from tourney.access.roles import Permission, Role
from tourney.journal.arguments import Chips, Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite
from tourney.rules.modes import WIN_THE_BUTTON
from tourney.services.prepared_query import PreparedQuery

SHOWS = ("floor", "map")
Hand = Annotated[int, Field(ge=1, le=1_000_000)]


def _at_table(tx: Tx, number: int, seat: int) -> TournamentTable:
    tournament_table = tournament_table_of(tx, number)
    if seat > tournament_table.table.seats:
        message = _("Table %(number)s has no seat %(seat)s.")
        raise Refused("no_such_seat", message % {"number": number, "seat": seat})
    return tournament_table


def _is_being_played(tournament_table: TournamentTable, hand: int) -> None:
    """Refuse if another hand is in progress at the table (`hand_finished`)."""
    if hand == tournament_table.hands + 1:
        return
    words = {"number": tournament_table.table.number, "hand": tournament_table.hands + 1, "other": hand}
    if hand <= tournament_table.hands:
        message = _("Table %(number)s is on hand %(hand)s: hand %(other)s has already been counted.")
    else:
        message = _("Table %(number)s is on hand %(hand)s, not hand %(other)s.")
    raise Refused("hand_finished", message % words)


@command(
    "table.button",
    permission=Permission.DEAL,
    check=at_table_by_number,
    boards=SHOWS,
    summary=lazy("Table %(number)s: the button is in seat %(button)s"),
)
def put_button(
    tx: Tx, number: Number, button: SeatNumber, big_blind: SeatNumber | None = None, hand: Hand | None = None
) -> Any:
    """Set a table's button in the current hand. The blinds follow from the seated players.

    Args:
        number: table number.
        button: its seat; an empty one if the button is dead and the book leaves it there (PokerStars Live
            3.1.1, Other Poker 24, TDA 32; not Munot 32, Five Spades 9.4, nor heads-up).
        big_blind: the seat that posts the big blind in this hand, if it is not the second player after the
            button (a dead small blind).
        hand: number of the hand it applies to, counted from 1 in this event, if the caller knows it.

    Raises:
        Refused: nobody sits there (`no_players_seated`), the seats cannot be combined (`bad_positions`), the
            button's seat is empty and the button cannot be dead here (`no_dead_button`), or the hand is over
            (`hand_finished`).
    """
    event_is_open(tx)
    tournament_table = _at_table(tx, number, max(button, big_blind or 1))
    if hand is not None:
        _is_being_played(tournament_table, hand)
    ring, _before = ring_of(tournament_table)
    if len(ring.live) < 2:
        raise Refused(
            "no_players_seated", _("Table %(number)s has fewer than two players.") % {"number": number}
        )
    try:
        found = first_hand(ring, button, rules_of(tx.book), big_blind)
    except ValueError:
        message = _("With the button in seat %(button)s, the big blind can’t be in seat %(big_blind)s.")
        raise Refused("bad_positions", message % {"button": button, "big_blind": big_blind}) from None
    tx.cite(cite(tx.book, tx.book.seating.button))
    if found.button != button:
        # Never move it silently: in this book the button always belongs to a player.
        _refuse_dead_button(tx, button, found.button, players=len(ring.live))
    tx.save(tournament_table, **recorded_columns(found, tx.now))
    review_later(tx)
    return columns(found)


def _refuse_dead_button(tx: Tx, button: int, before: int, *, players: int) -> NoReturn:
    """Refuse a button at an empty seat where the book has no dead button.

    Args:
        before: seat of the last player before it.
        players: number of players dealt in.
    """
    if players == 2:
        message = _("Seat %(button)s is empty. Heads-up, the button is always on a player: set it there.")
        rule = cite(tx.book, tx.book.seating.heads_up)
    else:
        message = _(
            "Seat %(button)s is empty. The button is always on a player here: set it on seat %(before)s."
        )
        rule = tx.rule
    raise Refused("no_dead_button", message % {"button": button, "before": before}, rule)


def _summarise_finished(journal_entry: JournalEntry) -> str:
    if journal_entry.arguments.get("misdeal"):
        words = _("Table %(number)s: misdeal in hand %(hand)s, redeal")
    else:
        words = _("Table %(number)s: hand %(hand)s is over")
    return words % {"number": journal_entry.arguments["number"], "hand": journal_entry.arguments["hand"]}


@command(
    "hand.finish",
    permission=Permission.DEAL,
    check=at_table_by_number,
    boards=SHOWS,
    summary=_summarise_finished,
)
def finish_hand(
    tx: Tx, number: Number, hand: Hand, misdeal: bool = False, winner: SeatNumber | None = None
) -> Any:
    """Complete a hand: count it, and advance button and blinds by the rulebook; in stud they stay (TDA 11B,
    WSOP 67b).

    Args:
        number: table number.
        hand: which hand, counted from 1 in this event; a late or repeated press is refused.
        misdeal: the hand is dealt again exactly as it was: button and blinds stay, and it counts once for
            players who sit out hands (Munot 35, TDA 35C).
        winner: seat of the player who won the pot, in an event of the mode “win the button”: the button goes there
            (Five Spades 4.20).

    Raises:
        Refused: this hand is over already (`hand_finished`); in hand-for-hand the table waits for the others
            (`waits_for_others`); in that mode the dealer names no winner (`no_winner`), or nobody sits there
            (`seat_empty`).
    """
    event_is_open(tx)
    tournament_table = tournament_table_of(tx, number)
    _is_being_played(tournament_table, hand)
    # The floor's tap in hand-for-hand does not change whether the table's own tablet records every hand.
    dealt = tx.actor.role is Role.DEALER or shared_hand.ask(tx.tournament) is None
    counts = dealt or tournament_table.tells_hands
    if misdeal:
        hand_misdealt.send(HandMisdealt(tx, tournament_table))
        tx.save(tournament_table, hands=hand, counts_hands=counts)
        return {}
    # The floor ends a hand on a table's behalf without seeing who won; the button is then unknown. A table
    # that was broken after a bust, before its dealer ended the hand, has no players left.
    asked = tx.tournament.mode == WIN_THE_BUTTON and tx.actor.role is Role.DEALER
    if asked and winner is None and tournament_table.seats.filter(kind__in=("player", "ghost")).exists():
        message = _("Who won the pot? The button goes to that seat.")
        raise Refused("no_winner", message, cite(tx.book, tx.book.modes.win_the_button))
    return end_hand(tx, tournament_table, counts=counts, winner=winner)


_PLAYERS = PreparedQuery(lambda table: Seat.objects.filter(tournament_table=table, kind="player"))


def end_hand(
    tx: Tx, tournament_table: TournamentTable, *, counts: bool, winner: int | None = None
) -> dict[str, int | None]:
    """Count a table's hand, and advance button and blinds.

    Args:
        tournament_table: the table.
        counts: whether every hand is recorded there.
        winner: seat that won the pot, for the mode “win the button”; None: unknown, and so is the button there.

    Returns:
        The positions of the next hand; empty if the button is unknown.
    """
    hand_completed.send(HandCompleted(tx, tournament_table))
    ring, before = ring_of(tournament_table)
    moved: dict[str, int | None] = {}
    if button_stays(progress_of(tx.tournament).family, tx.book):
        tx.cite(cite(tx.book, tx.book.seating.stud_button))
    elif tx.tournament.mode == WIN_THE_BUTTON:
        moved = _button_to_winner(tx, tournament_table, ring, winner)
    elif before is not None and len(ring.live) >= 2:
        rules = rules_of(tx.book)
        coming = next_hand(ring, before, rules)
        moved = columns(coming)
        tx.cite(cite(tx.book, tx.book.seating.button))
        # Update who waits: players who sat down during the hand or waited may be dealt in now, or not.
        seats = _PLAYERS.all(tournament_table.pk)
        for waits in (False, True):
            others = [
                one
                for one in seats
                if one.waits is not waits and gets_cards(ring, coming, one.number, rules) != waits
            ]
            tx.save_many(others, waits=waits)
    # The dealer sees the button. A tap on the table's behalf advances an uncertain button without confirming
    # it.
    until = button_known_until(tournament_table)
    sees = tx.actor.role is Role.DEALER or (until is not None and until >= tx.now)
    at = {"button_at": tx.now} if before is not None and sees else {}
    if winner is not None and tx.tournament.mode == WIN_THE_BUTTON:
        at = {"button_at": tx.now}
    tx.save(tournament_table, hands=tournament_table.hands + 1, counts_hands=counts, **moved, **at)
    if moved:
        review_later(tx)
    return moved


def _button_to_winner(
    tx: Tx, tournament_table: TournamentTable, ring: Ring, winner: int | None
) -> dict[str, int | None]:
    """Return the positions of the next hand: the winner of the pot has the button (Five Spades 4.20)."""
    tx.cite(cite(tx.book, tx.book.modes.win_the_button))
    if winner is not None and winner not in ring.live:
        words = {"number": tournament_table.table.number, "seat": winner}
        raise Refused("seat_empty", _("Table %(number)s has no player in seat %(seat)s.") % words, tx.rule)
    if winner is None or len(ring.live) < 2:
        return columns(None)
    return columns(first_hand(ring, winner, rules_of(tx.book)))


@command(
    "stack.count",
    permission=Permission.DEAL,
    check=at_table_of_entry,
    boards=("floor", "eliminations"),
    summary=lazy("%(name)s has %(chips)s chips"),
)
def count_stack(tx: Tx, entry: Id, chips: Chips) -> Any:
    """Record a player's chip count.

    Args:
        entry: a seated entry in play.
        chips: the counted stack.

    Raises:
        Refused: the count is zero (`no_chips`), or fewer chips are in play (`too_many_chips`).
    """
    event_is_open(tx)
    seat = seat_of(tx, entry)
    assert seat.entry is not None
    name = entry_name(seat.entry)
    if not chips:
        message = _("A player without chips has busted: press “Bust” for %(name)s instead.")
        raise Refused("no_chips", message % {"name": name})
    keep_stack(tx, seat, chips)
    return {"name": name, "table": seat.tournament_table.table.number}


def keep_stack(tx: Tx, seat: Seat, chips: int) -> None:
    """Record the counted stack of a seat; see `count_stack` for the refusals."""
    can_be(tx, chips)
    before_stack_count.send(StackCounted(tx, seat))
    tx.save(seat, stack=chips, counted_at=tx.now)


def _presence(tx: Tx, entry: int, *, away: bool) -> Any:
    event_is_open(tx)
    seat = seat_of(tx, entry)
    assert seat.entry is not None
    name = entry_name(seat.entry)
    if (seat.absent_since is not None) == away:
        words = _("%(name)s is already marked as away.") if away else _("%(name)s is not away.")
        raise Refused("already_so", words % {"name": name})
    tx.cite(cite(tx.book, tx.book.seating.absent))
    played = progress_of(tx.tournament).played if away else None
    tx.save(seat, absent_since=tx.now if away else None, absent_from=played)
    return {"name": name, "table": seat.tournament_table.table.number, "seat": seat.number}


@command(
    "seat.absent",
    permission=Permission.DEAL,
    check=at_table_of_entry,
    boards=SHOWS,
    summary=lazy("%(name)s is away (table %(table)s)"),
)
def mark_absent(tx: Tx, entry: Id) -> Any:
    """Mark a player as absent. The stack is played as the rulebook says (Five Spades 9.5, TDA 30).

    Args:
        entry: a seated entry in play.
    """
    return _presence(tx, entry, away=True)


@command(
    "seat.back",
    permission=Permission.DEAL,
    check=at_table_of_entry,
    boards=SHOWS,
    summary=lazy("%(name)s is back (table %(table)s)"),
)
def mark_back(tx: Tx, entry: Id) -> Any:
    """Mark an absent player as back.

    Args:
        entry: a seated entry in play.
    """
    return _presence(tx, entry, away=False)
