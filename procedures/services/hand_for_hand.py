"""Current state of hand-for-hand: its rows combined with the tables in play."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from procedures.models import HandForHand, HandForHandTable
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
from tourney.services.prepared_query import PreparedQuery

# Minutes that each hand takes off the clock if the book names none.
SILENT = 2
SHOWS = ("hand_for_hand",)


_RUNNING = PreparedQuery(lambda event: HandForHand.objects.filter(tournament=event, ended_at__isnull=True))


def hand_for_hand_of(event: Tournament) -> HandForHand | None:
    """Return the event's hand-for-hand; None if it is off."""
    return _RUNNING.first(event.pk)


def dealt_at(tables: Mapping[int, PlayedTable]) -> set[int]:
    """Return tables of an event that deal hands, by tournament table key: at least two players, and not
    halted for being short.
    """
    return {
        tournament_table for tournament_table, table in tables.items() if table.size >= 2 and not table.halted
    }


def hand_state(row: HandForHand) -> rules.HandState:
    """Return the current state of hand-for-hand by tournament table key: broken tables are dropped, newly
    opened ones wait for the next hand.
    """
    states = list(row.tables.order_by("at", "id").values_list("tournament_table_id", "state"))
    kept = rules.HandState(
        hand=row.hand,
        playing=frozenset(tournament_table for tournament_table, state in states if state == "playing"),
        waiting=tuple(tournament_table for tournament_table, state in states if state == "all_in"),
        resolving=next(
            (tournament_table for tournament_table, state in states if state == "resolving"), None
        ),
        done=frozenset(tournament_table for tournament_table, state in states if state == "done"),
    )
    return rules.with_tables(kept, dealt_at(played_tables(row.tournament)))


def _states(this: rules.HandState) -> dict[int, str]:
    states = dict.fromkeys(this.playing, "playing") | dict.fromkeys(this.done, "done")
    states |= dict.fromkeys(this.waiting, "all_in")
    return states if this.resolving is None else {**states, this.resolving: "resolving"}


def keep(tx: Tx, row: HandForHand, this: rules.HandState) -> None:
    """Save the state of hand-for-hand. Tables not included keep their last state, but none of them is still being
    turned up: a table that lost its last opponent in the all-in must not hold up the next one.

    Args:
        row: the hand-for-hand.
        this: the state to save, by tournament table key.
    """
    known = {one.tournament_table_id: one for one in row.tables.all()}
    changed: dict[str, list[HandForHandTable]] = {}
    states = _states(this)
    gone = [one for key, one in known.items() if key not in states and one.state == "resolving"]
    if gone:
        changed["done"] = gone
    for tournament_table, state in states.items():
        one = known.get(tournament_table)
        if one is None:
            tx.create(
                HandForHandTable, round=row, tournament_table_id=tournament_table, state=state, at=tx.now
            )
        elif one.state != state:
            changed.setdefault(state, []).append(one)
    # Clear the table that was being turned up before saving the next one.
    for state in sorted(changed, key=lambda state: state == "resolving"):
        tx.save_many(changed[state], state=state, at=tx.now)
    tx.touch(*SHOWS)


def minutes_of(book: Book) -> tuple[int, int | None]:
    """Return the minutes that each hand takes off the clock in a book, and the maximum (None: no limit)."""
    policy = book.hand_for_hand.clock
    if policy is None:
        return SILENT, None
    return policy.minutes_per_hand, policy.most_minutes_per_hand


def shares_from_running_hand(book: Book) -> bool:
    """Return whether busts in the hand in progress at the announcement share places (TDA RP-8A, WSOP 126)."""
    policy = book.hand_for_hand.first_hand
    return policy is not None and policy.sharing_from == "running_hand"


def shared_hand(event: Tournament) -> SharedHand | None:
    """Return the shared hand that all tables play now, for busts in it."""
    row = hand_for_hand_of(event)
    if row is None:
        return None
    if row.hand == 0 and not shares_from_running_hand(book_of(event.book)):
        return SharedHand(None)
    return SharedHand(row.first + row.hand)


_ANNOUNCED = PreparedQuery(
    lambda event, at: HandForHand.objects.filter(tournament=event, announced_at__lte=at).order_by("pk")[:2]
)


def claim_at(event: Tournament, tournament_table: TournamentTable, at: datetime) -> bool:
    """Whether a table's hand at a given time was dealt after the announcement of hand-for-hand, or at one
    table of the bubble (Munot 79). The result stays the same after hand-for-hand ends.

    The hand in progress at the announcement was dealt before it, unless the book includes it. If
    hand-for-hand ended during that hand, the hand is over once the table has reported it, or after the time a
    hand takes.
    """
    announced = _ANNOUNCED.all(event.pk, at)
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
