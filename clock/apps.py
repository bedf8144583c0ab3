"""The clock's room."""

from django.apps import AppConfig


class ClockConfig(AppConfig):
    """Registers the clock's actions, boards and duties."""

    name = "clock"

    def ready(self) -> None:
        """Know all verbs, nouns and duties before anybody asks for one."""
        from clock import boards, duties, progress
        from clock.actions import day, events, outage, press, sound, structures, words

        del boards, duties, progress, day, events, outage, press, sound, structures, words
