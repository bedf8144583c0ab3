"""The live page of the cash room, and the look-up of its dialogs."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from cash.models import CashTable
from cash.services.settings import cash_book, cash_settings
from seating.models import Table, TournamentTable
from tourney.access.roles import Permission
from web.cash.texts import CASH_WORDS
from web.office.hub import staff_config
from web.shared.access import staff_page
from web.shared.policies import policies_in


@never_cache
@require_GET
@staff_page(Permission.SEAT_PLAYERS)
def cash_room(request: HttpRequest) -> HttpResponse:
    """Show the tables and lists of the cash room, live."""
    config = staff_config(request, reminder_minutes=cash_settings().reminder_minutes)
    config["words"] = {**config["words"], **{key: str(text) for key, text in CASH_WORDS.items()}}
    return render(request, "cash/room.html", {"config": config, "rules": policies_in(cash_book(), "cash")})


@never_cache
@require_GET
@staff_page(Permission.MANAGE_TABLES)
def free_tables(request: HttpRequest) -> JsonResponse:
    """Return the tables that neither an event nor a cash game uses."""
    del request
    used = TournamentTable.objects.filter(released_at__isnull=True).values("table")
    played = CashTable.objects.filter(closed_at__isnull=True).values("table")
    rows = Table.objects.filter(retired=False).exclude(pk__in=used).exclude(pk__in=played).order_by("number")
    return JsonResponse({"tables": [{"number": row.number, "seats": row.seats} for row in rows]})
