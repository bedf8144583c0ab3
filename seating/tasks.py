"""Jobs of the floor."""

from celery import shared_task


@shared_task(name="seating.tasks.review_floor", ignore_result=True)
def review_floor(tournament_id: int) -> None:
    """Refresh what is proposed on an event's floor, and do what goes by itself."""
    from seating.actions.proposals import accept_by_itself, review_now

    review_now(tournament_id)
    accept_by_itself(tournament_id)
