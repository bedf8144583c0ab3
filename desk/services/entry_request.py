"""A player's request to enter an event, with everything that decides it, each part read once."""

from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.utils.timezone import localdate

from clock.services.progress import Progress, progress_of
from desk.models import Booking, DeskSettings, Membership, Registration
from desk.models.booking import OPEN
from desk.rules.waiting_list import Wants
from desk.services.capacity import Kept, kept_in, places_left_within
from desk.services.check_context import CheckContext
from desk.services.desk_settings import desk_settings
from desk.services.memberships import held_at
from desk.services.registration import check_sold, registration_of
from desk.services.waiting_list import Line, read_line
from tourney.journal.tx import Tx
from tourney.models import ChipMove, Entry, Player, Tournament
from tourney.rulebooks.books.schema import Book

ENTRY_BOARDS = ("registration", "queue", "seating", "clock", "lobby")


@dataclass(frozen=True, slots=True)
class EntryKind:
    """What a player who comes to the desk would get.

    Attributes:
        wants: a first entry, one after busting, or one after a surrender.
        at_once: whether they come right after that.
        last: their last entry that counted.
    """

    wants: Wants
    at_once: bool
    last: Entry | None


class EntryRequest:
    """A player asks for an entry or a place in an event.

    Admission, waiting list and sale decide on the same rows: each part is read when it is first asked for, and kept.
    A command reads what it needs before it writes.

    Attributes:
        context: the command, or the preview of one, in which the player asks.
        player: whose request it is; locked by a command.
        event: into which they want.
        book: its rulebook.
    """

    def __init__(self, context: CheckContext, player: Player) -> None:
        self.context = context
        self.player = player
        self.event: Tournament = context.tournament
        self.book: Book = context.book

    @cached_property
    def settings(self) -> DeskSettings:
        """The desk's settings."""
        return desk_settings()

    @cached_property
    def registration(self) -> Registration | None:
        """How the event is sold; None where that is not set up."""
        return registration_of(self.event)

    @property
    def sold(self) -> Registration:
        """How the event is sold.

        Raises:
            Refused: as `check_sold`.
        """
        return check_sold(self.context)

    @cached_property
    def progress(self) -> Progress:
        """Where the event's clock stands."""
        return progress_of(self.event)

    @cached_property
    def booking(self) -> Booking | None:
        """The player's open booking in the event."""
        rows = Booking.objects.filter(tournament=self.event, player=self.player, state__in=OPEN)
        return rows.first()

    @cached_property
    def all_entries(self) -> list[Entry]:
        """The player's entries in the event, the newest first, those that were voided among them."""
        return list(Entry.objects.filter(tournament=self.event, player=self.player).order_by("-number"))

    @property
    def entries(self) -> list[Entry]:
        """The player's entries that count, the newest first."""
        return [entry for entry in self.all_entries if entry.voided_at is None]

    @cached_property
    def kind(self) -> EntryKind:
        """What the player comes for, as their entries tell it."""
        last = next(iter(self.entries), None)
        if last is None:
            return EntryKind("entry", False, None)
        surrendered = ChipMove.objects.filter(entry=last, kind="surrender").exists()
        limit = timedelta(seconds=self.settings.at_once_seconds)
        at_once = last.out_at is not None and self.context.now - last.out_at <= limit
        return EntryKind("surrender" if surrendered else "re_entry", at_once, last)

    @cached_property
    def memberships(self) -> list[Membership]:
        """The player's memberships that count at the event today, confirmed or not."""
        return held_at(self.event, self.book, self.player, localdate(self.context.now))

    @cached_property
    def kept(self) -> Kept:
        """Places that are kept for bookings, and how many people wait."""
        return kept_in(self.event)

    @cached_property
    def places_left(self) -> int | None:
        """How many more can be in play, as `places_left_within`."""
        return places_left_within(self.event, self.sold, self.settings.capacity)

    @property
    def free_places(self) -> int | None:
        """How many places are neither taken nor kept for anybody; None for any number."""
        return None if self.places_left is None else self.places_left - self.kept.all

    @cached_property
    def waiting_list(self) -> Line:
        """The event's waiting list."""
        return read_line(self.event, self.registration, self.progress)


def lock_room_capacity(tx: Tx, request: EntryRequest) -> None:
    """Lock the desk's settings where the room has a capacity: sales in other events could fill it meanwhile.

    Args:
        request: of which no place was counted yet.
    """
    if request.settings.capacity is not None:
        request.settings = tx.lock(DeskSettings, pk=1)
