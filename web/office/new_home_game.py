"""A new home game: how many players, for how much, how long."""

import re
import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from procedures.commands.home_game import FEWEST
from tourney.access.roles import Permission
from tourney.journal.commands import COMMANDS
from tourney.journal.refused import Refused
from tourney.models import JournalEntry, Room, Tournament
from tourney.services.field_counts import field_of
from web.office.hub import staff_config
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form, command_of, say_refused
from web.shared.money import amount_in, plain_money_text

_NUMBER = re.compile(r"[0-9]{1,9}")
_HOURS = (60, 120, 180, 240, 300)
_START = {
    "players": 8,
    "buy_in": "",
    "minutes": 180,
    "rebuys": "on",
    "add_on": "",
    "starting_stack": "",
    "name": "",
}


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_EVENTS)
def new_home_game(request: HttpRequest) -> HttpResponse:
    """Show the form of a home game, or create the event with its entries and go to its page.

    `?like=` fills the form with the settings of an earlier one.
    """
    room = Room.objects.get_or_create(id=1)[0]
    form = Form.sent(request) if request.method == "POST" else Form({**_START, **_settings_of(request, room)})
    if request.method == "POST":
        players = form.whole("players")
        stack = form.chips("starting_stack") if form.text("starting_stack") else None
        done = form.act(
            request,
            "home_game.start",
            players=players,
            buy_in=amount_in(form, "buy_in", room.currency, empty=0),
            minutes=form.whole("minutes"),
            rebuys=form.flag("rebuys"),
            add_on=form.flag("add_on"),
            starting_stack=stack,
            name=form.text("name"),
        )
        if form.code == "bad_argument":
            # Each fault is marked at its field.
            form.message = ""
        if done is not None and done.answer is not None:
            event: int = done.answer["tournament"]
            _enter(request, form, event, players)
            return redirect("home_game", event)
    choices = [
        (minutes, ngettext("%(count)s hour", "%(count)s hours", minutes // 60) % {"count": minutes // 60})
        for minutes in _HOURS
    ]
    context = {"config": staff_config(request), "form": form, "lengths": choices, "currency": room.currency}
    return render(request, "office/new_home_game.html", context, status=422 if form.is_wrong else 200)


def _settings_of(request: HttpRequest, room: Room) -> dict[str, object]:
    """Return the settings of the home game named by `like`, with as many players as it had at the end; {} for none."""
    like = request.GET.get("like", "")
    event = Tournament.objects.filter(pk=int(like)).first() if _NUMBER.fullmatch(like) else None
    if event is None:
        return {}
    started = JournalEntry.journal(None).filter(kind="home_game.start", answer__tournament=event.pk).first()
    if started is None:
        return {}
    given = started.arguments
    buy_in, entries = given["buy_in"], field_of(event).entries
    return {
        "players": max(entries, FEWEST),
        "buy_in": plain_money_text(buy_in, room.currency) if buy_in else "",
        "minutes": given["minutes"],
        "rebuys": "on" if given.get("rebuys", True) else "",
        "add_on": "on" if given.get("add_on") else "",
        "starting_stack": given.get("starting_stack") or "",
        "name": given.get("name", ""),
    }


def _enter(request: HttpRequest, form: Form, event: int, players: int) -> None:
    """Enter the players who are there; a repeated form enters them once."""
    try:
        COMMANDS["home_game.enter"](
            actor=actor_of(request),
            command_id=uuid.uuid5(command_of(form.command_id), "enter"),
            tournament_id=event,
            count=players,
        )
    except Refused as error:
        say_refused(request, error)
