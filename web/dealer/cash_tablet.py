"""The dealer's tablet of a cash table: the choice of a table, and the page."""

import msgspec
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from cash.boards.money import dealers_money
from cash.models import CashTable
from cash.services.names import game_name
from seating.services.dealer_tables import are_idle, tables_of, works_at
from tourney.access import reads
from web.dealer.texts import DEALER_WORDS
from web.dealer.texts_cash import CASH_DEALER_WORDS
from web.office.hub import staff_config
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form
from web.shared.landing import landing_page


def cash_choices(own: frozenset[int] | None) -> list[dict[str, object]]:
    """Return the open cash tables that a dealer may choose, with their players and game.

    Args:
        own: numbers of the login's tables; empty or None for all.
    """
    rows = CashTable.objects.filter(closed_at__isnull=True).select_related("table", "game")
    counted = rows.annotate(players=Count("occupied_seats", filter=Q(occupied_seats__left_at__isnull=True)))
    return [
        {"number": row.table.number, "players": row.players, "game": game_name(row.game)}
        for row in counted.order_by("table__number")
        if not own or row.table.number in own
    ]


@never_cache
@staff_page(reads.FLOOR)
@require_http_methods(["GET", "POST"])
def choose(request: HttpRequest) -> HttpResponse:
    """Choose the cash table of the tablet.

    A dealer's login is offered its own tables; a login without tables, or none that is played, is given the table it
    chooses. A tablet whose table has ended comes here with `ended` and goes on at once if it works at another one.
    """
    actor = actor_of(request)
    own = tables_of(actor)
    takes = own is not None and are_idle(own)
    if "ended" in request.GET and own and not takes:
        return redirect(landing_page(actor))
    form = Form()
    if request.method == "POST":
        form = Form.sent(request)
        number = form.whole("number")
        if form.act(request, "dealer.take_table", number=number) is not None:
            return redirect("cash_dealer", number)
    context = {
        "cash_tables": cash_choices(None if takes else own),
        "own": sorted(own or ()),
        "elsewhere": bool(own and cash_choices(None)),
        "takes": takes,
        "form": form,
    }
    return render(request, "dealer/tables.html", context, status=422 if form.is_wrong else 200)


@never_cache
@staff_page(reads.FLOOR)
@require_GET
def table_money(request: HttpRequest, number: int) -> HttpResponse:
    """Return what is counted at a cash table, for the logins that work there; dealers see no other stakes."""
    if not works_at(actor_of(request), number):
        raise PermissionDenied
    rows = CashTable.objects.filter(table__number=number, closed_at__isnull=True)
    table = rows.select_related("table", "game").first()
    if table is None:
        raise Http404
    return HttpResponse(msgspec.json.encode(dealers_money(table)), content_type="application/json")


@never_cache
@staff_page(reads.FLOOR)
@require_GET
def tablet(request: HttpRequest, number: int) -> HttpResponse:
    """Show the tablet of a cash table; the page waits if no game is open there."""
    if not works_at(actor_of(request), number):
        return redirect("cash_dealer_tables")
    config = staff_config(request, table=number)
    words = {**DEALER_WORDS, **CASH_DEALER_WORDS}
    config["words"] = {**config["words"], **{key: str(text) for key, text in words.items()}}
    return render(request, "dealer/cash_tablet.html", {"number": number, "config": config})
