"""Draws as plain data: inputs and outcome, and recomputing a draw from them. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seating.rules.breaking import Broken, draw_break, draw_order
from seating.rules.button import HighCard, draw_high_card
from seating.rules.draw import METHOD, Field, Late, NoRoom, NotApart, draw_field, draw_seat
from seating.rules.tables import Table
from tourney.rules.randomness import digest_of

Plain = dict[str, Any]


def table_to_plain(table: Table) -> Plain:
    """Convert a table to the plain data of inputs."""
    return {
        "table": table.number,
        "open": table.open,
        "accessible": table.accessible,
        "taken": table.taken,
        "chairs": list(table.free),
        "ghosts": list(table.ghosts),
    }


def _table(plain: Mapping[str, Any]) -> Table:
    return Table(
        number=plain["table"],
        free=tuple(plain["chairs"]),
        taken=plain["taken"],
        open=plain["open"],
        accessible=plain["accessible"],
        ghosts=tuple(plain["ghosts"]),
    )


def field_to_plain(given: Field) -> Plain:
    return {
        "players": list(given.players),
        "tables": [table_to_plain(table) for table in given.tables],
        "needs": list(given.needs),
        "apart": [list(pair) for pair in given.apart],
        "barred": [list(pair) for pair in given.barred],
    }


def late_to_plain(given: Late) -> Plain:
    return {
        "entry": given.entry,
        "tables": [table_to_plain(table) for table in given.tables],
        "needs": given.needs,
        "barred": list(given.barred),
    }


def button_to_plain(given: HighCard) -> Plain:
    return {"table": given.table, "chairs": list(given.seats), "suits": list(given.suits)}


def broken_to_plain(given: Broken) -> Plain:
    return {
        "players": [list(player) for player in given.players],
        "tables": [table_to_plain(table) for table in given.tables],
        "method": given.method,
        "suits": list(given.suits),
    }


def order_to_plain(numbers: Sequence[int]) -> Plain:
    return {"tables": list(numbers)}


def _field_again(seed: str, inputs: Mapping[str, Any]) -> Plain:
    found = draw_field(
        seed,
        Field(
            players=tuple(inputs["players"]),
            tables=tuple(_table(one) for one in inputs["tables"]),
            needs=tuple(inputs["needs"]),
            apart=tuple((one, other) for one, other in inputs["apart"]),
            barred=tuple((one, table) for one, table in inputs["barred"]),
        ),
    )
    return {
        "seats": [list(seat) for seat in found.seats],
        "tables": list(found.tables),
        "shuffles": found.shuffles,
        "unmet": list(found.unmet),
    }


def _seat_again(seed: str, inputs: Mapping[str, Any]) -> Plain:
    given = Late(
        entry=inputs["entry"],
        tables=tuple(_table(one) for one in inputs["tables"]),
        needs=inputs["needs"],
        barred=tuple(inputs["barred"]),
    )
    found = draw_seat(seed, given)
    if found is None:
        raise NoRoom(1)
    return {
        "seats": [[given.entry, found.table, found.seat]],
        "among": [list(seat) for seat in found.among],
        "unmet": list(found.unmet),
    }


def _button_again(seed: str, inputs: Mapping[str, Any]) -> Plain:
    given = HighCard(inputs["table"], tuple(inputs["chairs"]), tuple(inputs["suits"]))
    found = draw_high_card(seed, given)
    return {"seat": found.seat, "cards": [[seat, card.rank, card.suit] for seat, card in found.cards]}


def _break_again(seed: str, inputs: Mapping[str, Any]) -> Plain:
    if inputs["method"] not in {"random", "double_random"}:
        raise ValueError("Unknown draw method.")
    given = Broken(
        players=tuple((entry, chair) for entry, chair in inputs["players"]),
        tables=tuple(_table(one) for one in inputs["tables"]),
        method=inputs["method"],
        suits=tuple(inputs["suits"]),
    )
    found = draw_break(seed, given)
    return {
        "seats": [list(seat) for seat in found.seats],
        "cards": [[chair, card.rank, card.suit] for chair, card in found.cards],
    }


def _order_again(seed: str, inputs: Mapping[str, Any]) -> Plain:
    return {"order": list(draw_order(seed, inputs["tables"]))}


# Every procedure ever used, so that an old draw is verified with its own.
_METHODS: dict[tuple[str, str], Callable[[str, Mapping[str, Any]], Plain]] = {
    (METHOD, "field"): _field_again,
    (METHOD, "seat"): _seat_again,
    (METHOD, "button"): _button_again,
    (METHOD, "break"): _break_again,
    # A redraw is drawn like the first draw, with all seats free.
    (METHOD, "redraw"): _field_again,
    (METHOD, "order"): _order_again,
}


def held(kind: str, method: str, seed: str, inputs: Mapping[str, Any]) -> Plain:
    """Recompute a draw from its seed and inputs.

    Args:
        kind: "field", "seat", "button", "break", "redraw" or "order".
        method: version of the procedure.

    Raises:
        KeyError: the procedure is unknown.
        NoRoom, NotApart: see the procedures.
    """
    return _METHODS[method, kind](seed, inputs)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of verifying a draw.

    Attributes:
        hash_fits: the seed matches the hash published before.
        outcome_fits: the procedure gives the recorded outcome.
        again: the recomputed outcome; None if it cannot be recomputed.
    """

    hash_fits: bool
    outcome_fits: bool
    again: Plain | None

    @property
    def fits(self) -> bool:
        """Return whether the draw was held as announced."""
        return self.hash_fits and self.outcome_fits


def check(
    kind: str,
    method: str,
    digest: str,
    seed: str,
    inputs: Mapping[str, Any],
    outcome: Mapping[str, Any],
    hold: Callable[[str, str, str, Mapping[str, Any]], Plain] = held,
) -> Verdict:
    """Recompute a draw and compare.

    Args:
        kind, method, digest, seed, inputs, outcome: as stored.
        hold: recomputes the outcome; same arguments and exceptions as `held`.
    """
    try:
        again = hold(kind, method, seed, inputs)
    except (NoRoom, NotApart, KeyError, ValueError, TypeError, IndexError):
        again = None
    return Verdict(digest_of(seed) == digest, again is not None and again == dict(outcome), again)
