"""App configuration of webhooks."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """App configuration."""

    name = "webhooks"
