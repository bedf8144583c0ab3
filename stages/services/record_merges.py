"""Whether two records in one multi-stage event may be merged: as one player, they could not be in both events.
Reads only.
"""

from django.utils.translation import gettext as _

from players.models import Player
from players.services.partners import held_by
from stages.models import Join, StageEvent
from stages.services.admission import allows_several_stacks, double_entry_rule
from stages.services.results import has_ended
from tourney.journal.refused import Refused
from tourney.models import Entry


def check_merge(goes: Player, stays: Player) -> None:
    """Check that two records of one person are not in events of one multi-stage event that exclude each other.

    Raises:
        Refused: both play in running flights, have two stacks of which only one may go forward, or one is in a later
            stage while the flight of the other has not been joined (`both_inside`).
    """
    others = _open_events(stays)
    for one in _open_events(goes):
        for other in others:
            same = one.stage.multi_stage_event_id == other.stage.multi_stage_event_id
            if same and one.pk != other.pk and not _may_be_in_both(one, other):
                message = _(
                    "One record is in “%(one)s”, the other in “%(other)s”, and no player may be in both. Remove one"
                    " of them from its event first, or wait until the events are over."
                )
                words = {"one": one.tournament.name, "other": other.tournament.name}
                raise Refused("both_inside", message % words, double_entry_rule(one.tournament))


def _may_be_in_both(one: StageEvent, other: StageEvent) -> bool:
    if one.stage_id != other.stage_id:
        return False
    if not allows_several_stacks(one.stage):
        return False
    return has_ended(one.tournament) or has_ended(other.tournament)


def _open_events(player: Player) -> list[StageEvent]:
    """Return the events in which a player is in play and whose players have not advanced, unless all are over."""
    inside = Entry.objects.filter(held_by(player), out_at__isnull=True, voided_at__isnull=True)
    rows = StageEvent.objects.filter(tournament__in=inside.values("tournament"))
    rows = rows.exclude(pk__in=Join.objects.values("source")).select_related("stage", "tournament")
    return [row for row in rows.order_by("pk") if not _is_over(row)]


def _is_over(row: StageEvent) -> bool:
    """Return whether all events of the last stage are closed."""
    whole = StageEvent.objects.filter(stage__multi_stage_event=row.stage.multi_stage_event_id)
    last = whole.order_by("stage__number").values_list("stage", flat=True).last()
    return not whole.filter(stage=last, tournament__closed_at__isnull=True).exists()
