"""App configuration of planning."""

from django.apps import AppConfig


class PlanningConfig(AppConfig):
    """App configuration."""

    name = "planning"
