"""Commands for the chips in play by value: the make-up of stacks, exchanges with the bank, and what came back."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import BaseModel, ConfigDict, Field

from clock.rules.pieces import in_order, worth
from clock.rules.structure import MOST_CHIPS
from procedures.commands.stack_counts import PieceCount
from procedures.models import ChipExchange, ReturnedChips, StackMakeUp
from procedures.services.chip_races import chips_left, chips_of
from procedures.services.chips_by_value import chips_by_value, returned_stacks
from seating.commands.entries import event_is_open
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry, Tournament
from tourney.services.field_counts import field_of
from tourney.services.figures import grouped


class MadeUpStack(BaseModel):
    """A stack that is handed out, and how many chips of each value it has."""

    model_config = ConfigDict(extra="forbid", strict=True)
    use: Literal["entry", "rebuy", "add_on"]
    chips: Annotated[int, Field(ge=1, le=MOST_CHIPS)]
    pieces: Annotated[list[PieceCount], Field(min_length=1, max_length=20)]


PieceCounts = Annotated[list[PieceCount], Field(min_length=1, max_length=20)]


@command(
    "chips.make_up",
    permission=Permission.RUN_CLOCK,
    boards=("stack_count",),
    summary=lazy("Recorded how stacks are made up"),
)
def make_up(tx: Tx, stacks: Annotated[list[MadeUpStack], Field(max_length=20)]) -> None:
    """Record how the stacks of this event are made up, so that counts are compared by value.

    Args:
        stacks: all of them, replacing those recorded before; of several for one use, the one whose chips are all in
            play holds.

    Raises:
        Refused: the event has no such chip (`no_such_chip`), or the pieces are not the stack (`pieces_differ`).
    """
    event_is_open(tx)
    known = chips_of(tx.tournament)
    for one in stacks:
        pieces = _pieces(one.pieces, known)
        if worth(pieces) != one.chips:
            message = _("The chips of this stack are worth %(sum)s, not %(chips)s.")
            figures = {"sum": grouped(worth(pieces)), "chips": grouped(one.chips)}
            raise Refused("pieces_differ", message % figures)
    tx.delete_many(list(StackMakeUp.objects.filter(tournament=tx.tournament)))
    for one in stacks:
        columns: dict[str, Any] = {"use": one.use, "chips": one.chips, "pieces": _pieces(one.pieces, known)}
        tx.create(StackMakeUp, tournament=tx.tournament, **columns)


@command(
    "chips.exchange",
    permission=Permission.SEAT_PLAYERS,
    boards=("stack_count",),
    summary=lazy("Exchanged chips with the bank"),
)
def exchange(tx: Tx, given: PieceCounts, taken: PieceCounts) -> None:
    """Record chips that staff changed with the bank at equal value. Change between players needs no record.

    Args:
        given: chips brought into play.
        taken: chips taken out of play.

    Raises:
        Refused: both are not worth the same (`pieces_differ`), the event has no such chip in play (`no_such_chip`), or
            fewer chips of a value are in play than are taken (`more_than_in_play`).
    """
    event_is_open(tx)
    into, out = _pieces(given, chips_left(tx.tournament)), _pieces(taken, chips_of(tx.tournament))
    if worth(into) != worth(out):
        message = _("The chips given are worth %(given)s, those taken %(taken)s.")
        raise Refused(
            "pieces_differ", message % {"given": grouped(worth(into)), "taken": grouped(worth(out))}
        )
    check_in_play(tx.tournament, out)
    record_exchange(tx, into, out)


def check_in_play(event: Tournament, pieces: Sequence[tuple[int, int]]) -> None:
    """Refuse to take more chips of a value out of play than can be in it (`more_than_in_play`).

    Where the chips in play are not known by value, only their sum limits them. Without stacks on record there is no
    limit: what was removed since leaves such an event with less than nothing.
    """
    known = chips_by_value(event)
    chips = field_of(event).chips
    for value, count in pieces:
        most = known.most(value) if known.pieces else chips // value
        if count > most and (known.pieces or chips > 0):
            message = _("At most %(most)s × %(value)s can be in play, not %(count)s.")
            figures = {"most": grouped(most), "value": grouped(value), "count": grouped(count)}
            raise Refused("more_than_in_play", message % figures)


def _summarise_returned(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    if not answer.get("name"):
        return _("Counted %(chips)s chips of ghosts by value") % {"chips": grouped(answer.get("chips", 0))}
    words = {"name": answer["name"], "chips": grouped(answer.get("chips", 0))}
    return _("Counted the %(chips)s chips of %(name)s that came back by value") % words


@command(
    "chips.count_returned",
    permission=Permission.SEAT_PLAYERS,
    boards=("stack_count",),
    summary=_summarise_returned,
)
def count_returned(tx: Tx, move: Id, pieces: PieceCounts) -> Any:
    """Record by value chips that came back to the bank: surrendered, refunded, or of a player or ghost who was removed.

    Until then their values are assumed, and a count says so.

    Args:
        move: the move by which they left play; recorded again, the last count holds.
        pieces: how many chips of each value came back.

    Raises:
        Refused: no chips came back by this move (`not_found`), the event has no such chip (`no_such_chip`), or the
            pieces are not worth what came back (`pieces_differ`).
    """
    event_is_open(tx)
    back = next((one for one in returned_stacks(tx.tournament) if one.move == move), None)
    if back is None:
        raise Refused("not_found", _("No chips came back by this move."))
    found = _pieces(pieces, chips_of(tx.tournament))
    if worth(found) != back.chips:
        message = _("The chips of this stack are worth %(sum)s, not %(chips)s.")
        raise Refused("pieces_differ", message % {"sum": grouped(worth(found)), "chips": grouped(back.chips)})
    row = ReturnedChips.objects.filter(tournament=tx.tournament, move=move).first()
    if row is None:
        tx.create(ReturnedChips, tournament=tx.tournament, move_id=move, pieces=found, at=tx.now)
    else:
        tx.save(row, pieces=found, at=tx.now)
    return {"name": back.name, "chips": back.chips}


def record_exchange(tx: Tx, given: list[tuple[int, int]], taken: list[tuple[int, int]]) -> None:
    """Keep which chips came into play and which left it."""
    net = dict(given)
    for value, count in taken:
        net[value] = net.get(value, 0) - count
    tx.create(ChipExchange, tournament=tx.tournament, pieces=in_order(list(net.items())), at=tx.now)


def _pieces(pieces: list[PieceCount], known: list[int]) -> list[tuple[int, int]]:
    values = [piece.value for piece in pieces]
    foreign = next((value for value in values if value not in known), None)
    if foreign is not None:
        raise Refused("no_such_chip", _("This event has no %(value)s chips.") % {"value": grouped(foreign)})
    if len(set(values)) < len(values):
        raise Refused("twice", _("A denomination is listed twice."))
    return in_order([(piece.value, piece.count) for piece in pieces])
