"""Celery tasks of operations."""

from celery import shared_task

from operations.services import schedule


@shared_task(name="operations.tasks.slow_backup", ignore_result=True)
def slow_backup(backup: int) -> None:
    """Make a backup that is due."""
    schedule.make_scheduled(backup)
