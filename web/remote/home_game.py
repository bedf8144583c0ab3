"""The page of a home game for a phone: clock, + and −, payouts; and the names that are given later."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from desk.models import Registration
from players.services.records import living_records
from tourney.access import reads
from tourney.access.roles import Permission
from tourney.journal.commands import COMMANDS
from tourney.journal.refused import Refused
from tourney.models import Entry, Tournament
from web.office.hub import staff_config
from web.remote.texts import HOME_GAME_WORDS
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form, command_of

_MOST_NAMES = 1_000


def _registration(tournament_id: int) -> Registration:
    row = Registration.objects.filter(tournament=tournament_id).select_related("tournament").first()
    if row is None:
        raise Http404
    return row


@never_cache
@require_GET
@staff_page(reads.BOOKINGS)
def home_game(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the live page of a home game."""
    registration = _registration(tournament_id)
    config = staff_config(request, tournament=tournament_id)
    if Permission.MANAGE_EVENTS.value in config["may"]:
        config["next_game"] = f"{reverse('new_home_game')}?like={tournament_id}"
    config["words"] = {**config["words"], **{key: str(text) for key, text in HOME_GAME_WORDS.items()}}
    context = {"event": registration.tournament, "config": config}
    return render(request, "remote/home_game.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.EDIT_PLAYERS)
def home_game_names(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the players without a name, and give names to those that were typed in."""
    event = _registration(tournament_id).tournament
    form = Form.sent(request) if request.method == "POST" else Form()
    if request.method == "POST":
        if form.text("what") in {"names", "counting"}:
            form.act(
                request, "home_game.use_names", tournament_id=event.pk, names=form.text("what") == "names"
            )
        else:
            _give_names(request, form, event)
        if not form.is_wrong:
            return redirect("home_game_names", event.pk)
    context = {
        "event": event,
        "config": staff_config(request),
        "form": form,
        "rows": _rows(event),
        "counting": _registration(tournament_id).without_names,
        "known": living_records().order_by("name").values_list("name", flat=True)[:_MOST_NAMES],
    }
    return render(request, "remote/home_game_names.html", context, status=422 if form.is_wrong else 200)


def _rows(event: Tournament) -> list[dict[str, Any]]:
    rows = Entry.objects.filter(tournament=event, voided_at__isnull=True, player__unnamed=True)
    return [
        {"field": f"name-{row.player_id}", "label": row.player.name, "out": row.out_at is not None}
        for row in rows.select_related("player").order_by("pk")
    ]


def _give_names(request: HttpRequest, form: Form, event: Tournament) -> None:
    """Give the names that were typed; those that are refused stay in their fields."""
    for row in _rows(event):
        field, name = row["field"], form.text(row["field"])
        if not name:
            continue
        try:
            COMMANDS["player.give_name"](
                actor=actor_of(request),
                command_id=uuid.uuid5(command_of(form.command_id), f"{field} {name}"),
                player=int(field.partition("-")[2]),
                name=name,
            )
        except Refused as error:
            form.fail(field, error.message)
    if form.errors:
        form.message = _("Some names could not be saved.")
