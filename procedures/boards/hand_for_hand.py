"""Board of hand-for-hand: tables still playing the shared hand, and the next step."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from prizes.services.places import is_complete
from prizes.services.results import prizes_of
from procedures.models import HandForHand
from procedures.rules import hand_for_hand as rules
from procedures.services.hand_for_hand import dealt_at, hand_for_hand_of, hand_state
from seating.boards.table_topic import TABLE, tables_of_recent_busts
from seating.models import TournamentTable
from seating.services.played_tables import played_tables
from tourney.live.boards import Audience, board
from tourney.live.topics import Change, Numbers
from tourney.models import Tournament
from tourney.now import to_ms
from tourney.rulebooks.books.schema import Book, cite
from tourney.rulebooks.shelf import book_of
from tourney.services.field_counts import field_of

# Fewest tables for hand-for-hand if the book is silent (`HandForHandPlay`).
_SILENT = 2


class HandForHandBoard(Struct, frozen=True):
    """Hand-for-hand of an event.

    Attributes:
        on: whether it is on.
        due: it is off, and the book requires it now: at the direct bubble, or a number of players before it.
        reached: it is played for the money, and the money is reached.
        left: players in.
        paid: places paid; 0: unknown.
        reason: what is at stake (`money`, `final_table`, `pay_jump`); null while off, like all that follows.
        way: the clock meanwhile (`per_hand`, `stopped`, `running`).
        minutes: minutes that each hand takes off the clock.
        hand: 0 is the hand in progress at the announcement.
        announced, dealt: times of the announcement and of the last deal.
        tables: number, state ("playing", "all_in", "resolving", "done") and completed hands, by number.
        playing: number of tables still playing.
        turned_up: numbers of tables with a called all-in, in the order in which they are turned up.
        next: the next of them; null while others play, or one is being turned up.
        over: whether the next hand may be dealt.
        rule: the cited rule.
    """

    on: bool
    due: bool
    reached: bool
    left: int
    paid: int
    reason: str | None
    way: str | None
    minutes: int | None
    hand: int | None
    announced: int | None
    dealt: int | None
    tables: list[tuple[int, str, int]]
    playing: int
    turned_up: list[int]
    next: int | None
    over: bool
    rule: str


@board(
    "hand_for_hand",
    topic="t",
    audience=Audience.PUBLIC,
    rows=(
        "procedures.handforhand",
        "procedures.handforhandtable",
        "seating.tournamenttable",
        "seating.seat",
        "tourney.entry",
        "prizes.payout",
    ),
    late=True,
    by_rows=True,
)
def hand_for_hand(tournament_id: int, _name: str = "") -> HandForHandBoard | None:
    """Return the current state of hand-for-hand."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return None
    book, row = book_of(event.book), hand_for_hand_of(event)
    left, paid = field_of(event).left, len(prizes_of(event))
    found = HandForHandBoard(
        on=False,
        due=row is None and _is_due(event, book, left, paid),
        reached=False,
        left=left,
        paid=paid,
        reason=None,
        way=None,
        minutes=None,
        hand=None,
        announced=None,
        dealt=None,
        tables=[],
        playing=0,
        turned_up=[],
        next=None,
        over=False,
        rule=cite(book, book.hand_for_hand.play),
    )
    return found if row is None else _running(found, row)


def _is_due(event: Tournament, book: Book, left: int, paid: int) -> bool:
    policy = book.hand_for_hand.play
    if not paid or left <= paid or not is_complete(event):
        return False
    tables = len(dealt_at(played_tables(event)))
    if policy is None:
        return left == paid + 1 and tables >= _SILENT
    return left <= paid + policy.ahead(tables) and tables >= policy.from_tables


def _running(found: HandForHandBoard, row: HandForHand) -> HandForHandBoard:
    this = hand_state(row)
    rows = TournamentTable.objects.filter(pk__in=this.tables).values_list("pk", "table__number", "hands")
    numbers = {pk: number for pk, number, _hands in rows}
    turned_up = ([] if this.resolving is None else [this.resolving]) + list(this.waiting)
    following = this.next_to_resolve
    return replace(
        found,
        on=True,
        reached=row.reason == "money" and 0 < found.left <= found.paid,
        reason=row.reason,
        way=row.way,
        minutes=row.minutes_per_hand,
        hand=row.hand,
        announced=to_ms(row.announced_at),
        dealt=to_ms(row.dealt_at),
        tables=sorted((number, _state(this, pk), hands) for pk, number, hands in rows),
        playing=len(this.playing),
        turned_up=[numbers[tournament_table] for tournament_table in turned_up],
        next=None if following is None else numbers[following],
        over=this.over,
    )


def _state(this: rules.HandState, tournament_table: int) -> str:
    if tournament_table in this.playing:
        return "playing"
    if tournament_table == this.resolving:
        return "resolving"
    return "all_in" if tournament_table in this.waiting else "done"


@TABLE.concerned_by("procedures.handforhand")
def tables_of_the_last_busts(event: int, changes: Sequence[Change]) -> Numbers:
    """Return the tables that ask whether the next bust was in the same hand; not in a shared hand."""
    return tables_of_recent_busts(event)
