"""A player's request to enter an event, with the data that decides it, each part read once."""

from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.db.models import Q
from django.utils.timezone import localdate

from clock.services.progress import Progress, progress_of
from desk.models import Booking, DeskSettings, Registration
from desk.models.booking import OPEN
from desk.rules.waiting_list import Wants
from desk.services.capacity import Kept, kept_in, places_left_within
from desk.services.check_context import CheckContext
from desk.services.desk_settings import desk_settings
from desk.services.memberships import held_at
from desk.services.registration import check_sold, registration_of
from desk.services.waiting_list import WaitingList, read_line
from players.models import Membership, Player
from players.services.partners import keys_held_by
from tourney.journal.tx import Tx
from tourney.models import ChipMove, Entry, Tournament
from tourney.rulebooks.books.schema import Book
from tourney.services.prepared_query import PreparedQuery

ENTRY_BOARDS = ("registration", "waiting_list", "seating", "clock", "lobby")


_BOOKINGS = PreparedQuery(
    lambda event, player: Booking.objects.filter(
        Q(player=player) | Q(partner=player), tournament=event, state__in=OPEN
    )
)
_ENTRIES = PreparedQuery(
    lambda event, player: Entry.objects.filter(tournament=event, pk__in=keys_held_by(player)).order_by(
        "-number", "-pk"
    )
)


@dataclass(frozen=True, slots=True)
class EntryKind:
    """The kind of entry a player at the desk would get.

    Attributes:
        wants: a first entry, one after busting, or one after a surrender.
        at_once: whether they ask right after it.
        last: their last entry that counted.
    """

    wants: Wants
    at_once: bool
    last: Entry | None


class EntryRequest:
    """A player's request for an entry or a place in an event.

    Admission, waiting list and sale use the same rows: each part is read on first use and kept. A command
    reads what it needs before it writes.

    Attributes:
        context: the command, or the preview of one.
        player: the player; locked by a command.
        event: the event to enter.
        book: its rulebook.
    """

    def __init__(self, context: CheckContext, player: Player) -> None:
        self.context = context
        self.player = player
        self.event: Tournament = context.tournament
        self.book: Book = context.book

    @cached_property
    def settings(self) -> DeskSettings:
        """Return the desk's settings."""
        return desk_settings()

    @cached_property
    def registration(self) -> Registration | None:
        """Return how the event is sold; None if registration is not set up."""
        return registration_of(self.event)

    @property
    def sold(self) -> Registration:
        """Return how the event is sold.

        Raises:
            Refused: as `check_sold`.
        """
        return check_sold(self.context)

    @cached_property
    def progress(self) -> Progress:
        """Return the progress of the event's clock."""
        return progress_of(self.event)

    @cached_property
    def booking(self) -> Booking | None:
        """Return the player's open booking in the event, alone or in a team."""
        return _BOOKINGS.first(self.event.pk, self.player.pk)

    @cached_property
    def all_entries(self) -> list[Entry]:
        """Return the player's entries in the event, newest first, voided and shared ones included."""
        return _ENTRIES.all(self.event.pk, self.player.pk)

    @property
    def entries(self) -> list[Entry]:
        """Return the player's entries that count, newest first."""
        return [entry for entry in self.all_entries if entry.voided_at is None]

    @cached_property
    def kind(self) -> EntryKind:
        """Return the kind of entry, from the player's earlier entries."""
        last = next(iter(self.entries), None)
        if last is None:
            return EntryKind("entry", False, None)
        surrendered = ChipMove.objects.filter(entry=last, kind="surrender").exists()
        limit = timedelta(seconds=self.settings.at_once_seconds)
        at_once = last.out_at is not None and self.context.now - last.out_at <= limit
        return EntryKind("surrender" if surrendered else "re_entry", at_once, last)

    @cached_property
    def memberships(self) -> list[Membership]:
        """Return the player's memberships that count at the event today, confirmed or not."""
        return held_at(self.event, self.book, self.player, localdate(self.context.now))

    @cached_property
    def kept(self) -> Kept:
        """Return the places held for bookings, and the number of players waiting."""
        return kept_in(self.event)

    @cached_property
    def places_left(self) -> int | None:
        """Return how many more players can be in play; see `places_left_within`."""
        return places_left_within(self.event, self.sold, self.settings.capacity)

    @property
    def free_places(self) -> int | None:
        """Return the number of places neither taken nor held; None for no limit."""
        return None if self.places_left is None else self.places_left - self.kept.all

    @cached_property
    def waiting_list(self) -> WaitingList:
        """Return the event's waiting list."""
        return read_line(self.event, self.registration, self.progress)


def lock_room_capacity(tx: Tx, request: EntryRequest) -> None:
    """Lock the desk's settings if the room has a capacity, as sales in other events could fill it.

    Args:
        request: a request whose places have not been counted yet.
    """
    if request.settings.capacity is not None:
        request.settings = tx.lock(DeskSettings, pk=1)
