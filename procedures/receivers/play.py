"""Receivers of the procedures during play, which also answer questions of the floor."""

from collections.abc import Mapping, Sequence, Set
from typing import Any

from django.utils.translation import gettext as _

from clock.services.event_clock import event_clock_of
from clock.services.progress import progress_of, stop_clock
from clock.signals import (
    ClockAdvanced,
    ClockStart,
    DayOver,
    before_clock_start,
    clock_advanced,
    day_over,
    raced_chips,
)
from penalties.services.serving import begin_day
from players.services.partners import entry_name, held_by_any
from players.signals import PersonalDataDeleted, personal_data_deleted
from procedures.commands.event_mode import check_structure
from procedures.models import Bag, HandForHandTable
from procedures.rules import hand_for_hand as rules
from procedures.rules.race_draw import raced_again
from procedures.services.bags import (
    closed_bags_text,
    closed_day_of,
    day_is_over,
    kept_bags,
    require_running_day,
    sealed_bag_of,
    sealed_bag_text,
    unopened_seats,
)
from procedures.services.chip_races import settled_chips, start_later
from procedures.services.hand_for_hand import claim_at, hand_for_hand_of, hand_state, keep, shared_hand
from procedures.services.stack_counts import was_counted
from procedures.signals import bags_go_to, days_before
from seating import signals as seating
from seating.models import TournamentTable
from seating.rules.draw import METHOD
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.rulebooks.books.schema import cite
from tourney.rulebooks.shelf import book_of
from tourney.rules.modes import mode_policy
from tourney.signals import RulebookChanged, rulebook_changed


@raced_chips.provide
def answer_raced_chips(event: Tournament) -> Sequence[int]:
    """Answer which chips have left play because their race is over, here or in the stages before."""
    return sorted(settled_chips(event).raced)


@day_over.provide
def answer_day_over(event: Tournament) -> DayOver | None:
    """Answer which day is over while the next one has not begun."""
    day = closed_day_of(event)
    if day is None and event.closed_at is None:
        return None
    onward = bags_go_to.ask(event)
    if day is not None and onward is None:
        return DayOver(day.number, day.next_start, day.stack_count.chips)
    # Stacks of a flight may have been counted without bags.
    if onward is None or (day is None and not was_counted(event)):
        return None
    chips = None if day is None or onward.begun else day.stack_count.chips
    return DayOver(
        days_before.ask(event) + 1,
        onward.start,
        chips,
        onward.here,
        onward.name,
        "over" if onward.over else "begun" if onward.begun else "waiting",
        onward.event,
    )


def _require_unsealed(tx: Tx, entries: Set[int]) -> None:
    """Refuse to change a stack or a seat while the stack is sealed (`stack_sealed`)."""
    bag = sealed_bag_of(tx.tournament, entries)
    if bag is not None and bag.entry is not None:
        rule = cite(tx.book, tx.book.clock.end_of_day)
        raise Refused("stack_sealed", sealed_bag_text(bag, bag.entry.seat), rule)


@before_clock_start.connect
def keep_clock_still_overnight(event: ClockStart) -> None:
    """Refuse to start the clock between two days (`day_over`), or while more bags than accepted are closed
    (`bags_not_open`). The first start begins a day, too.
    """
    tx = event.tx
    require_running_day(tx)
    if not progress_of(tx.tournament).started:
        _begin(tx, event.absent)


@clock_advanced.connect
def begin_at_planned_start(event: ClockAdvanced) -> None:
    """Begin the first day when the clock starts by itself."""
    changes = [change for change in event.tx.changes if change["model"] == "clock.clock"]
    if any((change["before"] or {}).get("started") is False for change in changes):
        _begin(event.tx)


def _begin(tx: Tx, absent: int | None = None) -> None:
    """Begin a day to which players brought bags from events of earlier stages: those who have not opened them are
    absent, and no hand is in progress that would not count for a penalty.

    Args:
        absent: the accepted number of players whose bags are not open; None: any.

    Raises:
        Refused: there are more (`bags_not_open`).
    """
    if kept_bags(tx.tournament) is None:
        return
    away = unopened_seats(tx.tournament)
    if absent is not None and len(away) > absent:
        raise Refused("bags_not_open", closed_bags_text(away), cite(tx.book, tx.book.seating.absent))
    begin_day(tx)
    tx.save_many(away, absent_since=tx.now, absent_from=0)
    if away:
        tx.touch("bags", "floor", "map")


@seating.before_moves.connect
def keep_seats_of_bags(event: seating.PlayersMoving) -> None:
    """Refuse to move players between two days, except for the draw of the next one, or while their stacks are
    sealed.
    """
    tx, day = event.tx, closed_day_of(event.tx.tournament)
    if day is not None and not (event.kind == "redraw" and day.drawn_at == tx.now):
        raise day_is_over(tx, day)
    if day is None:
        _require_unsealed(tx, event.entries)


@seating.before_stack_count.connect
def keep_sealed_stacks(event: seating.StackCounted) -> None:
    """Refuse to change a stack between two days, or one that is sealed."""
    require_running_day(event.tx)
    if event.seat.entry_id is not None:
        _require_unsealed(event.tx, {event.seat.entry_id})


