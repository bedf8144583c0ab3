"""The command palette: what it offers without a search, and the search for players and events."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from desk.boards.find import FoundPerson, find
from tourney.access.roles import Actor, Permission
from tourney.models import Tournament
from tourney.rules.numbers import whole_number
from tourney.snapshot import consistent_read
from web.shared.access import actor_of, staff_page
from web.shared.navigation import Navigation

_LONGEST = 80
_MOST = 8
_MOST_EVENTS = 5
# What else people look for on a page, by the key of its link.
_ALSO = {
    "event_chips": lazy("chips, starting stack, colour-up, chip runner"),
    "event_stages": lazy("stages, heats, rounds, restart, shootout"),
    "stack_counts": lazy("bags, end of day, next day, chip leaders"),
    "cash_room": lazy("waiting list, interest list, call a player, seat, open seats, dinner break"),
    "cash_games": lazy("limit, blinds, buy-in, rake, time collection, straddle"),
    "seasons": lazy("ranking, cup, titles, certificates"),
    "event_structure": lazy("levels, blinds, print structure"),
    "event_tables": lazy("draw seats, redraw, seat lists, seat cards"),
    "room_settings": lazy("theme, sponsor, logo, sounds, colour, language"),
    "prizes": lazy("payouts, pool, guarantee, bounties"),
    "event_results": lazy("ties, ranking"),
    "registration": lazy("price, buy-in, rebuy, add-on, late registration"),
}


def palette_config(actor: Actor, links: Navigation, event: Tournament | None) -> dict[str, Any]:
    """Return what the palette offers on a page: its pages, commands and texts."""
    pages = []
    for section in (*links.event, *links.room):
        for page in section.pages:
            where = section.label if section.label != page.label else ""
            if section in links.event and event is not None:
                where = f"{where} · {event.name}" if where else event.name
            pages.append(
                {
                    "label": page.label,
                    "where": where,
                    "address": page.address,
                    "also": str(_ALSO.get(page.key, "")),
                }
            )
    if actor.may(Permission.MANAGE_EVENTS):
        pages.append({"label": _("New event"), "where": "", "address": reverse("new_event"), "also": ""})
    table = ""
    if event is not None and actor.may(Permission.SEAT_PLAYERS):
        table = reverse("floor", args=[event.pk]) + "#table-"
    elif event is not None:
        table = reverse("dealer_tables", args=[event.pk])
    return {
        "tournament": None if event is None else event.pk,
        "pages": pages,
        "clock": event is not None and event.closed_at is None and actor.may(Permission.RUN_CLOCK),
        "table": table,
        "search": reverse("palette_search"),
        "words": {
            "title": _("Go to"),
            "hint": _("Table, player, page or action"),
            "nothing": _("Nothing found"),
            "away": _("The server is not responding. Pages and actions still work."),
            "table": _("Table %(number)s"),
            "pause": _("Pause the clock"),
            "resume": _("Resume the clock"),
            "next": _("Go to the next level"),
            "log_out": _("Log out"),
            "action": _("Action"),
            "page": _("Page"),
            "player": _("Player"),
            "event": _("Event"),
            "close": _("Close"),
        },
    }


@never_cache
@staff_page()
@require_GET
def palette_search(request: HttpRequest) -> JsonResponse:
    """Find events and players by name (`q`); players with their seat in an event (`t`)."""
    actor = actor_of(request)
    text = request.GET.get("q", "").replace("\x00", "").strip()[:_LONGEST]
    number = whole_number(request.GET.get("t", ""))
    if not text:
        return JsonResponse({"found": []})
    with consistent_read():
        event = Tournament.objects.filter(pk=number).first() if number is not None else None
        return JsonResponse({"found": [*_people(actor, event, text), *_events(text)]})


def _events(text: str) -> list[dict[str, str]]:
    rows = Tournament.objects.filter(name__icontains=text, demo_speed__isnull=True)
    return [
        {"kind": "event", "label": row.name, "where": "", "address": reverse("remote", args=[row.pk])}
        for row in rows.order_by("closed_at", "-pk")[:_MOST_EVENTS]
    ]


def _people(actor: Actor, event: Tournament | None, text: str) -> list[dict[str, str]]:
    if not actor.may(Permission.REGISTER_PLAYERS):
        return []
    found = find(text, None if event is None else event.pk, by=actor)
    return [
        {
            "kind": "player",
            "label": row["name"],
            "where": _where(row),
            "address": _address(actor, event, row),
        }
        for row in found.rows[:_MOST]
    ]


def _where(row: FoundPerson) -> str:
    if row["table"] is None:
        return ""
    return _("Table %(table)s, seat %(seat)s") % {"table": row["table"], "seat": row["seat"]}


def _address(actor: Actor, event: Tournament | None, row: FoundPerson) -> str:
    """Return where a player is: at a table of the event, at its desk, or the player's page."""
    if event is not None and row["table"] is not None and actor.may(Permission.SEAT_PLAYERS):
        return f"{reverse('floor', args=[event.pk])}#table-{row['table']}"
    if event is not None and event.closed_at is None:
        return f"{reverse('desk_event', args=[event.pk])}?player={row['player']}"
    return reverse("player", args=[row["player"]])
