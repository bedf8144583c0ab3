"""Commands for a count of all stacks: open it, count a table, close it."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import BaseModel, ConfigDict, Field

from clock.rules.pieces import in_order, worth
from clock.rules.structure import MOST_CHIPS
from clock.services.progress import progress_of
from procedures.models import Bag, CountedStack, StackByValue, StackCount, TableCount
from procedures.rules.stack_counts import Occasion, smallest_step
from procedures.services.bags import require_accepted, require_running_day, sealed_bag_text
from procedures.services.chip_races import chips_left, require_no_race
from procedures.services.stack_counts import (
    correct_chips_in_play,
    is_counted,
    open_count_of,
    seats_with_chips,
    stacks_of,
    totals_of,
)
from seating.commands.entries import event_is_open
from seating.commands.tables import Number, tournament_table_of
from seating.models import Seat
from seating.services.chip_limits import can_be
from seating.services.dealer_tables import at_table_by_number
from seating.services.seats import unseated
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.now import to_ms
from tourney.rulebooks.books.schema import cite
from tourney.services.figures import grouped

# Most tables named in a refusal.
_NAMED = 8


class PieceCount(BaseModel):
    """How many chips of a value a stack has."""

    model_config = ConfigDict(extra="forbid", strict=True)
    value: Annotated[int, Field(ge=1, le=MOST_CHIPS)]
    count: Annotated[int, Field(ge=0, le=10_000)]


class SeatStack(BaseModel):
    """The stack of a seat, in chips; `pieces`: how many of each value, if it was counted so."""

    model_config = ConfigDict(extra="forbid", strict=True)
    seat: Annotated[int, Field(ge=1, le=12)]
    chips: Annotated[int, Field(ge=0, le=MOST_CHIPS)]
    pieces: Annotated[list[PieceCount], Field(max_length=20)] = []


@command(
    "stacks.open_count",
    permission=Permission.SEAT_PLAYERS,
    boards=("stack_count",),
    summary=lazy("Started a count of all stacks"),
)
def open_count(tx: Tx, occasion: Occasion = "break") -> Any:
    """Start a count of all stacks. Earlier counts of single stacks do not belong to it.

    Args:
        occasion: `break`, `day_end`: end of the day, `deal`, `check`: any other.

    Raises:
        Refused: a count is in progress (`count_open`), no players are seated (`no_players_seated`), or, at the end of a
            day, a chip race is running (`race_running`); the day is over, and the stacks are in bags (`day_over`).
    """
    event_is_open(tx)
    require_running_day(tx)
    if occasion == "day_end":
        require_no_race(tx)
    if open_count_of(tx.tournament) is not None:
        raise Refused("count_open", _("The stacks are already being counted."))
    if not seats_with_chips(tx.tournament.pk).exists():
        raise Refused("no_players_seated", _("No players are seated, so there are no stacks to count."))
    count = tx.create(StackCount, tournament=tx.tournament, occasion=occasion, opened_at=tx.now)
    return {"count": count.pk}


def _summarise_table(journal_entry: JournalEntry) -> str:
    answer, stacks = journal_entry.answer or {}, journal_entry.arguments["stacks"]
    missing, chips = answer.get("missing", 0), sum(one["chips"] for one in stacks)
    # Entries from before the table's chips were recorded have none.
    whole = answer.get("table_chips", chips)
    values = {
        "table": journal_entry.arguments["number"],
        "stacks": len(stacks),
        "chips": grouped(chips),
        "whole": grouped(whole),
        "missing": missing,
    }
    if whole != chips:
        return ". ".join(_counted_in_part(values, len(stacks), missing))
    if not missing:
        return _("Counted table %(table)s: %(chips)s chips") % values
    text = ngettext(
        "Counted table %(table)s: %(chips)s chips. %(missing)s stack is not counted yet",
        "Counted table %(table)s: %(chips)s chips. %(missing)s stacks are not counted yet",
        missing,
    )
    return text % values


def _counted_in_part(values: Mapping[str, Any], stacks: int, missing: int) -> list[str]:
    """Return sentences: what was counted now, the table's total with earlier counts, and what is missing."""
    counted = ngettext(
        "Counted %(stacks)s stack at table %(table)s: %(chips)s chips",
        "Counted %(stacks)s stacks at table %(table)s: %(chips)s chips",
        stacks,
    )
    found = [counted % values, _("Total at the table: %(whole)s") % values]
    if missing:
        more = ngettext(
            "%(missing)s stack is not counted yet", "%(missing)s stacks are not counted yet", missing
        )
        found.append(more % values)
    return found


