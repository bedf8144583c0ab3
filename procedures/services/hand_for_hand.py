"""Hand-for-hand as it stands: the rows of a round, and the tables that are played at now, put together."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from clock.models import HandForHand, HandForHandTable
from procedures.rules import hand_for_hand as rules
from seating.models import TournamentTable
from seating.rules.one_hand import ASKED_FOR
from seating.rules.played import PlayedTable
from seating.services.played_tables import played_tables
from seating.signals import SharedHand
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament
from tourney.rulebooks.books.schema import Book
from tourney.rulebooks.shelf import book_of

# Minutes that each hand takes off the clock where the book names none.
SILENT = 2
SHOWS = ("round",)


def round_of(event: Tournament) -> HandForHand | None:
    """The hand-for-hand an event is in; None where it is in none."""
    return HandForHand.objects.filter(tournament=event, ended_at__isnull=True).first()


def dealt_at(tables: Mapping[int, PlayedTable]) -> set[int]:
    """Of an event's tables those at which hands are dealt, by the key of the loan: two at least sit there, and it is
    not stopped for being short.
    """
    return {
        tournament_table for tournament_table, table in tables.items() if table.size >= 2 and not table.halted
    }


def standing(row: HandForHand) -> rules.Round:
    """Hand-for-hand as it stands, tables by the key of their loan: one that was broken since is waited for no more, one
    that was opened waits for the next hand.
    """
    states = list(row.tables.order_by("at", "id").values_list("tournament_table_id", "state"))
    kept = rules.Round(
        hand=row.hand,
        playing=frozenset(tournament_table for tournament_table, state in states if state == "playing"),
        waiting=tuple(tournament_table for tournament_table, state in states if state == "all_in"),
        resolving=next(
            (tournament_table for tournament_table, state in states if state == "resolving"), None
        ),
        done=frozenset(tournament_table for tournament_table, state in states if state == "done"),
    )
    return rules.with_tables(kept, dealt_at(played_tables(row.tournament)))


def _states(this: rules.Round) -> dict[int, str]:
    states = dict.fromkeys(this.playing, "playing") | dict.fromkeys(this.done, "done")
    states |= dict.fromkeys(this.waiting, "all_in")
    return states if this.resolving is None else {**states, this.resolving: "resolving"}


def keep(tx: Tx, row: HandForHand, this: rules.Round) -> None:
    """Write down how hand-for-hand stands. Tables it does not name keep their last state.

    Args:
        row: the round.
        this: as it stands now, tables by the key of their loan.
    """
    known = {one.tournament_table_id: one for one in row.tables.all()}
    changed: dict[str, list[HandForHandTable]] = {}
    for tournament_table, state in _states(this).items():
        one = known.get(tournament_table)
        if one is None:
            tx.create(
                HandForHandTable, round=row, tournament_table_id=tournament_table, state=state, at=tx.now
            )
        elif one.state != state:
            changed.setdefault(state, []).append(one)
    # Who was turned up is so no more before the next one is.
    for state in sorted(changed, key=lambda state: state == "resolving"):
        tx.save_many(changed[state], state=state, at=tx.now)
    tx.touch(*SHOWS)


def minutes_of(book: Book) -> tuple[int, int | None]:
    """How many minutes each hand takes off the clock in a book, and how many at most (None: it names none)."""
    policy = book.hand_for_hand.clock
    if policy is None:
        return SILENT, None
    return policy.minutes_per_hand, policy.most_minutes_per_hand


def shares_from_running_hand(book: Book) -> bool:
    """Whether those who go out in the hand that runs at the announcement share already (TDA RP-8A, WSOP 126)."""
    policy = book.hand_for_hand.first_hand
    return policy is not None and policy.sharing_from == "running_hand"


def shared_hand(event: Tournament) -> SharedHand | None:
    """The hand that all tables play now, for whoever goes out in it."""
    row = round_of(event)
    if row is None:
        return None
    if row.hand == 0 and not shares_from_running_hand(book_of(event.book)):
        return SharedHand(None)
    return SharedHand(row.first + row.hand)


def claim_at(event: Tournament, tournament_table: TournamentTable, at: datetime) -> bool:
    """Whether the hand that a table played at a moment was dealt after hand-for-hand, at one table the bubble, was
    announced (Munot 79). It stays so once hand-for-hand is over.

    The hand that ran at the announcement was dealt before, unless the book counts it in. Where hand-for-hand ended
    within it, it is over once the table has said so, or after the time a hand takes.
    """
    announced = list(HandForHand.objects.filter(tournament=event, announced_at__lte=at).order_by("pk")[:2])
    if not announced:
        return False
    row = announced[0]
    if len(announced) > 1 or shares_from_running_hand(book_of(event.book)):
        return True
    if row.hand:
        dealt = JournalEntry.journal(event.pk).filter(kind="hand_for_hand.deal", at__gte=row.announced_at)
        first = dealt.order_by("seq").values_list("at", flat=True).first()
        return first is None or at >= first
    if row.ended_at is None or at < row.ended_at:
        return False
    ended = not row.tables.filter(tournament_table=tournament_table).exclude(state="done").exists()
    return ended or at - row.announced_at > timedelta(milliseconds=ASKED_FOR)