@seating.before_chips_leave.connect
def keep_chips_in_bags(event: seating.ChipsLeaving) -> None:
    """Refuse to refund what brought chips into play while the stack is sealed, also between two days."""
    tx, entry = event.tx, event.entry
    day = closed_day_of(tx.tournament)
    bag = (
        sealed_bag_of(tx.tournament, {entry.pk})
        if day is None
        else Bag.objects.filter(stack_count=day.stack_count_id, entry=entry, opened_at__isnull=True).first()
    )
    if bag is not None:
        message = _("%(name)s can’t be refunded: the stack is sealed in bag %(bag)s.")
        words = {"name": entry_name(entry), "bag": bag.number}
        raise Refused("stack_sealed", message % words, cite(tx.book, tx.book.clock.end_of_day))


@seating.player_eliminated.connect
def keep_players_with_bags(event: seating.PlayerEliminated) -> None:
    """Refuse a bust between two days, or of a player whose stack is sealed. Players may still be removed."""
    if event.penalty or event.entry.bust.removed:
        return
    require_running_day(event.tx)
    bag = sealed_bag_of(event.tx.tournament, {event.entry.pk})
    if bag is not None:
        message = _("%(name)s can’t bust: the stack is sealed in bag %(bag)s.")
        words = {"name": entry_name(event.entry), "bag": bag.number}
        raise Refused("stack_sealed", message % words, cite(event.tx.book, event.tx.book.clock.end_of_day))


@seating.before_reinstatement.connect
def refuse_reinstatement_overnight(event: seating.Reinstatement) -> None:
    """Refuse to put a player back into play between two days: all stacks are in bags."""
    require_running_day(event.tx)


@seating.shared_hand.provide
def answer_shared_hand(event: Tournament) -> seating.SharedHand | None:
    """Answer which hand all tables play together."""
    return shared_hand(event)


@seating.dealt_after_announcement.provide
def dealt_after_announcement(asked: seating.AnnouncedHand) -> bool:
    """Answer whether a hand was dealt after hand-for-hand (at one table, the bubble) was announced."""
    return claim_at(asked.event, asked.table, asked.at)


@seating.rows_of_table.provide
def rows_of_procedures(tournament_table: TournamentTable) -> Mapping[str, Set[Any]]:
    """Return a table's reports in hand-for-hand and its bags, so that its dealer can undo a mistaken press."""
    entries = tournament_table.seats.filter(entry__isnull=False).values("entry")
    return {
        "procedures.handforhandtable": set(
            HandForHandTable.objects.filter(tournament_table=tournament_table).values_list("pk", flat=True)
        ),
        "procedures.bag": set(Bag.objects.filter(entry__in=entries).values_list("pk", flat=True)),
    }


@seating.draw_outcome.provide
def draw_outcome(draw: seating.KeptDraw) -> dict[str, Any] | None:
    """Recompute the cards of a chip race."""
    return raced_again(draw.seed, draw.inputs) if (draw.method, draw.kind) == (METHOD, "race") else None


@seating.hand_completed.connect
def complete_hand_in_hand_for_hand(event: seating.HandCompleted) -> None:
    """Make a table wait for the others in hand-for-hand, and for the next day.

    Raises:
        Refused: no day is played (`day_over`); its cards stay face down until the floor turns them up
            (`stays_face_down`); it has finished this hand (`waits_for_others`).
    """
    tx, tournament_table = event.tx, event.table
    require_running_day(tx)
    row = hand_for_hand_of(tx.tournament)
    if row is None:
        return
    this = hand_state(row)
    words = {"number": tournament_table.table.number, "count": len(this.playing)}
    if tournament_table.pk in this.waiting:
        message = _(
            "Hand-for-hand: the cards at table %(number)s stay face down until the floor calls for them."
        )
        raise Refused("stays_face_down", message % words, cite(tx.book, tx.book.hand_for_hand.all_in))
    if tournament_table.pk in this.done:
        message = _("Hand-for-hand: table %(number)s has finished and is waiting for the next hand.")
        raise Refused("waits_for_others", message % words, cite(tx.book, tx.book.hand_for_hand.play))
    if tournament_table.pk not in this.tables:
        return
    keep(tx, row, rules.finished(this, tournament_table.pk, row.hand))
    # A break runs on; and a clock started after it was not started for hands that cost no time.
    if row.way == "per_hand" and not progress_of(tx.tournament).is_break and stop_clock(tx):
        tx.save(row, stopped_clock=True)


@clock_advanced.connect
def start_planned_race(event: ClockAdvanced) -> None:
    """Start the chip races planned for the row that has begun."""
    start_later(event.tx)


@before_clock_start.connect
def check_structure_of_mode(event: ClockStart) -> None:
    """Check before play that the structure, which may have been edited, fits the event's mode.

    Raises:
        Refused: it does not (`structure_unfit`).
    """
    tx = event.tx
    if tx.tournament.mode and not progress_of(tx.tournament).started:
        check_structure(tx.book, tx.tournament.mode, event_clock_of(tx.tournament).levels)


@rulebook_changed.connect
def keep_mode_under_new_book(event: RulebookChanged) -> None:
    """Refuse a rulebook that does not have the event's mode.

    Raises:
        Refused: it does not (`mode_not_played`).
    """
    tournament = event.tx.tournament
    if tournament.mode and mode_policy(book_of(tournament.book), tournament.mode) is None:
        message = _("The new rulebook does not have the event’s mode. Change the mode first.")
        raise Refused("mode_not_played", message, fields={"book": message})


@personal_data_deleted.connect
def delete_reasons_of_bags(event: PersonalDataDeleted) -> None:
    """Delete why differences in the bags of an anonymised player were accepted; the chips stay."""
    rows = Bag.objects.filter(held_by_any(event.players, "entry__")).exclude(reason="")
    event.tx.save_many(list(rows), reason="–")