@command(
    "stacks.count_table",
    permission=Permission.DEAL,
    check=at_table_by_number,
    boards=("stack_count", "floor", "eliminations"),
    summary=_summarise_table,
)
def count_table(
    tx: Tx,
    number: Number,
    stacks: Annotated[list[SeatStack], Field(min_length=1, max_length=12)],
    seen: Annotated[int, Field(ge=0)] | None = None,
) -> Any:
    """Record the stacks of a table in the count in progress.

    Args:
        number: table number.
        stacks: stacks by seat; seats left out have yet to be counted.
        seen: when the table had last been counted, as the caller saw it (`at` of the board, in ms); null: never.
            Stacks counted after that are not replaced.

    Raises:
        Refused: no count is in progress (`no_count`); a stack was counted after `seen` (`counted_already`); a seat
            is listed twice (`counted_twice`) or has no chips to count (`seat_empty`); a stack is zero
            (`no_chips`), more than the chips in play (`too_many_chips`), or not payable with the chips in play
            (`odd_stack`); a chip is not in play (`chip_not_in_play`), or the pieces are not the stack
            (`pieces_differ`); a stack is sealed in a bag (`stack_sealed`).
    """
    event_is_open(tx)
    count = _in_progress(tx)
    tournament_table = tournament_table_of(tx, number)
    seats = {
        seat.number: seat
        for seat in seats_with_chips(tx.tournament.pk).filter(tournament_table=tournament_table)
    }
    counted = TableCount.objects.filter(stack_count=count, tournament_table=tournament_table).first()
    require_possible(tx, number, stacks, seats)
    latest = max((to_ms(seats[one.seat].counted_at) or 0 for one in stacks), default=0)
    if latest > max(seen or 0, (to_ms(count.opened_at) or 0) - 1):
        raise Refused("counted_already", _counted_already(count, counted, number, seats))
    bags = {bag.seat: bag for bag in Bag.objects.filter(stack_count=count, table=number)}
    for one in stacks:
        if one.seat in bags:
            rule = cite(tx.book, tx.book.clock.end_of_day)
            raise Refused("stack_sealed", sealed_bag_text(bags[one.seat], seats[one.seat]), rule)
    before = sum(seat.stack or 0 for seat in seats.values() if is_counted(count, seat.counted_at))
    was_complete = all(is_counted(count, seat.counted_at) for seat in seats.values())
    for one in stacks:
        tx.save(seats[one.seat], stack=one.chips, counted_at=tx.now)
    _keep_pieces(tx, count, number, stacks)
    columns = {"counted_at": tx.now, "counted_by": tx.actor.name}
    after = sum(seat.stack or 0 for seat in seats.values() if is_counted(count, seat.counted_at))
    if counted is None:
        tx.create(TableCount, stack_count=count, tournament_table=tournament_table, **columns)
    else:
        # A stack that was left out before is no other count of the table.
        if was_complete and before != after:
            columns["earlier_chips"] = before
        tx.save(counted, **columns)
    missing = sum(not is_counted(count, seat.counted_at) for seat in seats.values())
    return {"chips": sum(one.chips for one in stacks), "table_chips": after, "missing": missing}


def _keep_pieces(tx: Tx, count: StackCount, number: int, stacks: Sequence[SeatStack]) -> None:
    """Keep how many chips of each value stacks have; a stack counted without values has none any more."""
    kept = {row.seat: row for row in StackByValue.objects.filter(stack_count=count, table=number)}
    for one in stacks:
        row = kept.get(one.seat)
        pieces = in_order([(piece.value, piece.count) for piece in one.pieces])
        if not pieces:
            if row is not None:
                tx.delete(row)
        elif row is None:
            place = {"table": number, "seat": one.seat}
            tx.create(StackByValue, stack_count=count, **place, chips=one.chips, pieces=pieces)
        else:
            tx.save(row, chips=one.chips, pieces=pieces)


