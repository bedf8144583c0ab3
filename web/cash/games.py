"""The games that the cash room offers, and its settings."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cash.boards.lists import CashGameLine, cash_lists
from cash.models import CashGame, CashSettings
from cash.services.names import game_name, variant_name
from cash.services.settings import cash_book, cash_books, cash_settings
from tourney.access.roles import Permission
from tourney.models import Room
from tourney.rulebooks.shelf import book_of
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form
from web.shared.money import amount_in, plain_money_text
from web.shared.policies import policies_in

BETTING = {
    "no_limit": lazy("No limit"),
    "pot_limit": lazy("Pot limit"),
    "fixed_limit": lazy("Fixed limit"),
    "split_limit": lazy("Split limit"),
}
STRADDLES = {
    "none": lazy("No straddle"),
    "live": lazy("Live straddle"),
    "button": lazy("Button straddle, announced to the floor"),
}
COLLECTIONS = {
    "rake": lazy("Rake from the pots"),
    "time": lazy("Time collection"),
    "none": lazy("Nothing"),
}
SHOWN = {"initials": lazy("Initials"), "names": lazy("Public names")}
_NUMBERS = ("answer_seconds", "recalls", "call_in_minutes", "reminder_minutes")
_HOUR = 60


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_TABLES)
def cash_games(request: HttpRequest) -> HttpResponse:
    """List the games on offer, offer another one, and edit the settings; each form names its command in `what`."""
    currency = Room.objects.get_or_create(id=1)[0].currency
    form = Form(
        {"variant": "holdem", "betting": "no_limit", "seats": 9, "collection": "rake", "straddle": "none"}
    )
    settings, retired = Form(_settings_values(currency)), Form()
    if request.method == "POST":
        sent = Form.sent(request)
        match sent.text("what"):
            case "settings":
                settings, done = sent, _save_settings(request, sent, currency)
            case "retire":
                retired = sent
                done = sent.act(request, "cash_game.retire", game=sent.whole("game")) is not None
            case _:
                form, done = sent, _offer(request, sent, currency)
        if done:
            return redirect("cash_games")
    lists = cash_lists()
    context = {
        "games": [] if lists is None else [_row(one) for one in lists.games],
        "form": form,
        "retired": retired,
        "settings": settings,
        "may_set": actor_of(request).may(Permission.MANAGE_EVENTS),
        "currency": currency,
        "variants": [(one, variant_name(one)) for one in CashGame.VARIANTS],
        "betting": BETTING.items(),
        "straddles": STRADDLES.items(),
        "collections": COLLECTIONS.items(),
        "shown": [(one, SHOWN[one]) for one in CashSettings.NAMES],
        "books": [(key, book_of(key).title) for key in cash_books()],
        "book": cash_book(),
        "rules": policies_in(cash_book(), "cash"),
    }
    wrong = form.is_wrong or settings.is_wrong or retired.is_wrong
    return render(request, "cash/games.html", context, status=422 if wrong else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_TABLES)
def cash_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """Change what a game proposes for new tables, and its house rules."""
    row = CashGame.objects.filter(pk=game_id, retired=False).first() if game_id < 2**63 else None
    if row is None:
        raise Http404
    form = Form(_game_values(row))
    if request.method == "POST":
        form = Form.sent(request)
        given = {**_proposed(form, row.currency), **_collection(form, row.currency)}
        done = form.act(request, "cash_game.change", game=row.pk, **given)
        if done is not None:
            return redirect("cash_games")
    context = {
        "form": form,
        "game": row,
        "name": game_name(row),
        "straddles": STRADDLES.items(),
        "collections": COLLECTIONS.items(),
        "is_open": row.tables.filter(closed_at__isnull=True).exists(),
        "rules": policies_in(cash_book(), "cash"),
    }
    return render(request, "cash/game.html", context, status=422 if form.is_wrong else 200)


def _row(line: CashGameLine) -> dict[str, Any]:
    return {
        "line": line,
        "straddle": "" if line.straddle == "none" else STRADDLES[line.straddle],
        "waiting": line.total + len(line.called),
    }


def _game_values(row: CashGame) -> dict[str, object]:
    return {
        "buy_in_min": plain_money_text(row.buy_in_min, row.currency),
        "buy_in_max": "" if row.buy_in_max is None else plain_money_text(row.buy_in_max, row.currency),
        "seats": row.seats,
        "straddle": row.straddle,
        "run_it_twice": "on" if row.run_it_twice else "",
        "note": row.note,
        "collection": row.collection,
        "time_charge": plain_money_text(row.time_charge, row.currency) if row.time_charge else "",
        "time_minutes": row.time_minutes,
    }


def _proposed(form: Form, currency: str) -> dict[str, Any]:
    """Return the arguments that `cash_game.add` and `cash_game.change` share."""
    maximum = amount_in(form, "buy_in_max", currency, empty=0)
    return {
        "buy_in_min": amount_in(form, "buy_in_min", currency),
        "buy_in_max": maximum or None,
        "seats": form.whole("seats"),
        "straddle": form.text("straddle"),
        "run_it_twice": form.flag("run_it_twice"),
        "note": form.text("note"),
    }


def _collection(form: Form, currency: str) -> dict[str, Any]:
    """Return how the house is paid, with the charge if it is by time."""
    collection = form.text("collection")
    if collection != "time":
        return {"collection": collection} if collection else {}
    return {
        "collection": collection,
        "time_charge": amount_in(form, "time_charge", currency),
        "time_minutes": form.whole("time_minutes") if form.text("time_minutes") else 30,
    }


def _offer(request: HttpRequest, form: Form, currency: str) -> bool:
    given: dict[str, Any] = {
        "variant": form.text("variant"),
        "betting": form.text("betting"),
        "small_blind": amount_in(form, "small_blind", currency),
        "big_blind": amount_in(form, "big_blind", currency),
        "ante": amount_in(form, "ante", currency, empty=0),
        **_collection(form, currency),
        **_proposed(form, currency),
    }
    return form.act(request, "cash_game.add", currency=currency, **given) is not None


def _settings_values(currency: str) -> dict[str, object]:
    row = cash_settings()
    hours, minutes = divmod(row.day_starts, _HOUR)
    return {
        **{name: getattr(row, name) for name in _NUMBERS},
        "book": row.book or cash_book().key,
        "day_starts": f"{hours:02}:{minutes:02}",
        "shown_as": row.shown_as,
        "self_service": "on" if row.self_service else "",
        "calls_on": "on" if row.calls_on else "",
        "comp_per_hour": plain_money_text(row.comp_per_hour, currency) if row.comp_per_hour else "",
    }


def _save_settings(request: HttpRequest, form: Form, currency: str) -> bool:
    numbers: dict[str, Any] = {name: form.whole(name) for name in _NUMBERS}
    hours, _colon, minutes = form.text("day_starts").partition(":")
    starts = 0
    if hours.isdecimal() and minutes[:2].isdecimal() and int(hours) < 24 and int(minutes[:2]) < _HOUR:
        starts = int(hours) * _HOUR + int(minutes[:2])
    else:
        form.fail("day_starts", _("Enter a time such as 06:00."))
    done = form.act(
        request,
        "cash.set",
        book=form.text("book"),
        day_starts=starts,
        shown_as=form.text("shown_as"),
        self_service=form.flag("self_service"),
        calls_on=form.flag("calls_on"),
        comp_per_hour=amount_in(form, "comp_per_hour", currency, empty=0),
        **numbers,
    )
    return done is not None
