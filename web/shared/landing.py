"""Where a login begins."""

from django.urls import reverse

from cash.models import CashTable
from seating.models import TournamentTable
from seating.services.dealer_tables import tables_of
from tourney.access.roles import Actor, Role
from tourney.models import Tournament


def landing_page(actor: Actor) -> str:
    """Return the address of a role's own page: the desk, the tablet, or the live page."""
    if actor.role is Role.DESK:
        return reverse("desk")
    if actor.role is Role.DEALER:
        return _tablet(actor)
    return reverse("hub")


def _tablet(actor: Actor) -> str:
    """Return the tablet of a dealer's only table, the choice of a table, or the live page with all events."""
    own = tables_of(actor)
    if own:
        rows = TournamentTable.objects.filter(
            table__number__in=own, released_at__isnull=True, tournament__closed_at__isnull=True
        )
        found = list(rows.values_list("tournament", "table__number")[:2])
        cash = list(
            CashTable.objects.filter(table__number__in=own, closed_at__isnull=True).values_list(
                "table__number", flat=True
            )[:2]
        )
        if len(found) == 1 and not cash:
            return reverse("dealer", args=found[0])
        if len(cash) == 1 and not found:
            return reverse("cash_dealer", args=cash)
    events = list(Tournament.objects.filter(closed_at__isnull=True).values_list("pk", flat=True)[:2])
    if not events and CashTable.objects.filter(closed_at__isnull=True).exists():
        return reverse("cash_dealer_tables")
    return reverse("dealer_tables", args=events) if len(events) == 1 else reverse("hub")
