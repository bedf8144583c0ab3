"""Players of a home game without names: each has an entry like any other, and a number for a name."""

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from desk.models import Drawer, Item, Registration
from desk.services.registration import check_sold
from players.models import Player
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, Tournament


def check_counted(tx: Tx) -> Registration:
    """Check that entries of the event are counted without names, and return how they are sold.

    Raises:
        Refused: as `check_sold`, or players enter by name (`by_name`).
    """
    registration = check_sold(tx)
    if not registration.without_names:
        raise Refused("by_name", _("Players enter this event by name, at the desk."))
    return registration


def new_unnamed(tx: Tx) -> Player:
    """Create a player without a name, with the next number of the event."""
    number = Entry.objects.filter(tournament=tx.tournament).count() + 1
    name = _("Player %(number)s") % {"number": number}
    return tx.create(Player, name=name, unnamed=True, created_at=tx.now)


def unnamed_entries(event: Tournament) -> QuerySet[Entry]:
    """Return the entries in play without a name, the one that goes out first in front.

    Which player without a name it was is not known: those with the fewest rebuys and add-ons go first, so that
    the counts of those still in play can be corrected.
    """
    valid = Q(items__kind__in=("rebuy", "add_on"), items__corrects__isnull=True, items__corrected_by=None)
    rows = Entry.objects.filter(
        tournament=event, out_at__isnull=True, voided_at__isnull=True, player__unnamed=True
    )
    return (
        rows.annotate(extras=Count("items", filter=valid)).order_by("extras", "-pk").select_related("player")
    )


def sold_to_unnamed(event: Tournament, kind: str) -> Item | None:
    """Return the last item of a kind that an entry in play without a name bought, and that was not refunded."""
    rows = Item.objects.filter(
        entry__in=unnamed_entries(event).values("pk"), kind=kind, corrects__isnull=True, corrected_by=None
    )
    return rows.select_related("receipt__drawer", "entry").order_by("-pk").first()


def open_own_drawer(tx: Tx, currency: str) -> None:
    """Open a drawer without a float if the actor has none: a home game has no opening count."""
    kind, _sign, number = tx.actor.key.partition(":")
    if kind == "user" and not Drawer.objects.filter(clerk_id=int(number), closed_at=None).exists():
        tx.create(Drawer, clerk_id=int(number), currency=currency, opened_at=tx.now, opening_float=0)


def home_game_drawers() -> QuerySet[Drawer]:
    """Return the open drawers that hold nothing but the money of home games: nobody opened them by hand."""
    counted = Registration.objects.filter(without_names=True).values("tournament")
    items = Item.objects.filter(receipt__drawer=OuterRef("pk"))
    return Drawer.objects.filter(
        Exists(items.filter(tournament__in=counted)),
        ~Exists(items.exclude(tournament__in=counted)),
        closed_at__isnull=True,
        opening_float=0,
        moves__isnull=True,
    )
