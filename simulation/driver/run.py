"""Play one event from its setup to its last payment, and collect statistics."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from desk.models import Item
from penalties.models import Penalty
from prizes.models import PlacePrize
from prizes.services.money import pool_of
from prizes.services.results import paid_in
from procedures.models import EventDay, HandForHand, Race, RaceSeat
from simulation.driver.cleanup import tidy
from simulation.driver.context import Observe, no_observer
from simulation.driver.event import (
    CLOCK,
    HEATS_2,
    HEATS_3,
    LEAGUE,
    RESTART,
    PreparedEvent,
    Wanted,
    prepare_event,
)
from simulation.driver.event_clock import AtOnce, ByTheClock, Closed
from simulation.driver.flights import FlightsPlay
from simulation.driver.heats import LeaguePlay
from simulation.driver.multi_rounds import MultiRoundPlay
from simulation.driver.playthrough import Playthrough
from simulation.driver.rounds import ClockPlay, RestartPlay
from simulation.driver.timed_observer import TimedObserver
from tourney.models import ChipMove, Entry, Tournament
from tourney.rulebooks.shelf import book_of
from tourney.snapshot import consistent_read

_IN_STAGES: dict[str, type[FlightsPlay]] = {
    RESTART: RestartPlay, LEAGUE: LeaguePlay, CLOCK: ClockPlay, HEATS_2: MultiRoundPlay, HEATS_3: MultiRoundPlay,
}  # fmt: skip


@dataclass(slots=True)
class Outcome:
    """The result of a simulated event.

    Attributes:
        counts: as printed in the last line of the command.
        faults: failed checks, in words.
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
    on_prepared: Callable[[PreparedEvent], None] = lambda room: None,
    on_thousand: Callable[[Playthrough], None] = lambda playing: None,
    observe: Observe = no_observer,
) -> Outcome:
    """Play an event.

    Args:
        seed: random seed; draws by the room have separate seeds.
        fast: do not wait.
        keep: leave the event open with its tables.
        on_prepared: called before the first entry is sold.
        on_thousand: called after every thousandth bust.
        observe: returns the observer that checks the event.
    """
    began = time.perf_counter()
    room = prepare_event(wanted)
    on_prepared(room)
    dice = Random(seed)  # noqa: S311 - plausible evenings, no secrets
    passing = AtOnce(room) if fast else ByTheClock(room, wanted.speed)
    checks = TimedObserver()
    playing = Playthrough(room, dice, passing, on_thousand, checks.of(observe))
    context = playing.context
    try:
        playing.play()
    except Closed:
        keep = True
        context.judge("the end", ["somebody has closed the event before it was over"])
    if not keep and not context.findings.failed:
        tidy(room)
        playing.follow()
    context.observer.finish()
    counts = {
        **_counts(playing),
        "checks": context.findings.made,
        "failed_checks": context.findings.failed,
        "seconds": round(time.perf_counter() - began, 2),
        "seconds_of_checks": round(checks.seconds, 2),
    }
    return Outcome(
        room.event,
        counts,
        context.findings.faults,
        playing.busts,
        playing.work.seconds,
        playing.work.accepted,
    )


def run_flights(wanted: Wanted, seed: int, *, keep: bool, observe: Observe = no_observer) -> Outcome:
    """Play an event in flights, or one that is started again, without waiting; arguments as in `run`."""
    began = time.perf_counter()
    play = _IN_STAGES.get(wanted.mode, FlightsPlay)(wanted, seed, observe)
    room = play.play()
    last = play.played[-1]
    findings = [play.findings, *(one.context.findings for one in play.played)]
    if not keep and not any(one.failed for one in findings):
        tidy(room)
        last.follow()
    last.context.observer.finish()
    each = [_counts(one) for one in play.played]
    # The last day has the prizes of all; players who came from a flight are no new entries.
    own = ("pool", "paid", "places_paid")
    counts = {
        key: last_count if key in own else sum(one[key] for one in each)
        for key, last_count in each[-1].items()
    }
    sold = [one for one, stage in zip(each, play.played, strict=True) if stage.room.people]
    counts["entries"] = sum(one["entries"] for one in sold)
    counts["moves_per_player"] = round(counts["moves"] / max(counts["entries"], 1), 2)
    counts["days"] = each[-1]["days"] + (wanted.flights > 1)
    counts |= {
        "flights": len(sold),
        "stages": play.stages,
        "checks": sum(one.made for one in findings),
        "failed_checks": sum(one.failed for one in findings),
        "seconds": round(time.perf_counter() - began, 2),
    }
    busts = [seconds for one in play.played for seconds in one.busts]
    return Outcome(room.event, counts, [fault for one in findings for fault in one.faults], busts)


def _counts(playing: Playthrough) -> dict[str, int | float]:
    """Return the statistics, as printed."""
    pk, counted = playing.room.event, playing.counts
    with consistent_read():
        event = Tournament.objects.get(pk=pk)
        kinds = list(Entry.objects.filter(tournament=pk).values_list("kind", flat=True))
        before, after = _race_chips(pk)
        served = Penalty.objects.filter(tournament=pk).values_list("served", flat=True)
        return {
            "entries": len(kinds),
            "reentries": kinds.count("re_entry"),
            "surrenders": counted["surrenders"],
            "busts": counted["busts"],
            "breaks": counted["break"],
            "balances": counted["balance"],
            "moves": counted["moves"],
            "moves_per_player": round(counted["moves"] / max(len(kinds), 1), 2),
            "journal": playing.state.seq,
            "pool": pool_of(event).prizes,
            "paid": sum(amount for (_entry, kind), amount in paid_in(event).items() if kind != "bounty"),
            "places_paid": PlacePrize.objects.filter(payout__tournament=pk).count(),
            "races": Race.objects.filter(tournament=pk, state="done").count(),
            "chips_before": before,
            "chips_after": after,
            "hands_for_hand": sum(HandForHand.objects.filter(tournament=pk).values_list("hand", flat=True)),
            "penalties": len(served),
            "hands_served": sum(served),
            "rebuys": Item.objects.filter(tournament=pk, kind="rebuy").count(),
            "add_ons": ChipMove.objects.filter(tournament=pk, kind="add_on").count(),
            "days": 1 + EventDay.objects.filter(tournament=pk, resumed_at__isnull=False).count(),
            "bagged": playing.days.counts["bagged"],
            "carried": playing.days.counts["carried"],
        }


def _race_chips(event: int) -> tuple[int, int]:
    """Return the value of raced chips, and of the chips that replaced them."""
    before = after = 0
    seats = RaceSeat.objects.filter(race__tournament=event, table__state__in=("dealt", "done"))
    for seat in seats.select_related("race"):
        small, big = seat.race.small, seat.race.big
        before += seat.small * small
        after += (seat.small // (big // small) + seat.wins + seat.saved) * big
    return before, after


def wanted_of(name: str, players: int, book: str, *, seats: int | None, speed: float, seed: int) -> Wanted:
    """Return the parameters; if the book has ghosts, they play in every second event."""
    ghosts = book_of(book).seating.ghosts is not None and seed % 2 == 0
    return Wanted(name, players, book, seats=seats, speed=speed, ghosts=ghosts, seed=seed)


def percentile(values: Sequence[float], part: float) -> float:
    """Return a percentile; 0 without values."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)] if ordered else 0.0
