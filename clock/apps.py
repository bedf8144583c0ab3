"""The clock's room."""

from django.apps import AppConfig


class ClockConfig(AppConfig):
    """Registers the clock's actions, boards and duties."""

    name = "clock"

    def ready(self) -> None:
        """Know all verbs, nouns and duties before anybody asks for one."""
        from clock import boards, boards_races, boards_rounds, duties, progress
        from clock.actions import (
            day,
            event_copy,
            events,
            old_chips,
            outage,
            press,
            race_rest,
            race_tables,
            races,
            rounds,
            shots,
            sound,
            structures,
            words,
        )

        del boards, boards_races, boards_rounds, duties, progress
        del (
            day,
            event_copy,
            events,
            old_chips,
            outage,
            press,
            race_rest,
            race_tables,
            races,
            rounds,
            shots,
            sound,
            structures,
            words,
        )
