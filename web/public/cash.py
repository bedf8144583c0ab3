"""The public page of the cash room: games, tables, open seats and lists by public names."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from cash.boards.lists import cash_lists
from web.phone import find
from web.shared.modules import modules_of
from web.tv.page import page_config

# Texts of the line that tells how current the page is.
_TEXTS = ("page.",)
WORDS = {
    "cash.none": _("No cash games now"),
    "cash.none_how": _("Games appear here with their tables and lists as soon as the room offers them."),
    "cash.empty": _("No players waiting."),
    "cash.interested": _("No table yet · {count} interested"),
    "cash.interested_one": _("No table yet · 1 interested"),
    "cash.buy_in_from": _("Buy-in from {least}"),
    "cash.buy_in_range": _("Buy-in {least} to {most}"),
    "cash.straddle_live": _("live straddle"),
    "cash.straddle_button": _("button straddle"),
    "cash.twice": _("run it twice"),
    "cash.time_charge": _("Time: {charge} every {minutes} min"),
    "cash.table": _("Table {number}"),
    "cash.open": _("{count} seats open"),
    "cash.open_one": _("1 seat open"),
    "cash.full": _("full"),
    "cash.called": _("called to table {number}"),
}
STRADDLES = {"none": "", "live": _("live straddle"), "button": _("button straddle")}


@never_cache
@require_GET
def cash_public(request: HttpRequest) -> HttpResponse:
    """Show the games of the cash room without a login. Its script keeps them up to date."""
    board = cash_lists()
    config = page_config(request, _TEXTS)
    config["words"] |= {key: str(text) for key, text in WORDS.items()}
    games = [] if board is None else board.games
    return render(
        request,
        "public/cash.html",
        {
            "games": [{"line": one, "straddle": STRADDLES[one.straddle]} for one in games],
            "by_phone": board is not None and board.by_phone,
            "found_by_name": find.allowed(),
            "modules": modules_of(["public/cash.js"]).preloads(),
            "config": config,
        },
    )
