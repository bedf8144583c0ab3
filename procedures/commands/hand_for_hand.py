"""Commands for hand-for-hand: announce, report and resolve all-ins, deal, end."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import Field

from clock.rules import verbs
from clock.rules.reading import ClockState
from clock.rules.refusals import NotNow
from clock.services.clock_changes import now_of, opened, save_clock
from clock.services.event_clock import EventClock
from clock.services.progress import stop_clock
from penalties.services.timed_penalties import serve_later
from prizes.services.results import deal_of
from procedures.models import HandForHand, HandForHandTable
from procedures.rules import hand_for_hand as rules
from procedures.services.bags import closed_day_of
from procedures.services.hand_for_hand import SHOWS, dealt_at, hand_for_hand_of, hand_state, keep, minutes_of
from seating.commands.entries import event_is_open
from seating.commands.tables import Number, tournament_table_of
from seating.models import Bust
from seating.rules.one_hand import NOTED_HANDS
from seating.services.dealer_tables import at_table_by_number
from seating.services.played_tables import played_tables
from seating.services.seats import plan_of, seats_at_a_table
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.rulebooks.books.schema import cite

SECOND, MINUTE = 1_000, 60_000
Hand = Annotated[int, Field(ge=0, le=100_000)]
Reason = Literal["money", "final_table", "pay_jump"]
Way = Literal["per_hand", "stopped", "running"]


def _running(tx: Tx) -> HandForHand:
    """Return the hand-for-hand of the command's event.

    Raises:
        Refused: it is not on (`no_hand_for_hand`).
    """
    event_is_open(tx)
    row = hand_for_hand_of(tx.tournament)
    if row is None:
        raise Refused("no_hand_for_hand", _("Hand-for-hand is not in progress."))
    return row


def _refused(tx: Tx, error: rules.ReportFault, this: rules.HandState, table: int | None = None) -> Refused:
    """Convert a refusal of the rules to the user's language."""
    if error.fault is rules.Fault.STILL_PLAYING:
        waiting = len(this.playing) + len(this.waiting) + (this.resolving is not None)
        message = ngettext("%(count)s table is still racing.", "%(count)s tables are still racing.", waiting)
        message = message % {"count": waiting}
    else:
        message = {
            rules.Fault.ANOTHER_HAND: _("That was for another hand: hand %(hand)s is being played now."),
            rules.Fault.NO_SUCH_TABLE: _("Table %(table)s is not playing hand-for-hand."),
            rules.Fault.NOT_ALL_IN: _("Table %(table)s has no pending all-in."),
            rules.Fault.BEING_RESOLVED: _("Another table is turning up its cards."),
        }[error.fault] % {"hand": this.hand, "table": table}
    return Refused(error.fault.value, message, cite(tx.book, tx.book.hand_for_hand.play))


def _report(
    tx: Tx, rule: Callable[[rules.HandState, int, int], rules.HandState], number: int, hand: int
) -> None:
    """Process a table's report of a called all-in.

    Args:
        rule: the function of `procedures.rules.hand_for_hand` to apply.
        number: table number.
        hand: the hand it refers to.
    """
    row = _running(tx)
    this = hand_state(row)
    tournament_table = tournament_table_of(tx, number)
    try:
        found = rule(this, tournament_table.pk, hand)
    except rules.ReportFault as error:
        raise _refused(tx, error, this, number) from None
    tx.cite(cite(tx.book, tx.book.hand_for_hand.all_in))
    keep(tx, row, found)


def _clock_for(tx: Tx, way: Way | None, minutes: int | None) -> tuple[Way, int | None]:
    """Return what the clock does in hand-for-hand, and how many minutes each hand takes off it.

    Raises:
        Refused: more minutes than the book allows (`too_many_minutes`), or a different number if the book
            fixes it (`book_sets_minutes`).
    """
    usual, most = minutes_of(tx.book)
    chosen: Way = way or "per_hand"
    if chosen != "per_hand":
        return chosen, None
    policy = tx.book.hand_for_hand.clock
    if policy is not None and policy.event_may_set is False and minutes not in (None, usual):
        message = _("Each hand takes %(minutes)s minutes off the clock, as set in the rulebook.")
        raise Refused("book_sets_minutes", message % {"minutes": usual}, cite(tx.book, policy))
    if minutes is not None and most is not None and minutes > most:
        message = _("Each hand takes at most %(most)s minutes off the clock.")
        raise Refused(
            "too_many_minutes", message % {"most": most}, cite(tx.book, tx.book.hand_for_hand.clock)
        )
    return chosen, minutes or usual


