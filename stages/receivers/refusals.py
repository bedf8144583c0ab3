"""Receivers of stages that refuse: second flights, and changes of events whose players advanced."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from clock.signals import EventReopen, before_event_reopen
from desk.signals import Admission, before_admission
from players.models import Player
from players.signals import Merge, before_merge
from seating.signals import (
    Reinstatement,
    before_reinstatement,
)
from stages.models import Join, Stage, StageEvent
from stages.services.admission import check_admission, check_other_flights
from stages.services.record_merges import check_merge
from stages.services.results import has_ended
from stages.services.rules import (
    rule_of,
    stage_event_of,
)
from stages.services.stage_state import (
    check_not_running,
    check_stage_not_played,
    is_played,
    stages_are_played,
)
from tourney.journal.refused import Refused
from tourney.journal.row_images import label
from tourney.journal.tx import Tx
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
