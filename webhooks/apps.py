"""App configuration of webhooks."""

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from tourney.services.outbound import allowed_networks


class WebhooksConfig(AppConfig):
    """App configuration."""

    name = "webhooks"

    def ready(self) -> None:
        """Refuse to start with a setting that would fail whenever a message is sent."""
        try:
            allowed_networks(settings.WEBHOOK_NETWORKS)
        except ValueError as error:
            raise ImproperlyConfigured(f"WEBHOOK_NETWORKS: {error}") from None
