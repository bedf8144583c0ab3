"""The ground floor."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.urls import register_converter


class TourneyConfig(AppConfig):
    """Registers the ground floor's actions."""

    name = "tourney"

    def ready(self) -> None:
        """Know all verbs before anybody asks for one."""
        # Whoever enqueues a job asks for the current Celery application: in each process that is this house's.
        from tourney import actions, boards, celery
        from tourney.jobs import boards as job_boards
        from tourney.jobs import duties as job_duties
        from tourney.journal import undo
        from tourney.journal.append_only import after_migrations
        from tourney.live import revoking
        from tourney.numbers import IdConverter

        revoking.connect()
        register_converter(IdConverter, "id")
        post_migrate.connect(after_migrations, sender=self)
        del actions, boards, celery, job_boards, job_duties, undo
