"""The live page of the cash room, and the look-up of its dialogs."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from cash.models import CashTable
from cash.models.penalties import KINDS
from cash.services.settings import cash_book, cash_settings
from penalties.rules.kinds import kinds_of
from seating.models import Table, TournamentTable
from tourney.access.roles import Permission
from tourney.rulebooks.boards import rules_marked
from tourney.rulebooks.books.schema import Book, cite
from web.cash.texts import CASH_WORDS
from web.office.hub import staff_config
from web.shared.access import staff_page
from web.shared.policies import policies_in


@never_cache
@require_GET
@staff_page(Permission.SEAT_PLAYERS)
def cash_room(request: HttpRequest) -> HttpResponse:
    """Show the tables and lists of the cash room, live."""
    book = cash_book()
    config = staff_config(
        request, reminder_minutes=cash_settings().reminder_minutes, penalties=_penalties_in(book)
    )
    config["words"] = {**config["words"], **{key: str(text) for key, text in CASH_WORDS.items()}}
    context = {
        "config": config,
        "rules": policies_in(book, "cash"),
        "penalty_rules": policies_in(book, "penalties"),
        "dinner_rule": cite(book, book.cash.dinner_break),
    }
    return render(request, "cash/room.html", context)


# Common reasons for a penalty; the book's rule is the one with this word in the index.
_REASONS = {"etiquette": "stalling", "abuse": "insult"}


def _penalties_in(book: Book) -> dict[str, object]:
    """Return the penalties of a cash book, its rule, and common reasons with theirs."""
    rules = {
        reason: rules_marked(word, book=book.key, lang=get_language() or "en")
        for reason, word in _REASONS.items()
    }
    return {
        "kinds": [kind for kind in kinds_of(book) if kind in KINDS],
        "rule": cite(book, book.penalties.kinds),
        "reasons": [
            {"reason": reason, "rule": str(found[0]["citation"]) if found else ""}
            for reason, found in rules.items()
        ],
    }


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
