"""Jobs of the penalties."""

from celery import shared_task


@shared_task(name="penalties.tasks.serve_penalties", ignore_result=True)
def serve_penalties(tournament_id: int) -> None:
    """Take off what the time that was played takes off an event's penalties."""
    from penalties.periodic import serve_in
    from tourney.models import Tournament

    event = Tournament.objects.filter(pk=tournament_id, closed_at__isnull=True).first()
    if event is not None:
        serve_in(event)
