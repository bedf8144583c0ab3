"""Receivers of stages: what events know of earlier and later ones, and what their players see of it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set

from clock.signals import (
    ClockAdvanced,
    ClockStart,
    EventClosed,
    EventReopen,
    StartPlanned,
    before_clock_start,
    before_event_reopen,
    clock_advanced,
    event_closed,
    players_advanced,
    start_planned,
)
from desk.signals import TakingsChanged, other_flights, takings_changed
from players.signals import later_events
from prizes.services.money import payout_of
from prizes.signals import (
    Behind,
    Onward,
    PoolStages,
    earlier_places,
    ended_stages,
    out_before,
    players_onward,
    pool_stages,
)
from procedures.models import Bag
from procedures.signals import (
    NextStage,
    SettledChips,
    bag_series,
    bags_go_to,
    carried_bags,
    chips_settled_before,
    days_before,
    last_row_before,
    plays_on_in,
)
from seating.models import Bust, Knockout
from seating.signals import (
    PlayerEliminated,
    WinnersNoted,
    final_table,
    player_eliminated,
    stacks_go_on,
    tables_apart,
    winners_noted,
)
from stages.models import Advance, AdvancedStack, StageEvent
from stages.services.admission import other_events
from stages.services.carried_chips import chips_settled_in_sources, last_row_of_sources
from stages.services.onward import events_before, next_stage_of
from stages.services.overall_results import last_event_of
from stages.services.pools import (
    first_of_last_stage,
    players_behind,
    players_onward_from,
    players_out_before,
    stages_of_pool,
)
from stages.services.publishing import show_clocks_later, show_sources_later
from stages.services.results import has_ended
from stages.services.rules import (
    days_before_stage,
    next_stage,
    plays_tables_apart,
    rule_of,
    stacks_go_on_to,
    stage_event_of,
)
from stages.services.waiting import later_events_of
from tourney.journal.row_images import label
from tourney.journal.tx import Tx
from tourney.live.publish import publish
from tourney.models import Entry, Tournament
from tourney.services.prepared_query import PreparedQuery
from tourney.signals import Undone, undone

_ENTERED = PreparedQuery(
    lambda event: Entry.objects.filter(tournament=event, voided_at=None, advance=None).values_list("pk")[:1]
)


@other_flights.provide
def answer_other_flights(event: Tournament) -> Sequence[int] | None:
    """Answer which events are the other flights of an event: those of the same stage."""
    own = stage_event_of(event)
    return None if own is None else other_events(own)


@plays_on_in.provide
def answer_plays_on_in(event: Tournament) -> str | None:
    """Answer which later event or stage players take their stacks to."""
    return stacks_go_on_to(event) or None


@players_advanced.provide
def answer_players_advanced(event: Tournament) -> bool | None:
    """Answer whether all players of an event advanced to it from earlier stages."""
    own = stage_event_of(event)
    return None if own is None or own.stage.number == 1 else not _ENTERED.all(event.pk)


@bags_go_to.provide
def answer_bags_go_to(event: Tournament) -> NextStage | None:
    """Answer to which stage players take their bags, and when it starts."""
    return next_stage_of(event)


def show_state_on_earlier_clocks(
    event: StartPlanned | ClockStart | ClockAdvanced | EventClosed | EventReopen,
) -> None:
    """Publish the clocks of the events from which players come to one that starts, ends or is reopened, or whose start
    is planned.
    """
    show_clocks_later(event.tx, events_before(event.tx.tournament))


# One by one: as a decorator, each would ask the next for a receiver of its own event only.
start_planned.connect(show_state_on_earlier_clocks)
before_clock_start.connect(show_state_on_earlier_clocks)
clock_advanced.connect(show_state_on_earlier_clocks)
event_closed.connect(show_state_on_earlier_clocks)
before_event_reopen.connect(show_state_on_earlier_clocks)


@pool_stages.provide
def answer_pool_stages(event: Tournament) -> PoolStages | None:
    """Answer which earlier stages pay into the pool of an event."""
    own = stage_event_of(event)
    return None if own is None else stages_of_pool(own)


@takings_changed.connect
def show_pool_of_last_stage(event: TakingsChanged) -> None:
    """Publish the prizes of the last stage when a flight has sold something: they grow with it."""
    own = stage_event_of(event.tx.tournament)
    if own is None or next_stage(own.stage) is None:
        return
    last = last_event_of(event.tx.tournament)
    event.tx.on_commit(lambda: publish(f"t{last.pk}", last.seq, ["prizes"]), once="pool of the last stage")


@players_onward.provide
def answer_players_onward(event: Tournament) -> Onward | None:
    """Answer with which entry of the next stage players go on."""
    own = stage_event_of(event)
    return None if own is None else players_onward_from(own)


@ended_stages.provide
def answer_ended_stages(event: Tournament) -> Sequence[int] | None:
    """Answer which events of earlier stages are over for now."""
    own = stage_event_of(event)
    return None if own is None else [one.pk for one in stages_of_pool(own).earlier if has_ended(one)]


@player_eliminated.connect
def show_bounties_of_last_stage(event: PlayerEliminated) -> None:
    """Publish the bounties of the last stage when a player of a flight is out: it pays them."""
    _show_bounties(event.tx)


@winners_noted.connect
def show_corrected_bounties(event: WinnersNoted) -> None:
    """Publish the bounties of the last stage when staff say later who won the chips of a bust in a flight."""
    _show_bounties(event.tx)


@undone.connect
def show_state_after_undo(event: Undone) -> None:
    """Publish the clocks of the events before one whose end or reopening is undone."""
    if not event.tx.is_of_tournament:
        return
    own = event.tx.tournament
    changed = [one for one in event.tx.changes if (one["model"], one["pk"]) == (label(Tournament), own.pk)]
    if any("closed_at" in (one["after"] or {}) for one in changed):
        show_clocks_later(event.tx, events_before(own))


@undone.connect
def show_bounties_after_undo(event: Undone) -> None:
    """Publish the bounties of the last stage when a bust in a flight, or who won its chips, is undone."""
    changed = {change["model"] for change in event.tx.changes}
    if event.tx.is_of_tournament and changed & {label(Bust), label(Knockout)}:
        _show_bounties(event.tx)


def _show_bounties(tx: Tx) -> None:
    own = stage_event_of(tx.tournament)
    if own is None or next_stage(own.stage) is None:
        return
    payer = first_of_last_stage(own).tournament
    payout = payout_of(payer)
    if payout is not None and (payout.bounties in ("fixed", "progressive") or payout.filled_at is not None):
        shown = ["bounties", "payables"]
        tx.on_commit(lambda: publish(f"t{payer.pk}", payer.seq, shown), once="bounties of last stage")


@earlier_places.provide
def answer_earlier_places(event: Tournament) -> Sequence[Sequence[Behind]] | None:
    """Answer who is ranked behind the field of the last stage."""
    own = stage_event_of(event)
    return None if own is None or own.pk != first_of_last_stage(own).pk else players_behind(event)


@out_before.provide
def answer_out_before(event: Tournament) -> int | None:
    """Answer how many players busted before an event of a later stage."""
    own = stage_event_of(event)
    return None if own is None else players_out_before(own)


@carried_bags.provide
def answer_carried_bags(event: Tournament) -> Mapping[int, Sequence[int]] | None:
    """Answer which bags players brought to an event: those of the carried stacks."""
    own = stage_event_of(event)
    if own is None:
        return None
    carried = AdvancedStack.objects.filter(advance__target=own, carried=True)
    entries = dict(carried.values_list("source", "advance__entry"))
    found: dict[int, list[int]] = defaultdict(list)
    # The latest bag of each entry: an event may have been bagged on several days.
    bags = Bag.objects.filter(entry__in=carried.values("source"), handed_in_at__isnull=False).order_by("pk")
    latest = dict(bags.values_list("entry", "pk"))
    for source, bag in latest.items():
        found[entries[source]].append(bag)
    return found


@days_before.provide
def answer_days_before(event: Tournament) -> int | None:
    """Answer how many days were played before an event."""
    own = stage_event_of(event)
    return None if own is None else days_before_stage(own.stage)


@bag_series.provide
def answer_bag_series(event: Tournament) -> int | None:
    """Answer which bags an event numbers: its position among all events of its tournament, in the order made."""
    own = stage_event_of(event)
    if own is None:
        return None
    whole = own.stage.multi_stage_event_id
    return StageEvent.objects.filter(stage__multi_stage_event=whole, pk__lt=own.pk).count()


@chips_settled_before.provide
def answer_chips_settled_before(event: Tournament) -> SettledChips | None:
    """Answer which chips were raced in the events from which stacks were carried."""
    own = stage_event_of(event)
    return None if own is None else chips_settled_in_sources(own)


@last_row_before.provide
def answer_last_row_before(event: Tournament) -> int | None:
    """Answer at which row of the structure the events ended from which stacks were carried."""
    own = stage_event_of(event)
    return None if own is None else last_row_of_sources(own)


@final_table.provide
def answer_final_table(event: Tournament) -> Set[int] | None:
    """Answer which players sit at the final table because of their rank (Five Spades 4.19)."""
    own = stage_event_of(event)
    rule = None if own is None else rule_of(own.stage)
    if own is None or rule is None or rule.final_seats is None:
        return None
    best = Advance.objects.filter(target=own, rank__lte=rule.final_seats)
    return frozenset(best.values_list("entry", flat=True))


@stacks_go_on.provide
def answer_stacks_go_on(event: Tournament) -> bool | None:
    """Answer whether players of an event take their stacks to a later one."""
    return bool(stacks_go_on_to(event)) or None


@tables_apart.provide
def answer_tables_apart(event: Tournament) -> bool | None:
    """Answer whether each table plays for itself, as in heats and shootouts."""
    own = stage_event_of(event)
    return None if own is None else plays_tables_apart(own)


@undone.connect
def show_reopened_sources(event: Undone) -> None:
    """Publish the events that players advanced from when the advance, or an undo of it, is undone."""
    if event.original.kind == "stages.advance":
        changed = {change["pk"] for change in event.tx.changes if change["model"] == label(Tournament)}
        show_sources_later(event.tx, changed - {event.tx.tournament.pk})


@later_events.provide
def events_waited_for(players: Sequence[int]) -> dict[int, set[int]]:
    """Return open events of later stages for which players wait with a bagged stack."""
    return later_events_of(players)
