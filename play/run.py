"""Play one event from the furnishing to the replay of its journal, and count."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from play.closing import tidy
from play.event import Furnished, Wanted, furnish
from play.mirror import ENTRY
from play.replayed import faults_of
from play.steps import Playing
from play.times import AtOnce, ByTheClock, Closed
from tourney.rulebooks.shelf import book_of

# Moves of each player, on average, from which tables are opened and broken again and again.
_MOST_MOVES = 0.95


@dataclass(slots=True)
class Outcome:
    """What came of it.

    Attributes:
        counts: as they are printed, the last line of the command.
        faults: what did not hold, in words.
        busts, proposals, accepted: seconds of each.
    """

    event: int
    counts: dict[str, int | float]
    faults: list[str]
    busts: list[float] = field(default_factory=list)
    proposals: list[float] = field(default_factory=list)
    accepted: list[float] = field(default_factory=list)


def run(
    wanted: Wanted,
    seed: int,
    *,
    fast: bool,
    keep: bool,
    on_furnished: Callable[[Furnished], None] = lambda room: None,
    on_thousand: Callable[[Playing], None] = lambda playing: None,
) -> Outcome:
    """Play an event.

    Args:
        seed: of what happens; what the house itself draws has seeds of its own.
        fast: nobody waits.
        keep: leave the event open and its tables where they are.
        on_furnished: called before the first entry is sold.
        on_thousand: called after every thousandth bust.
    """
    began = time.perf_counter()
    room = furnish(wanted)
    on_furnished(room)
    dice = Random(seed)  # noqa: S311 - plausible evenings, no secrets
    playing = Playing(room, dice, AtOnce(room) if fast else ByTheClock(room, wanted.speed), on_thousand)
    try:
        playing.play()
    except Closed:
        keep = True
        playing.checks.judge("the end", ["somebody has closed the event before it was over"])
    checks = playing.checks
    checks.judge("moves", _churn(playing))
    if not keep and not checks.failed:
        tidy(room)
        playing.follow()
    checks.judge("replay of the journal", faults_of(room.event))
    entries = checks.mirror.rows[ENTRY].values()
    counts: dict[str, int | float] = {
        "entries": len(entries),
        "reentries": sum(1 for row in entries if row["kind"] == "re_entry"),
        "surrenders": playing.counts["surrenders"],
        "busts": playing.counts["busts"],
        "breaks": checks.kinds["break"],
        "balances": checks.kinds["balance"],
        "moves": playing.counts["moves"],
        "moves_per_player": round(playing.counts["moves"] / max(len(entries), 1), 2),
        "journal": checks.mirror.seq,
        "pool": checks.purse.pool,
        "paid": checks.purse.paid_as("prize", "deal"),
        "places_paid": len(checks.purse.ladder),
        "races": checks.races.done,
        "chips_before": checks.races.before,
        "chips_after": checks.races.after,
        "hands_for_hand": checks.together.hands,
        "penalties": len(checks.served.rows),
        "hands_served": checks.served.hands,
        "checks": checks.made,
        "failed_checks": checks.failed,
        "seconds": round(time.perf_counter() - began, 2),
    }
    return Outcome(
        room.event, counts, checks.faults, playing.busts, playing.work.seconds, playing.work.accepted
    )


def _churn(playing: Playing) -> list[str]:
    """Say whether players were moved more often than breaks, balancing and the final table need.

    With 30 players and with 100 each moves about 0.7 times.
    """
    entries = len(playing.checks.mirror.rows[ENTRY])
    moves = playing.counts["moves"] / max(entries, 1)
    return [f"{moves:.2f} moves a player, and {_MOST_MOVES} are enough"] if moves > _MOST_MOVES else []


def wanted_of(name: str, players: int, book: str, *, seats: int | None, speed: float, seed: int) -> Wanted:
    """What is to be played; where the book knows ghosts, they play in every second event."""
    ghosts = book_of(book).seating.ghosts is not None and seed % 2 == 0
    return Wanted(name, players, book, seats=seats, speed=speed, ghosts=ghosts, seed=seed)


def percentile(values: Sequence[float], part: float) -> float:
    """The value that such a part of all stays under; 0 of none."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)] if ordered else 0.0
