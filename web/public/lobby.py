"""The public start page, and the room's own colour."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from cash.models import CashGame
from prizes.services.championship import is_played
from seasons.models import Season
from tourney.models import Room
from tourney.rules.colours import ink_on, is_near_danger
from tourney.services.addresses import qr_of, room_address
from tourney.snapshot import consistent_read
from web.phone import find
from web.public.event_cards import event_cards, open_series, recent_results
from web.shared.modules import modules_of
from web.tv.page import page_config

# Texts of the event cards, by the first part of their keys.
_TEXTS = ("page.", "clock.", "ante.", "big_blinds", "entry.")
_COLOUR = re.compile(r"^#[0-9a-f]{6}$")
# Buttons and links of a room whose own colour is that of danger.
_CALM = (
    ":root:not([data-temper=tv]) { --accent: light-dark(#34455c, #b4c4da); "
    "--accent-strong: light-dark(#25344a, #cfdbec); --accent-soft: light-dark(#e6ebf2, #232d3a); "
    "--on-accent: light-dark(#ffffff, #141c27); }\n"
)


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Show today's events, with links for staff and for a TV."""
    address = room_address(request)
    with consistent_read():
        cards, ended, series = event_cards(), recent_results(), open_series()
    return render(
        request,
        "public/lobby.html",
        {
            "today": [card for card in cards if not card.later],
            "later": [card for card in cards if card.later],
            "ended": ended,
            "modules": modules_of(["public/lobby.js"]).preloads(),
            "config": {**page_config(request, _TEXTS), "series": series},
            "address": address.split("://")[-1],
            "plays_championship": is_played(),
            "has_season": Season.objects.exists(),
            "found_by_name": find.allowed(),
            "has_cash": CashGame.objects.filter(retired=False).exists(),
        },
    )


@require_GET
def address_qr(request: HttpRequest) -> HttpResponse:
    """Return a QR code of the start page, for phones in the room."""
    address = room_address(request)
    if not address:
        raise Http404
    return qr_of(f"{address}/")


@require_GET
def room_css(request: HttpRequest) -> HttpResponse:
    """Return the room's colour as a style sheet, applied before the first paint without a script.

    The address contains the colour, so that a new colour is a new file.
    """
    accent = Room.objects.filter(id=1).values_list("accent", flat=True).first() or ""
    text = ""
    if _COLOUR.match(accent):
        text = f":root {{ --room: {accent}; --tv-on-room: {ink_on(accent)}; }}\n"
        if is_near_danger(accent):
            # The room's red stays on its displays; a red button on a page always means danger.
            text += _CALM
    return HttpResponse(text, content_type="text/css", headers={"Cache-Control": "private, max-age=86400"})
