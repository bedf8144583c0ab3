"""The app of simulated tournaments."""

from django.apps import AppConfig


class SimulationConfig(AppConfig):
    """Play tournaments through the same commands that people use."""

    name = "simulation"

    def ready(self) -> None:
        """Register commands, boards and periodic tasks."""
        from simulation import tasks
        from simulation.boards import demos as boards
        from simulation.commands import demos, people

        del tasks, boards, demos, people
