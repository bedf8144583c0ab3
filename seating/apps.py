"""The seating's room."""

from django.apps import AppConfig


class SeatingConfig(AppConfig):
    """Registers the seating's actions and boards."""

    name = "seating"

    def ready(self) -> None:
        """Know all verbs and nouns before anybody asks for one."""
        from seating import actions, boards

        del actions, boards