def _summarise_closed(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    values = {"chips": grouped(answer["chips"])}
    if answer["difference"]:
        values["difference"] = grouped(abs(answer["difference"]))
        if answer["difference"] > 0:
            return _("Closed the count: %(chips)s chips, %(difference)s too many") % values
        return _("Closed the count: %(chips)s chips, %(difference)s missing") % values
    return _("Closed the count: %(chips)s chips") % values


@command(
    "stacks.close_count",
    permission=Permission.SEAT_PLAYERS,
    boards=("stack_count", "chip_leaders"),
    summary=_summarise_closed,
)
def close_count(
    tx: Tx, difference: Annotated[int, Field(ge=-(10**15), le=10**15)] = 0, running: bool = False
) -> Any:
    """Close the count in progress and keep its stacks. From then on, the chips counted are those in play.

    Args:
        difference: the difference that the floor accepts: chips counted minus chips in play.
        running: the count is closed although the clock is running in a level.

    Raises:
        Refused: no count is in progress (`no_count`); the clock is running in a level (`clock_running`); a stack is not
            counted (`not_counted`), or a player has no seat (`not_seated`); the stacks do not add up
            (`does_not_add_up`); stacks are sealed in bags (`bags_sealed`).
    """
    count = _in_progress(tx)
    if Bag.objects.filter(stack_count=count).exists():
        message = _("Stacks of this count are sealed in bags. Close the day instead.")
        raise Refused("bags_sealed", message, cite(tx.book, tx.book.clock.end_of_day))
    progress = progress_of(tx.tournament)
    if progress.began is not None and not progress.is_break and not running:
        message = _(
            "The clock is running, so stacks may have changed since they were counted. Pause it first, or close the "
            "count anyway."
        )
        raise Refused("clock_running", message)
    return keep_stacks(tx, count, difference)


def keep_stacks(tx: Tx, count: StackCount, difference: int) -> Any:
    """Close a count and keep its stacks; see `close_count` for the arguments and refusals."""
    totals = totals_of(count)
    missing = [table.number for table in totals.tables if not table.is_complete]
    if missing:
        message = ngettext(
            "%(count)s table is not counted: %(tables)s.",
            "%(count)s tables are not counted: %(tables)s.",
            len(missing),
        )
        named = ", ".join(map(str, missing[:_NAMED])) + (" …" if len(missing) > _NAMED else "")
        raise Refused("not_counted", message % {"count": len(missing), "tables": named}, tx.rule)
    waiting = unseated(tx.tournament).count()
    if waiting:
        message = ngettext(
            "%(count)s player in play has no seat, so their stack is not counted.",
            "%(count)s players in play have no seat, so their stacks are not counted.",
            waiting,
        )
        raise Refused("not_seated", message % {"count": waiting}, tx.rule)
    require_accepted(tx, count, totals, difference)
    tx.create_many(
        [
            CountedStack(
                stack_count=count, entry_id=one.entry, table=one.table, seat=one.seat, chips=one.chips or 0
            )
            for one in stacks_of(count)
        ]
    )
    tx.save(count, closed_at=tx.now, chips=totals.chips, in_play=totals.in_play or None)
    if totals.difference:
        correct_chips_in_play(tx, totals.difference)
    return {"chips": totals.chips, "difference": totals.difference or 0}


def _in_progress(tx: Tx) -> StackCount:
    count = open_count_of(tx.tournament)
    if count is None:
        raise Refused("no_count", _("No count of the stacks is in progress. Start one first."))
    return count


def _counted_already(
    count: StackCount, counted: TableCount | None, number: int, seats: dict[int, Seat]
) -> str:
    chips = sum(seat.stack or 0 for seat in seats.values() if is_counted(count, seat.counted_at))
    values = {"table": number, "chips": grouped(chips)}
    if counted is None:
        return _("Table %(table)s has been counted: %(chips)s chips. Count it again?") % values
    message = _("Table %(table)s has been counted: %(chips)s chips, by %(who)s. Count it again?")
    return message % {**values, "who": counted.counted_by}


def require_possible(tx: Tx, number: int, stacks: Sequence[SeatStack], seats: Mapping[int, Seat]) -> None:
    """Refuse stacks that a table cannot have; see `count_table` for the codes."""
    in_play, listed = chips_left(tx.tournament), set()
    step = smallest_step(in_play)
    for one in stacks:
        values = {"table": number, "seat": one.seat}
        if one.seat in listed:
            raise Refused("counted_twice", _("Table %(table)s, seat %(seat)s is listed twice.") % values)
        listed.add(one.seat)
        if one.seat not in seats:
            raise Refused("seat_empty", _("Table %(table)s, seat %(seat)s has no stack to count.") % values)
        if not one.chips:
            message = _(
                "Table %(table)s, seat %(seat)s: a player without chips has busted. Press “Bust” instead."
            )
            raise Refused("no_chips", message % values)
        if one.chips % step:
            message = _(
                "Table %(table)s, seat %(seat)s: %(chips)s chips are not possible, because stacks are multiples of"
                " %(step)s."
            )
            figures = {
                "chips": grouped(one.chips),
                "step": grouped(step),
            }
            raise Refused("odd_stack", message % {**values, **figures})
        _require_pieces(one, in_play, values)
    can_be(tx, sum(one.chips for one in stacks))


def _require_pieces(stack: SeatStack, in_play: Sequence[int], place: Mapping[str, int]) -> None:
    """Refuse pieces that are not in play, or not the stack."""
    if not stack.pieces:
        return
    foreign = next((piece for piece in stack.pieces if piece.count and piece.value not in in_play), None)
    if foreign is not None:
        message = _("Table %(table)s, seat %(seat)s: there are no chips of %(value)s in play.")
        raise Refused("chip_not_in_play", message % {**place, "value": grouped(foreign.value)})
    total = worth([(piece.value, piece.count) for piece in stack.pieces])
    values = [piece.value for piece in stack.pieces]
    if total != stack.chips or len(set(values)) < len(values):
        message = _("Table %(table)s, seat %(seat)s: the chips are worth %(sum)s, not %(chips)s.")
        figures = {"sum": grouped(total), "chips": grouped(stack.chips)}
        raise Refused("pieces_differ", message % {**place, **figures})
