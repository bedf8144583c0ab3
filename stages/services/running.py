"""Whether the events of a multi-stage event have begun. Reads only."""

from django.utils.translation import gettext as _

from clock.services.progress import progress_of
from stages.models import Join, MultiStageEvent, StageEvent
from tourney.journal.refused import Refused


def running_events(whole: MultiStageEvent) -> list[StageEvent]:
    """Return the events whose play has begun."""
    rows = StageEvent.objects.filter(stage__multi_stage_event=whole).select_related("tournament", "stage")
    return [
        row for row in rows if row.tournament.closed_at is not None or progress_of(row.tournament).started
    ]


def check_not_running(whole: MultiStageEvent, rule: str) -> None:
    """Refuse to change a mode that is being played.

    Args:
        rule: of the rulebook, to be cited.

    Raises:
        Refused: an event runs or is over, or players have come into a later stage (`stages_running`).
    """
    running = running_events(whole)
    if not running and not Join.objects.filter(target__stage__multi_stage_event=whole).exists():
        return
    message = _("“%(event)s” is being played, so the mode can no longer be changed.")
    raise Refused(
        "stages_running", message % {"event": running[0].tournament.name if running else whole.name}, rule
    )
