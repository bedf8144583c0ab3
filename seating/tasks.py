"""Background jobs of the floor."""

from celery import shared_task


@shared_task(name="seating.tasks.review_floor", ignore_result=True)
def review_floor(tournament_id: int) -> None:
    """Refresh an event's floor proposals, and apply the automatic ones."""
    from seating.commands.proposals import review_event

    review_event(tournament_id)
