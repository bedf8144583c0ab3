"""Background jobs of the penalties."""

from celery import shared_task


@shared_task(name="penalties.tasks.serve_penalties", ignore_result=True)
def serve_penalties(tournament_id: int) -> None:
    """Reduce an event's penalties by the time played."""
    from penalties.periodic import serve_in
    from tourney.models import Tournament

    event = Tournament.objects.filter(pk=tournament_id, closed_at__isnull=True).first()
    if event is not None:
        serve_in(event)
