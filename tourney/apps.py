"""The ground floor."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class TourneyConfig(AppConfig):
    """Registers the ground floor's actions."""

    name = "tourney"

    def ready(self) -> None:
        """Know all verbs before anybody asks for one."""
        # Whoever enqueues a job asks for the current Celery application: in each process that is this house's.
        from tourney import actions, boards, celery
        from tourney.journal import undo
        from tourney.journal.append_only import after_migrations

        post_migrate.connect(after_migrations, sender=self)
        del actions, boards, celery, undo
