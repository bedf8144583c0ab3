"""Jobs of the clock."""

from celery import shared_task


@shared_task(name="clock.tasks.start_races", ignore_result=True)
def start_races(tournament_id: int) -> None:
    """Start an event's race that was planned for the break that has begun, at all tables."""
    from clock.actions.races import start_planned

    start_planned(tournament_id)
