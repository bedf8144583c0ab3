"""The counts of a home game for the page with + and −."""

from typing import Literal

from django.db.models import Count, Q
from msgspec import Struct

from desk.models import Extra, Item, Registration
from desk.services.unnamed_players import unnamed_entries
from tourney.access import reads
from tourney.live.boards import board
from tourney.models import Entry, Tournament


class CountedExtra(Struct, frozen=True):
    """Rebuys or add-ons that were sold.

    Attributes:
        sold: without those that were taken back.
        price: of one, in minor units.
    """

    kind: Literal["rebuy", "add_on"]
    sold: int
    price: int
    chips: int


class NamedPlayer(Struct, frozen=True):
    """A player in play with a name."""

    entry: int
    name: str


class HomeGameBoard(Struct, frozen=True):
    """What was counted in a home game.

    Attributes:
        counting: whether entries are counted without names; false once players enter by name.
        open: whether entry is open.
        unnamed: players in play without a name.
        unnamed_out: players without a name who are out.
        named: players in play with one.
    """

    counting: bool
    open: bool
    unnamed: int
    unnamed_out: int
    named: list[NamedPlayer]
    extras: list[CountedExtra]


@board(
    "home_game",
    topic="t",
    permission=reads.BOOKINGS,
    rows=("desk.registration", "desk.extra", "desk.item", "tourney.entry", "seating.bust"),
)
def home_game(tournament_id: int, _name: str = "") -> HomeGameBoard | None:
    """Return what was counted without names; None for an event in which nothing was."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    registration = Registration.objects.filter(tournament=tournament_id).first()
    if event is None or registration is None:
        return None
    rows = Entry.objects.filter(tournament=event, voided_at__isnull=True)
    out = rows.filter(player__unnamed=True, out_at__isnull=False).count()
    left = unnamed_entries(event).count()
    if not (registration.without_names or left or out):
        return None
    named = rows.filter(player__unnamed=False, out_at__isnull=True).order_by("player__name", "pk")
    valid = Item.objects.filter(tournament=event, corrects__isnull=True, corrected_by=None)
    sold = valid.aggregate(
        rebuy=Count("pk", filter=Q(kind="rebuy")), add_on=Count("pk", filter=Q(kind="add_on"))
    )
    return HomeGameBoard(
        counting=registration.without_names,
        open=registration.closed_at is None and event.closed_at is None,
        unnamed=left,
        unnamed_out=out,
        named=[NamedPlayer(pk, name) for pk, name in named.values_list("pk", "player__name")],
        extras=[
            CountedExtra(kind=one.kind, sold=sold[one.kind], price=one.price, chips=one.chips)  # type: ignore[arg-type]
            for one in Extra.objects.filter(registration=registration).order_by("-kind")
        ],
    )
