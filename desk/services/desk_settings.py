"""The desk's settings, which hold for all events."""

from desk.models import DeskSettings
from tourney.snapshot import cached_in_command


@cached_in_command
def desk_settings() -> DeskSettings:
    """Return the desk's settings, or the defaults."""
    return DeskSettings.objects.filter(pk=1).first() or DeskSettings()
