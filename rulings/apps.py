"""The rulings' room."""

from django.apps import AppConfig


class RulingsConfig(AppConfig):
    """What the floor has decided."""

    name = "rulings"

    def ready(self) -> None:
        """Know all verbs before anybody asks for one."""
        from rulings import actions, forgetting

        del actions, forgetting
