"""Players' links to their own pages, and messages pushed to phones."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """App configuration."""

    name = "notifications"
