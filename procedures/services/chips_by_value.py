"""Chips in play by value: from the make-up of the stacks, exchanges, races and what came back. Reads only."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from clock.rules.pieces import Pieces, in_order, worth
from players.services.partners import entry_name
from procedures.models import ChipExchange, Race, ReturnedChips, StackMakeUp
from procedures.rules.returned_chips import assumed_pieces
from procedures.services.chip_races import totals_of_race
from tourney.models import ChipMove, Tournament
from tourney.services.field_counts import field_of

USES = {"starting_stack": "entry", "ghost": "entry", "rebuy": "rebuy", "add_on": "add_on"}


@dataclass(frozen=True, slots=True)
class ReturnedStack:
    """Chips that came back to the bank: surrendered, refunded, or of a player or ghost who was removed.

    Attributes:
        move: key of the row.
        kind: of the move.
        name: of the player; "": of ghosts.
        chips: how many came back.
        pieces: by value, as counted; None: not counted by value.
        assumed: by value, where they are assumed as they were handed out: a whole stack that came back.
    """

    move: int
    kind: str
    name: str
    chips: int
    at: datetime
    pieces: Pieces | None
    assumed: Pieces | None = None


@dataclass(frozen=True, slots=True)
class KnownChips:
    """The chips in play by value.

    Attributes:
        pieces: value and number, the largest value first; empty if it is not known of all chips.
        assumed: of chips that came back without being counted by value: those that are assumed.
    """

    pieces: Pieces = ()
    assumed: Pieces = ()

    def most(self, value: int) -> int:
        """Return how many chips of a value can be in play at most, if they are known at all."""
        return dict(self.pieces).get(value, 0) + dict(self.assumed).get(value, 0)


@dataclass(slots=True)
class _Moves:
    """Chips by value as far as moves, exchanges and races tell, and what came back."""

    held: Counter[int] = field(default_factory=Counter)
    returned: list[ReturnedStack] = field(default_factory=list)
    known: bool = True


def chips_by_value(event: Tournament) -> KnownChips:
    """Return the chips in play by value; none if it is not known of all of them.

    It is not known if a stack has no recorded make-up. Chips that came back without being counted by value are
    assumed: a whole stack as it was handed out, others as `assumed_pieces` says.
    """
    made = _make_ups(event)
    if not made or event.counted_by_hand:
        return KnownChips()
    races = _races(event)
    moves = _read_moves(event, made, races)
    if not moves.known:
        return KnownChips()
    held = moves.held
    assumed: Counter[int] = Counter()
    uncounted = 0
    for one in moves.returned:
        pieces = one.pieces if one.pieces is not None else one.assumed
        if pieces is None:
            uncounted += one.chips
            continue
        held.subtract(dict(pieces))
        if one.pieces is None:
            assumed.update(dict(pieces))
    if uncounted:
        gone = {race.small for race in races if race.state == "done"}
        pieces = assumed_pieces(uncounted, held, gone)
        if pieces is None:
            return KnownChips()
        held.subtract(dict(pieces))
        assumed.update(dict(pieces))
    found = in_order(list(held.items()))
    if any(count < 0 for _value, count in found) or worth(found) != field_of(event).chips:
        return KnownChips()
    return KnownChips(found, in_order(list(assumed.items())))


def returned_stacks(event: Tournament) -> list[ReturnedStack]:
    """Return the chips that came back, the oldest first."""
    return _read_moves(event, _make_ups(event), _races(event)).returned


def _make_ups(event: Tournament) -> list[StackMakeUp]:
    return list(StackMakeUp.objects.filter(tournament=event))


def _races(event: Tournament) -> list[Race]:
    return list(Race.objects.filter(tournament=event, started_at__isnull=False))


def _read_moves(event: Tournament, made: Sequence[StackMakeUp], races: Sequence[Race]) -> _Moves:
    found = _Moves()
    exchanged = _add_exchanges(event, found)
    raced = {race.small: race.started_at for race in races if race.state in ("running", "done")}
    counted = dict(ReturnedChips.objects.filter(tournament=event).values_list("move", "pieces"))
    handed: dict[int, int] = defaultdict(int)
    for move in ChipMove.objects.filter(tournament=event).select_related(
        "entry__player", "entry__partner__player"
    ):
        if move.kind == "race":
            continue
        gone = {value for value, since in raced.items() if since is not None and since <= move.at}
        if move.chips > 0:
            handed[move.entry_id or 0] += move.chips
            pieces = handed_out(made, USES.get(move.kind, ""), move.chips, gone)
            if pieces is None:
                found.known = False
            else:
                found.held.update(pieces)
            continue
        if move.kind == "removed" and (-move.chips, move.at) in exchanged:
            # The rest of old chips, which an exchange has taken out already.
            continue
        # Ghosts have no entry; of a player, a stack is whole that has as many chips as were handed out.
        is_whole = move.entry_id is None or handed[move.entry_id] == -move.chips
        found.returned.append(
            ReturnedStack(
                move=move.pk,
                kind=move.kind,
                name="" if move.entry is None else entry_name(move.entry),
                chips=-move.chips,
                at=move.at,
                pieces=counted.get(move.pk),
                assumed=_as_handed_out(made, -move.chips, gone) if is_whole else None,
            )
        )
    for race in races:
        totals = totals_of_race(race)
        found.held[race.small] -= totals.before
        found.held[race.big] += totals.big
    return found


def _add_exchanges(event: Tournament, found: _Moves) -> set[tuple[int, datetime]]:
    """Add the exchanges; return the sum and the time of those that took more than they gave, as those of old chips
    do.
    """
    taken: set[tuple[int, datetime]] = set()
    for pieces, at in ChipExchange.objects.filter(tournament=event).values_list("pieces", "at"):
        found.held.update(dict(pieces))
        if worth(pieces) < 0:
            taken.add((-worth(pieces), at))
    return taken


def _as_handed_out(made: Sequence[StackMakeUp], chips: int, gone: Collection[int]) -> Pieces | None:
    pieces = handed_out(made, "entry", chips, gone)
    return None if pieces is None else in_order(list(pieces.items()))


def handed_out(
    made: Sequence[StackMakeUp], use: str, chips: int, gone: Collection[int]
) -> dict[int, int] | None:
    """Return the chips of a stack, or of several sold at once; None if no such stack is made up.

    Args:
        gone: values that had been raced off then.
    """
    possible = [
        one
        for one in made
        if one.use == use
        and chips % one.chips == 0
        and not set(gone) & {value for value, _count in one.pieces}
    ]
    if not possible:
        return None
    # A whole stack before a part of it; before a colour-up, the stack with the smallest chips.
    best = min(possible, key=lambda one: (chips // one.chips, one.pieces[-1][0], -one.pk))
    return {value: count * (chips // best.chips) for value, count in best.pieces}
