"""Background jobs of the procedures."""

from celery import shared_task

from procedures.commands.chip_races import start_planned


@shared_task(name="procedures.tasks.start_races", ignore_result=True)
def start_races(tournament_id: int) -> None:
    """Start an event's race planned for the break that has begun, at all tables."""
    start_planned(tournament_id)
