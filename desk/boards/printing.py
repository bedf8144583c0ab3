"""Settings for everything the desk prints."""

from desk.models import PrintSettings


def print_settings() -> PrintSettings:
    """Return the heading, the paper and the network name; or the defaults."""
    return PrintSettings.objects.filter(pk=1).first() or PrintSettings(pk=1)
