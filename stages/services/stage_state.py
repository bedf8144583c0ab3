"""Whether the events of a multi-stage event have begun. Reads only."""

from django.utils.translation import gettext as _

from clock.services.progress import progress_of
from stages.models import Join, MultiStageEvent, Stage, StageEvent
from tourney.journal.refused import Refused
from tourney.models import Tournament


def is_played(event: Tournament) -> bool:
    """Return whether the play of an event has begun, or is over."""
    return event.closed_at is not None or progress_of(event).started


def running_events(whole: MultiStageEvent) -> list[StageEvent]:
    """Return the events whose play has begun."""
    rows = StageEvent.objects.filter(stage__multi_stage_event=whole).select_related("tournament", "stage")
    return [row for row in rows if is_played(row.tournament)]


def check_not_running(whole: MultiStageEvent, rule: str) -> None:
    """Refuse to change a mode that is being played.

    Args:
        rule: of the rulebook, to be cited.

    Raises:
        Refused: an event runs or is over, or players have advanced to a later stage (`stages_running`).
    """
    running = running_events(whole)
    if not running and not Join.objects.filter(target__stage__multi_stage_event=whole).exists():
        return
    raise is_being_played(running[0].tournament.name if running else whole.name, rule)


def is_being_played(name: str, rule: str) -> Refused:
    """Return the refusal to change the mode of an event that is being played (`stages_running`)."""
    message = _("“%(event)s” is being played, so the mode can no longer be changed.")
    return Refused("stages_running", message % {"event": name}, rule)


def stages_are_played(name: str) -> Refused:
    """Return the refusal to undo stages whose event has been played since (`stages_running`)."""
    message = _(
        "“%(event)s” has been played in these stages, so they can no longer be undone. Close events that are "
        "not needed on their Details pages."
    )
    return Refused("stages_running", message % {"event": name})


def check_stage_not_played(stage: Stage, rule: str) -> None:
    """Refuse to change how a stage is played once one of its events is (`stages_running`).

    Args:
        rule: of the rulebook, to be cited.
    """
    for row in StageEvent.objects.filter(stage=stage).select_related("tournament").order_by("pk"):
        if is_played(row.tournament):
            message = _("“%(event)s” is being played, so this can no longer be changed.")
            raise Refused("stages_running", message % {"event": row.tournament.name}, rule)