def _summarise_announced(journal_entry: JournalEntry) -> str:
    tables = (journal_entry.answer or {}).get("tables", 0)
    words = ngettext(
        "Announced hand-for-hand at %(tables)s table", "Announced hand-for-hand at %(tables)s tables", tables
    )
    return words % {"tables": tables}


@command(
    "hand_for_hand.announce",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=_summarise_announced,
    background=True,
)
def announce(
    tx: Tx,
    reason: Reason = "money",
    way: Way | None = None,
    minutes: Annotated[int | None, Field(ge=1, le=30)] = None,
) -> Any:
    """Announce hand-for-hand: each table finishes its hand and waits, then all deal the next one together
    (Munot 77, PokerStars Live 3.13).

    Args:
        reason: what is at stake: the money, the final table, the next pay jump.
        way: the clock meanwhile: `per_hand` takes minutes off for each hand and is stopped otherwise (TDA
            RP-8B–D, WSOP 126), `stopped`, `running`; defaults to the book's.
        minutes: minutes per hand for `per_hand`; defaults to the book's, or two if it is silent.

    Raises:
        Refused: it is on already (`already_announced`); no table is in play (`no_table_in_play`); more minutes
            than the book allows (`too_many_minutes`); for the final table, one bust at each table would not
            bring the field down to it (`too_early`).
    """
    event_is_open(tx)
    if hand_for_hand_of(tx.tournament) is not None:
        raise Refused("already_announced", _("Hand-for-hand is already in progress."))
    played = played_tables(tx.tournament)
    tables = dealt_at(played)
    if not tables:
        raise Refused("no_table_in_play", _("No table is in play."))
    if reason == "final_table":
        _check_near_final_table(tx, len(tables), sum(one.size for one in played.values()))
    chosen, each = _clock_for(tx, way, minutes)
    tx.cite(cite(tx.book, tx.book.hand_for_hand.play))
    row = tx.create(
        HandForHand,
        tournament=tx.tournament,
        reason=reason,
        way=chosen,
        minutes_per_hand=each,
        first=_next_number(tx),
        stopped_clock=chosen == "stopped" and stop_clock(tx),
        announced_at=tx.now,
    )
    tx.create_many(
        [
            HandForHandTable(round=row, tournament_table_id=tournament_table)
            for tournament_table in sorted(tables)
        ]
    )
    return {"round": row.pk, "tables": len(tables)}


def _check_near_final_table(tx: Tx, tables: int, left: int) -> None:
    """Refuse hand-for-hand for the final table while more players are left than could bust in one hand.

    Args:
        tx: the command.
        tables: number of tables in play.
        left: number of players at the tables.
    """
    policy, plan = tx.book.seating.final_table, plan_of(tx.tournament)
    seats = seats_at_a_table(tx.tournament)
    if policy is not None:
        seats = policy.seats_for(seats, cup_final=plan is not None and plan.cup_final) or seats
    most = seats + tables
    if left > most:
        message = _(
            "%(left)s players are left and the final table has %(seats)s seats. Hand-for-hand for the final "
            "table starts with %(most)s players at most."
        )
        raise Refused(
            "too_early", message % {"left": left, "seats": seats, "most": most}, cite(tx.book, policy)
        )


def _next_number(tx: Tx) -> int:
    """Return the number of the first shared hand: higher than any other hand's number in the event."""
    numbered = Bust.objects.filter(entry__tournament=tx.tournament, together__lt=NOTED_HANDS)
    busts = numbered.aggregate(last=Max("together"))["last"]
    rounds = [row.first + row.hand for row in HandForHand.objects.filter(tournament=tx.tournament)]
    return max([busts or 0, *rounds]) + 1


@command(
    "hand_for_hand.all_in",
    permission=Permission.DEAL,
    check=at_table_by_number,
    boards=SHOWS,
    summary=lazy("Table %(number)s: all-in and call, cards face down"),
)
def all_in(tx: Tx, number: Number, hand: Hand) -> None:
    """Record a called all-in at a table. Its cards stay face down until the other tables have finished
    (PokerStars Live 3.13.1, TDA RP-8F).

    Args:
        number: table number.
        hand: number of the shared hand on the board: 0 is the hand in progress at the announcement.

    Raises:
        Refused: another hand is in progress (`another_hand`), or there is no such table in play
            (`no_such_table`).
    """
    _report(tx, rules.all_in, number, hand)


@command(
    "hand_for_hand.resolve",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=lazy("Table %(number)s: cards turned up"),
)
def resolve(tx: Tx, number: Number, hand: Hand) -> None:
    """Turn up the cards of a table with a called all-in, one table at a time, once all others have finished.

    Args:
        number: table number.
        hand: number of the shared hand on the board.

    Raises:
        Refused: other tables are still playing (`still_playing`), another table's cards are being turned up
            (`being_resolved`), no all-in is waiting there (`not_all_in`), or another hand is in progress
            (`another_hand`).
    """
    _report(tx, rules.resolve, number, hand)


