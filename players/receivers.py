"""Signal receivers of players."""

from django.db.models import Q

from players.models import Player
from players.services.partners import partners_at
from players.services.records import tell_names
from players.signals import NamesChanged, booked_events, names_changed
from tourney.journal.row_images import label
from tourney.journal.shared_entries import provide
from tourney.live.publish import publish_names
from tourney.models import Entry
from tourney.signals import Undone, undone

provide(partners_at)


@undone.connect
def tell_restored_names(event: Undone) -> None:
    """Announce names that an undo has restored."""
    tell_names(event.tx)


@names_changed.connect
def show_names(event: NamesChanged) -> None:
    """Publish the boards that show these players: a name that is now private must not stay on a display."""
    tx = event.tx
    players = [change["pk"] for change in tx.changes if change["model"] == label(Player)]

    def show() -> None:
        of_these = Q(player__in=players) | Q(partner__player__in=players)
        rows = Entry.objects.filter(of_these, tournament__demo_speed__isnull=True)
        events = set(rows.order_by().values_list("tournament", flat=True))
        events.update(*booked_events.ask(players).values())
        publish_names(["room", *(f"t{one}" for one in events)])

    tx.on_commit(show, once="names")
