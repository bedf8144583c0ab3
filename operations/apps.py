"""App configuration of operations."""

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from operations.rules.backup_times import parse_time
from operations.rules.retention import parse_retention


class OperationsConfig(AppConfig):
    """App configuration."""

    name = "operations"

    def ready(self) -> None:
        """Refuse to start with settings with which no backup would be made or kept."""
        for name, read in (("BACKUP_AT", parse_time), ("BACKUP_KEEP", parse_retention)):
            try:
                read(getattr(settings, name))
            except ValueError as error:
                raise ImproperlyConfigured(f"{name}: {error}") from None
