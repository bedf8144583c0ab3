"""Receivers of stages: admission to flights, and events that do not change once their players advanced."""

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from typing import Any

from django.utils.translation import gettext as _

from clock.signals import EventReopen, before_event_reopen
from desk.signals import Admission, TakingsChanged, before_admission, other_flights, takings_changed
from players.models import Player
from players.signals import Merge, before_merge, later_events
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
    SettledChips,
    bag_series,
    carried_bags,
    chips_settled_before,
    days_before,
    last_row_before,
    plays_on_in,
)
from seating.models import Bust, Knockout
from seating.signals import (
    PlayerEliminated,
    Reinstatement,
    WinnersNoted,
    before_reinstatement,
    final_table,
    player_eliminated,
    stacks_go_on,
    tables_apart,
    winners_noted,
)
from stages.models import Advance, AdvancedStack, Join, Stage, StageEvent
from stages.services.admission import check_admission, check_other_flights, other_events
from stages.services.carried_chips import chips_settled_in_sources, last_row_of_sources
from stages.services.overall_results import last_event_of
from stages.services.pools import (
    first_of_last_stage,
    players_behind,
    players_onward_from,
    players_out_before,
    stages_of_pool,
)
from stages.services.publishing import show_sources_later
from stages.services.record_merges import check_merge
from stages.services.results import has_ended
from stages.services.rules import (
    days_before_stage,
    next_stage,
    plays_tables_apart,
    rule_of,
    stacks_go_on_to,
    stage_event_of,
)
from stages.services.stage_state import (
    check_not_running,
    check_stage_not_played,
    is_played,
    stages_are_played,
)
from stages.services.waiting import later_events_of
from tourney.journal.refused import Refused
from tourney.journal.row_images import label
from tourney.journal.tx import Tx
from tourney.live.publish import publish
from tourney.models import Entry, Tournament
from tourney.signals import Undone, final_undone, undone

# Rows that decide who advanced, with which stack.
_DECIDING = frozenset(
    {
        "tourney.entry",
        "tourney.chipmove",
        "tourney.tournament",
        "seating.seat",
        "seating.bust",
        "procedures.stackcount",
        "procedures.countedstack",
        "procedures.bag",
        # These were carried to the new entries.
        "procedures.bankmove",
        "penalties.penalty",
    }
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


@before_admission.connect
def refuse_second_flight(asked: Admission) -> None:
    """Refuse players who play in another flight. The sale has locked the player, so two desks can't admit one to two
    flights at the same time.
    """
    own = stage_event_of(asked.event)
    if own is not None:
        check_admission(own, asked.player, entering=asked.entering)


@before_reinstatement.connect
def refuse_reinstatement_into_second_flight(event: Reinstatement) -> None:
    """Refuse to reinstate a player who has entered another flight since."""
    _check_flights_of(event.tx, event.entry)


def _check_flights_of(tx: Tx, entry: Entry) -> None:
    own = stage_event_of(tx.tournament)
    if own is None:
        return
    # Sales lock the player too, so the player cannot enter another flight before this is committed.
    player = tx.lock(Player, pk=entry.player_id)
    check_other_flights(own, player)


@before_event_reopen.connect
def keep_joined_event_closed(event: EventReopen) -> None:
    """Refuse to reopen an event whose players advanced to a later stage."""
    _refuse_if_joined(event.tx)


@final_undone.connect
def keep_joined_event(event: Undone) -> None:
    """Refuse an undo that changes an event whose players advanced."""
    if event.tx.is_of_tournament and {change["model"] for change in event.tx.changes} & _DECIDING:
        _refuse_if_joined(event.tx)


@undone.connect
def refuse_undo_into_second_flight(event: Undone) -> None:
    """Refuse an undo that brings a player back who has entered another flight since."""
    tx = event.tx
    if not tx.is_of_tournament:
        return
    back = [change["pk"] for change in tx.changes if change["model"] == label(Entry) and _is_back(change)]
    for entry in Entry.objects.filter(pk__in=back, tournament=tx.tournament, voided_at__isnull=True):
        _check_flights_of(tx, entry)


def _is_back(change: Mapping[str, Any]) -> bool:
    """Return whether an entry is in play after a change, and was out or did not exist before."""
    before, after = change["before"], change["after"]
    if after is None or after.get("out_at", "") is not None:
        return False
    return before is None or before.get("out_at") is not None


@undone.connect
def show_reopened_sources(event: Undone) -> None:
    """Publish the events that players advanced from when the advance, or an undo of it, is undone."""
    if event.original.kind == "stages.advance":
        changed = {change["pk"] for change in event.tx.changes if change["model"] == label(Tournament)}
        show_sources_later(event.tx, changed - {event.tx.tournament.pk})


@undone.connect
def keep_mode_of_played_stages(event: Undone) -> None:
    """Refuse an undo in the room that changes how an event in several stages is played, once it is played.

    Stages that were set up while the first event ran may be undone until it ends.

    Raises:
        Refused: one of its events runs or is over, or players have advanced (`stages_running`).
    """
    if event.tx.is_of_tournament:
        return
    if event.original.kind == "stages.set_up":
        answer = event.original.answer or {}
        was_running = event.original.arguments["first"] if answer.get("running") else None
    else:
        was_running = None
        if event.original.kind == "stages.set_seats":
            _refuse_if_seats_are_in_use(event.tx)
        else:
            _refuse_if_rules_are_in_use(event.tx)
    _refuse_if_events_are_played(event.tx, was_running)


def _refuse_if_seats_are_in_use(tx: Tx) -> None:
    changed = [change["pk"] for change in tx.changes if change["model"] == label(Stage)]
    for stage in Stage.objects.filter(pk__in=changed):
        if Join.objects.filter(stage=stage).exists():
            raise stages_are_played(stage.name)
        check_stage_not_played(stage, "")


def _refuse_if_rules_are_in_use(tx: Tx) -> None:
    changed = [change["pk"] for change in tx.changes if change["model"] == label(Stage)]
    for stage in Stage.objects.filter(pk__in=changed).select_related("multi_stage_event"):
        rule = rule_of(stage)
        check_not_running(stage.multi_stage_event, "" if rule is None else rule.rule)


def _refuse_if_events_are_played(tx: Tx, was_running: int | None) -> None:
    """Refuse a change of the stages of an event that is played.

    Args:
        was_running: the event that was already played when its stages were set up; it only must not have ended.
    """
    images = [
        image
        for change in tx.changes
        if change["model"] == label(StageEvent)
        for image in (change["before"], change["after"])
    ]
    events = [image["tournament_id"] for image in images if image and "tournament_id" in image]
    for row in Tournament.objects.filter(pk__in=events).order_by("pk"):
        if is_played(row) and (row.pk != was_running or has_ended(row)):
            raise stages_are_played(row.name)


@later_events.provide
def events_waited_for(players: Sequence[int]) -> dict[int, set[int]]:
    """Return open events of later stages for which players wait with a bagged stack."""
    return later_events_of(players)


@before_merge.connect
def keep_players_in_one_flight(event: Merge) -> None:
    """Refuse to merge two records whose player could not be in both events of a multi-stage event."""
    check_merge(event.goes, event.stays)


def _refuse_if_joined(tx: Tx) -> None:
    join = (
        Join.objects.filter(source__tournament=tx.tournament)
        .select_related("target__tournament", "stage")
        .first()
    )
    if join is None:
        return
    rule = rule_of(join.stage)
    message = _("Players of this event advanced to “%(event)s”. Undo that there first.")
    raise Refused(
        "joined", message % {"event": join.target.tournament.name}, "" if rule is None else rule.rule
    )
