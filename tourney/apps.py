"""App configuration of the core, which every app needs. It loads what the apps register."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate
from django.urls import register_converter


class TourneyConfig(AppConfig):
    """Register commands, boards, receivers and periodic tasks of all apps."""

    name = "tourney"

    def ready(self) -> None:
        """Load the registrations after all models."""
        # Jobs are enqueued through the current Celery application: in each process that is this project's.
        from tourney import celery
        from tourney.autodiscover import autodiscover
        from tourney.journal import undo
        from tourney.journal.append_only import after_migrations
        from tourney.live import revocation
        from tourney.rules.numbers import IdConverter
        from tourney.services.time_limits import lift_time_limits, restore_time_limits

        autodiscover()
        revocation.connect()
        register_converter(IdConverter, "id")
        pre_migrate.connect(lift_time_limits, sender=self)
        post_migrate.connect(after_migrations, sender=self)
        post_migrate.connect(restore_time_limits, sender=self)
        del celery, undo
