"""One prize pool over all stages: it is paid by the event of the last one. Reads only."""

from prizes.signals import PoolStages
from stages.models import Join, StageEvent
from stages.services.overall_results import entries_sold
from stages.services.rules import next_stage
from tourney.models import Entry


def stages_of_pool(own: StageEvent) -> PoolStages:
    """Return which events pay into the pool of an event: all earlier ones into the first of the last stage."""
    if next_stage(own.stage) is not None:
        return PoolStages(goes_on=True)
    first = StageEvent.objects.filter(stage=own.stage_id).order_by("pk").values_list("pk", flat=True)[0]
    if own.pk != first:
        return PoolStages(goes_on=True)
    rows = StageEvent.objects.filter(stage__multi_stage_event=own.stage.multi_stage_event_id).exclude(
        pk=own.pk
    )
    earlier = list(rows.select_related("tournament").order_by("stage__number", "pk"))
    previous = rows.filter(stage__number=own.stage.number - 1)
    open_ = previous.exclude(pk__in=Join.objects.filter(stage=own.stage_id).values("source"))
    return PoolStages(
        earlier=tuple(row.tournament for row in earlier),
        entries=entries_sold(own.stage.multi_stage_event_id),
        players=Entry.objects.filter(
            tournament__stage_event__stage__multi_stage_event=own.stage.multi_stage_event_id,
            voided_at__isnull=True,
        )
        .values("player")
        .distinct()
        .count(),
        is_complete=not open_.exists(),
    )
