"""State of dealers and tables, as input for planning pushes."""

from django.db.models import F, Min, OuterRef, Subquery
from django.db.models.functions import Coalesce

from dealers.models import Rota, Stint
from dealers.rules.pushes import DealerState
from dealers.signals import DealtTable, other_dealt_tables
from seating.models import TournamentTable
from tourney.rulebooks.boards import rules_marked

MINUTES = 30
"""Default time between pushes."""


def on_shift() -> list[Stint]:
    """Return the place of every dealer on shift, by name."""
    rows = Stint.objects.filter(ended_at__isnull=True).select_related("dealer", "table")
    return list(rows.order_by("dealer__name"))


def number_of(stint: Stint) -> int | None:
    """Return the number of a dealer's table; None on break."""
    return None if stint.table is None else stint.table.number


def dealer_states(now: list[Stint]) -> list[DealerState]:
    """Return the dealers on shift as input for planning pushes.

    Stints are ordered as they were written: a dealer on break by this break, a dealing one by the first table
    since the last break.
    """
    rests = Stint.objects.filter(dealer=OuterRef("dealer"), table__isnull=True).order_by("-pk")
    dealt = (
        Stint.objects.filter(dealer__in=[one.dealer_id for one in now], table__isnull=False)
        .annotate(rest=Coalesce(Subquery(rests.values("pk")[:1]), 0))
        .filter(pk__gt=F("rest"))
    )
    first = dict(dealt.values_list("dealer").annotate(Min("pk")).order_by())
    return [
        DealerState(
            one.dealer_id,
            number_of(one),
            one.pk if one.table is None else first[one.dealer_id],
        )
        for one in now
    ]


def playing_tables() -> dict[int, DealtTable]:
    """Return tables that need a dealer, by number: open and occupied, in a running event or a cash game."""
    rows = TournamentTable.objects.filter(
        released_at__isnull=True,
        state="open",
        tournament__closed_at__isnull=True,
        seats__entry__isnull=False,
    )
    found = list(rows.select_related("table", "tournament").distinct())
    optional = {key for key in {row.tournament.book for row in found} if players_deal(key)}
    of_events = {
        row.table.number: DealtTable(
            row.table, row.tournament.name, row.tournament_id, optional=row.tournament.book in optional
        )
        for row in found
    }
    return of_events | dict(other_dealt_tables.ask(None))


def players_deal(book: str) -> bool:
    """Return whether players deal themselves by a book, unless there is a dealer (Five Spades 3.11).

    Args:
        book: its key.
    """
    return bool(rules_marked("players-deal", book=book, lang="en"))


def rota_tables(now: list[Stint]) -> dict[int, DealtTable]:
    """Return tables that dealers are pushed to, by number; self-dealt tables only if they have a dealer.

    Args:
        now: where every dealer on shift is.
    """
    dealt = {number_of(one) for one in now}
    return {number: one for number, one in playing_tables().items() if number in dealt or not one.optional}


def rota() -> Rota:
    """Return the room's rota, or the default."""
    return Rota.objects.filter(id=1).first() or Rota(id=1, minutes=MINUTES)