@command(
    "hand_for_hand.deal",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=lazy("Hand-for-hand: hand %(hand)s is dealt"),
    background=True,
)
def deal(tx: Tx, hand: Hand) -> Any:
    """Deal the next hand at all tables. The completed one takes its minutes off the clock.

    Args:
        hand: number of the completed hand, so that a second press has no effect.

    Raises:
        Refused: a table is not done (`still_playing`), or another hand is in progress (`another_hand`).
    """
    row = _running(tx)
    this = hand_state(row)
    try:
        found = rules.deal(this, hand)
    except rules.ReportFault as error:
        raise _refused(tx, error, this) from None
    _take_off(tx, row)
    tx.save(row, hand=found.hand, dealt_at=tx.now)
    keep(tx, row, found)
    return {"hand": found.hand}


def _summarise_ended(journal_entry: JournalEntry) -> str:
    hands = (journal_entry.answer or {}).get("hands", 0)
    if not hands:
        return _("Hand-for-hand is over before its first hand")
    words = ngettext(
        "Hand-for-hand is over after %(hands)s hand", "Hand-for-hand is over after %(hands)s hands", hands
    )
    return words % {"hands": hands}


@command(
    "hand_for_hand.end",
    permission=Permission.SEAT_PLAYERS,
    boards=SHOWS,
    summary=_summarise_ended,
    background=True,
)
def end(tx: Tx, hand: Hand) -> Any:
    """End hand-for-hand: tables play on independently, and a clock stopped for it resumes.

    Args:
        hand: number of the shared hand on the board.

    Raises:
        Refused: another hand is in progress (`another_hand`).
    """
    row = _running(tx)
    this = hand_state(row)
    if hand != row.hand:
        raise _refused(tx, rules.ReportFault(rules.Fault.ANOTHER_HAND), this)
    if this.over:
        _take_off(tx, row)
    tx.save(row, ended_at=tx.now)
    went_on = row.stopped_clock and _go_on(tx)
    # From now on time counts again at tables whose hands are not recorded.
    serve_later(tx)
    return {"hands": row.hand, "clock": went_on}


def _take_off(tx: Tx, row: HandForHand) -> None:
    """Take the minutes of the completed hand off the clock. A level with less time left ends, and the rest
    comes off the next one; nothing comes off a break or the next day.

    The hand in progress at the announcement takes none, unless the book includes it (WSOP 126).
    """
    policy = tx.book.hand_for_hand.clock
    if row.minutes_per_hand is None or (row.hand == 0 and not (policy and policy.paused_meanwhile)):
        return
    # Demo levels are shorter by the demo's speed factor.
    ms = row.minutes_per_hand * MINUTE // (tx.tournament.demo_speed or 1)
    event_clock = opened(tx)
    while ms > 0:
        read = event_clock.read(now_of(tx))
        level = event_clock.levels[read.position]
        # The day ends with its last level: nothing comes off the next day's first one.
        off = min(ms, max(0, read.remaining - SECOND)) if level.ends_day else ms
        try:
            if level.kind == "break" or not off:
                break
            if off < read.remaining:
                state, ms = _turned(tx, event_clock, verbs.add, ms=-off), 0
            else:
                state, ms = _turned(tx, event_clock, verbs.next_level), ms - read.remaining
        except NotNow:
            break
        save_clock(tx, event_clock, state)
        event_clock = EventClock(
            event_clock.row,
            event_clock.levels,
            state,
            event_clock.planned_start,
            event_clock.advance,
            event_clock.rule,
            event_clock.book,
        )
    tx.touch("clock", "clock_staff", "lobby")


def _turned(tx: Tx, event_clock: EventClock, verb: Any, **arguments: int) -> ClockState:
    found: ClockState = verb(
        event_clock.levels,
        event_clock.state,
        event_clock.planned_start,
        event_clock.advance,
        now_of(tx),
        **arguments,
    )
    return found


def _go_on(tx: Tx) -> bool:
    """Resume the clock stopped for hand-for-hand, unless a deal is being made or the day is over, which also
    stop it.
    """
    deal = deal_of(tx.tournament)
    if (deal is not None and deal.state == "open") or closed_day_of(tx.tournament) is not None:
        return False
    event_clock = opened(tx)
    try:
        state = _turned(tx, event_clock, verbs.resume)
    except NotNow:
        return False
    save_clock(tx, event_clock, state)
    tx.touch("clock", "clock_staff", "lobby")
    return True
