"""How an event is sold: its registration, read once per command."""

from django.utils.translation import gettext as _

from clock.services.progress import progress_of
from desk.models import Registration
from desk.services.check_context import CheckContext
from tourney.journal.refused import Refused
from tourney.models import Entry, Tournament
from tourney.rulebooks.books.schema import cite
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import cached_in_snapshot

_REGISTRATIONS = PreparedQuery(lambda event: Registration.objects.filter(tournament=event))
_ON_EVENT = Registration._meta.get_field("tournament").remote_field


@cached_in_snapshot
def _read(event: int) -> Registration | None:
    return _REGISTRATIONS.first(event)


def registration_of(event: Tournament) -> Registration | None:
    """Return how an event is sold, or None if registration is not set up.

    The registration is cached on the event's row, so a command reads it once and changes the same object.
    """
    if not _ON_EVENT.is_cached(event):
        found = _read(event.pk)
        if found is None:
            return None
        # Both rows know each other from now on.
        found.tournament = event
    # A query may have read that there is none.
    return getattr(event, "registration", None)


def is_not_yet_open(event: Tournament) -> bool:
    """Return whether registration waits to be opened for the first time: it is closed, before any entry and the
    start.
    """
    row = registration_of(event)
    if row is None or row.closed_at is None or progress_of(event).started:
        return False
    return not Entry.objects.filter(tournament=event).exists()


def check_sold(context: CheckContext) -> Registration:
    """Check that the event is sold, and return how.

    Raises:
        Refused: it is over (`event_closed`), or not sold (`no_registration`).
    """
    if context.tournament.closed_at is not None:
        raise Refused("event_closed", _("This event is closed."))
    row = registration_of(context.tournament)
    if row is None:
        raise Refused("no_registration", _("Set up this event’s registration first."))
    return row


def check_open(context: CheckContext) -> Registration:
    """Check that registration is open, and return how the event is sold.

    Raises:
        Refused: as `check_sold`, or registration is closed (`registration_closed`).
    """
    row = check_sold(context)
    if row.closed_at is not None:
        raise Refused("registration_closed", _("Registration is closed."), closing_rule(context))
    return row


def closing_rule(context: CheckContext) -> str:
    """Return the rule by which registration closes."""
    entering = context.book.entering
    return cite(context.book, entering.late_entry or entering.waiting_list)
