"""The seating's room."""

from django.apps import AppConfig


class SeatingConfig(AppConfig):
    """Registers the seating's actions, boards and duties."""

    name = "seating"

    def ready(self) -> None:
        """Know all verbs and nouns before anybody asks for one."""
        from seating import actions, boards, boards_floor, boards_public, duties

        del actions, boards, boards_floor, boards_public, duties
