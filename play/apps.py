"""The room of tournaments that play themselves."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Presses what people press. Of its own it has what was asked for, and how that went."""

    name = "play"

    def ready(self) -> None:
        """Know all verbs, nouns and duties before anybody asks for one."""
        from play import actions, boards, demo, duties

        del actions, boards, demo, duties
