"""The penalties' room."""

from django.apps import AppConfig


class PenaltiesConfig(AppConfig):
    """What somebody has to sit out."""

    name = "penalties"

    def ready(self) -> None:
        """Know all verbs, nouns and duties before anybody asks for one."""
        from penalties import boards, duties, leaving, serving
        from penalties.actions import imposing, keeping

        del boards, duties, leaving, serving, imposing, keeping
