"""App configuration of the API."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """App configuration."""

    name = "api"
