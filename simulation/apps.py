"""The app of simulated tournaments."""

from django.apps import AppConfig


class SimulationConfig(AppConfig):
    """Play tournaments through the same commands that people use."""

    name = "simulation"
