"""The core every app needs. Once all models are loaded, it loads what the apps register."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.urls import register_converter


class TourneyConfig(AppConfig):
    """Register commands, boards, receivers and periodic tasks of all apps."""

    name = "tourney"

    def ready(self) -> None:
        """Load them before anybody asks for one."""
        # Whoever enqueues a job asks for the current Celery application: in each process that is this project's.
        from tourney import celery
        from tourney.autodiscover import autodiscover
        from tourney.journal import undo
        from tourney.journal.append_only import after_migrations
        from tourney.live import revoking
        from tourney.rules.numbers import IdConverter

        autodiscover()
        revoking.connect()
        register_converter(IdConverter, "id")
        post_migrate.connect(after_migrations, sender=self)
        del celery, undo
