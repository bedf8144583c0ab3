"""The programs' room."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """REST for programs."""

    name = "api"
