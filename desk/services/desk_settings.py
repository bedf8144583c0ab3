"""The desk's settings, which hold for all events."""

from desk.models import House
from tourney.moment import once_a_decision


@once_a_decision
def desk_settings() -> House:
    """Return the desk's settings, or the defaults where nobody set any."""
    return House.objects.filter(pk=1).first() or House()
