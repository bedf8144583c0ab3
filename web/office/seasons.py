"""The seasons of the room: list and create them, their settings, events, corrections, cup seats and titles."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from players.services.memberships import memberships_on
from seasons.models import CupSeat, PointsCorrection, Season, SeasonEvent
from seasons.services.event_results import counted_elsewhere
from seasons.services.seasons import today_in
from seasons.services.titles import is_over
from stages.services.rules import tournament_names
from tourney.access import reads
from tourney.access.roles import Actor, Permission
from tourney.journal.commands import CommandResult
from tourney.models import Room, Tournament
from tourney.now import room_now
from tourney.rulebooks.shelf import books
from tourney.services.dates import day_text
from tourney.snapshot import consistent_read
from web.office.season_form import parameter_hint, season_arguments, season_values
from web.office.season_people import season_people
from web.public.season_lists import POINTS, ROLES, TITLES, lists_of, season_context
from web.public.seasons import season_shown
from web.shared.access import actor_of, staff_page
from web.shared.forms import Form

# Events to choose from, the newest first.
_EVENTS = 200


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(reads.PLAYERS)
def seasons(request: HttpRequest) -> HttpResponse:
    """List the seasons; those who manage events create a new one."""
    form = Form(_usual_values())
    if request.method == "POST":
        form = Form.sent(request)
        done = form.act(request, "season.create", **season_arguments(form))
        if done is not None and done.answer is not None:
            return redirect("season_settings", done.answer["season"])
    context = {
        "form": form,
        "seasons": Season.objects.order_by("-first_day", "-pk"),
        "today": localdate(room_now()),
        **_choices(),
    }
    return render(request, "office/seasons.html", context, status=422 if form.is_wrong else 200)


@never_cache
@require_GET
@staff_page(reads.PLAYERS)
def season_lists(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show the lists of a season with full names, files and print."""
    return season_shown(request, season_id, full=True)


@never_cache
@require_http_methods(["GET", "POST"])
@staff_page(Permission.MANAGE_EVENTS)
def season_settings(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show the settings of a season; each form names what it changes in `what`."""
    season = Season.objects.filter(pk=season_id).first()
    if season is None:
        raise Http404
    forms = {what: Form(season_values(season) if what == "change" else {}) for what in _FORMS}
    wrong = False
    if request.method == "POST":
        form = Form.sent(request)
        what = form.text("what")
        if what not in _FORMS:
            what = "change"
            form.message = _("This form is incomplete. Reload the page.")
        elif _FORMS[what](request, form, season.pk) is not None:
            return redirect("season_settings", season.pk)
        forms[what], wrong = form, True
    with consistent_read():
        context = _context(season, actor_of(request))
    return render(
        request, "office/season_settings.html", {**context, "forms": forms}, status=422 if wrong else 200
    )


def _change(request: HttpRequest, form: Form, season: int) -> CommandResult | None:
    return form.act(request, "season.change", season=season, **season_arguments(form))


def _close(request: HttpRequest, form: Form, season: int) -> CommandResult | None:
    sure, closed = form.flag("although_unfinished"), not form.flag("again")
    return form.act(request, "season.close", season=season, closed=closed, although_unfinished=sure)


def _event(request: HttpRequest, form: Form, season: int) -> CommandResult | None:
    tournament, role = form.whole("tournament"), form.text("role")
    if role == "left_out":
        return form.act(request, "season.leave_out_event", season=season, tournament=tournament)
    return form.act(request, "season.add_event", season=season, tournament=tournament, role=role)


def _correct(request: HttpRequest, form: Form, season: int) -> CommandResult | None:
    player, points = form.whole("player"), form.whole("points")
    return form.act(
        request,
        "season.correct_points",
        season=season,
        player=player,
        points=points,
        reason=form.text("reason"),
    )


def _seat(request: HttpRequest, form: Form, season: int) -> CommandResult | None:
    has_seat = {"give": True, "take": False}.get(form.text("decision"))
    return form.act(
        request,
        "season.decide_cup_seat",
        season=season,
        player=form.whole("player"),
        has_seat=has_seat,
        reason=form.text("reason"),
    )


def _award(request: HttpRequest, form: Form, season: int) -> CommandResult | None:
    player = form.whole("player")
    return form.act(request, "season.award_title", season=season, kind=form.text("kind"), player=player)


def _withdraw(request: HttpRequest, form: Form, season: int) -> CommandResult | None:
    return form.act(
        request, "season.withdraw_title", season=season, kind=form.text("kind"), reason=form.text("reason")
    )


_FORMS: dict[str, Callable[[HttpRequest, Form, int], CommandResult | None]] = {
    "change": _change,
    "close": _close,
    "event": _event,
    "correct": _correct,
    "seat": _seat,
    "award": _award,
    "withdraw": _withdraw,
}


def _usual_values() -> dict[str, str]:
    """Suggest this year, or the time after a season that already goes on until then (Five Spades 5.6)."""
    today = localdate(room_now())
    first, year = date(today.year, 1, 1), today.year
    before = Season.objects.order_by("last_day").last()
    if before is not None and first <= before.last_day < date.max:
        first = before.last_day + timedelta(days=1)
        year = first.year
    room = Room.objects.filter(pk=1).values_list("book", flat=True).first()
    shelf = books()
    by_table = [key for key, book in shelf.items() if book.season.ranking is not None]
    of_events = [key for key, book in shelf.items() if "tournament" in book.games]
    # Only events of the season's book count: that of the room, whether or not it has a table of points.
    book = room if room in of_events or not by_table else by_table[0]
    return {
        "name": _("Season %(year)s") % {"year": year},
        "first_day": first.isoformat(),
        "last_day": f"{year}-12-31",
        "book": book or "",
        "points": "book" if book in by_table else "linear",
        "ties": "shared",
        "partners_score": "on",
    }


def _choices() -> dict[str, Any]:
    return {
        "books": [(key, book.title) for key, book in books().items() if "tournament" in book.games],
        "points": list(POINTS.items()),
        "ties": [("shared", _("share the place")), ("countback", _("countback: the best results decide"))],
        "parameter_hint": parameter_hint(),
    }


def _context(season: Season, by: Actor) -> dict[str, Any]:
    lists = lists_of(season, full=True)
    context = season_context(lists)
    members = memberships_on(today_in(season)).filter(kind="season").values_list("player", flat=True)
    people = season_people({*lists.names, *members}, lists.state.ranking, by)
    named = SeasonEvent.objects.filter(season=season).select_related("tournament")
    # Of a tournament in several stages, its last event carries the results.
    parts = Q(pk__in=counted_elsewhere()) & ~Q(pk__in=named.values("tournament"))
    events = list(Tournament.objects.filter(demo_speed__isnull=True).exclude(parts).order_by("-pk")[:_EVENTS])
    whole = tournament_names(events)
    return {
        **context,
        **_choices(),
        "people": [("", _("Choose a player")), *people.items()],
        "people_names": people,
        "all_events": [
            ("", _("Choose an event")),
            *((one.pk, f"{whole[one.pk]} ({day_text(localdate(one.created_at))})") for one in events),
        ],
        "awarding": is_over(season),
        "roles": list(ROLES.items()),
        "named": named,
        "role_texts": ROLES,
        "corrections": PointsCorrection.objects.filter(season=season).select_related("player"),
        "decisions": CupSeat.objects.filter(season=season).select_related("player"),
        "title_texts": TITLES,
        "seat_decisions": [
            ("give", _("has a seat in the final")),
            ("take", _("has no seat in the final")),
            ("ranking", _("as the ranking says")),
        ],
    }
