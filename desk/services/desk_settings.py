"""The desk's settings, which hold for all events."""

from desk.models import DeskSettings
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_in_command

_SETTINGS = PreparedQuery(lambda pk: DeskSettings.objects.filter(pk=pk))


@cached_in_command
def desk_settings() -> DeskSettings:
    """Return the desk's settings, or the defaults."""
    return _SETTINGS.first(1) or DeskSettings()
