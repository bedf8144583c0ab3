"""The dealers' room."""

from django.apps import AppConfig


class DealersConfig(AppConfig):
    """Who deals where."""

    name = "dealers"

    def ready(self) -> None:
        """Know all verbs before anybody asks for one."""
        from dealers import actions

        del actions
