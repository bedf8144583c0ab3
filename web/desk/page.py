"""The desk: its page, and the look-ups of its scripts while a clerk types."""

from typing import Any

from django.db.models import F, Min
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from desk.boards import find as finding
from desk.boards.other_events import other_events as others_of
from desk.boards.person import person as person_of
from desk.boards.person import voucher_at_event
from desk.boards.person_types import RefundByOther
from desk.boards.till import own_drawer, refunds_by_others
from desk.models import Registration
from desk.rules.amounts import places_of
from desk.signals import other_flights
from players.boards.people import unconfirmed
from players.models import Player
from tourney.access.roles import ALLOWED, Actor, Permission, Role
from tourney.models import Room, Tournament
from tourney.rules.numbers import whole_number
from tourney.snapshot import consistent_read
from web.desk.recent_actions import recent_actions
from web.desk.texts import DESK_WORDS
from web.office.hub import staff_config
from web.shared.access import actor_of, staff_page
from web.shared.labels import role_word


@never_cache
@staff_page(Permission.REGISTER_PLAYERS)
@require_GET
def desk(request: HttpRequest, tournament_id: int | None = None) -> HttpResponse:
    """Show the clerk's page for one event, or for the one this desk used last.

    `?player=` opens a player.
    """
    if tournament_id is not None and not Tournament.objects.filter(pk=tournament_id).exists():
        raise Http404
    currencies = _currencies()
    config = staff_config(
        request,
        tournament=tournament_id,
        on_sale=_usual_on_sale(),
        name=actor_of(request).name,
        player=_number(request.GET.get("player", "")),
        drawer=_drawer_of(actor_of(request)),
        refunds_by_others=_refunds_by_others(actor_of(request)),
        recent=recent_actions(actor_of(request)),
        currency=Room.objects.get_or_create(id=1)[0].currency,
        currencies=currencies,
        places={row["currency"]: row["places"] for row in currencies.values()},
        who={
            what.value: who_may(what)
            for what in (Permission.REFUND, Permission.UNDO, Permission.CONFIRM_MEMBERSHIPS)
        },
    )
    config["words"] = {**config["words"], **{key: str(text) for key, text in DESK_WORDS.items()}}
    return render(
        request,
        "desk/page.html",
        {"config": config, "unconfirmed": _unconfirmed(request)},
    )


@never_cache
@staff_page(Permission.REGISTER_PLAYERS)
@require_GET
def find(request: HttpRequest) -> JsonResponse:
    """Find people by what was typed or scanned (`q`), with their state in an event (`t`).

    "/" begins a word for a state: "/res anna" finds the reserved Anna. Without a query, the expected players
    are returned.
    """
    event = _number(request.GET.get("t", ""))
    text = request.GET.get("q", "").strip()
    if not text:
        found = (
            finding.expected(event, actor_of(request))
            if event is not None
            else finding.Found([], None, False)
        )
    else:
        state, rest = _state_in(text)
        found = finding.find(rest, event, state, actor_of(request))
    answer = {"rows": found.rows, "exact": found.exact, "more": found.more, "similar": found.similar}
    return JsonResponse(answer)


@never_cache
@staff_page(Permission.REGISTER_PLAYERS)
@require_GET
def person(request: HttpRequest, player_id: int) -> JsonResponse:
    """Return one person and their state in an event (`t`)."""
    with consistent_read():
        found = person_of(player_id, _number(request.GET.get("t", "")), actor_of(request))
    if found is None:
        raise Http404
    return JsonResponse(found)


@never_cache
@staff_page(Permission.REGISTER_PLAYERS)
@require_GET
def other_events(request: HttpRequest, player_id: int) -> JsonResponse:
    """Return other events a player can be registered for together with an event (`t`)."""
    number = _number(request.GET.get("t", ""))
    event = Tournament.objects.filter(pk=number).first() if number is not None else None
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise Http404
    with consistent_read():
        found = others_of(player, event, actor_of(request)) if event is not None else []
    return JsonResponse({"events": found})


@never_cache
@staff_page(Permission.REGISTER_PLAYERS)
@require_GET
def voucher(request: HttpRequest) -> JsonResponse:
    """Return a voucher or ticket by its number, and whether it is valid in an event (`t`)."""
    event = _number(request.GET.get("t", ""))
    number = request.GET.get("number", "")[:40]
    return JsonResponse({"voucher": voucher_at_event(number, event) if event is not None else None})


def who_may(what: Permission) -> str:
    """Name the roles with a permission, for a user without it: "Floor or Director"."""
    roles = [role for role in (Role.FLOOR, Role.DIRECTOR) if what in ALLOWED[role]]
    return _(" or ").join(role_word(role.value) for role in roles)


def _number(text: str) -> int | None:
    return whole_number(text)


def _state_in(text: str) -> tuple[str, str]:
    """Split a query into the state named after "/" and the remaining text.

    States are recognised in the page's language and in English.
    """
    if not text.startswith("/"):
        return "", text
    word, _blank, rest = text[1:].partition(" ")
    sought = word.casefold()
    for state in finding.STATES:
        named = str(DESK_WORDS[f"desk.state_{state}"]).casefold()
        if sought and (named.startswith(sought) or state.startswith(sought)):
            return state, rest
    # A link or a path, not a state.
    return "", text


def _drawer_of(actor: Actor) -> dict[str, Any] | None:
    kind, _colon, key = actor.key.partition(":")
    return own_drawer(int(key)) if kind == "user" else None


@never_cache
@staff_page(Permission.REGISTER_PLAYERS)
@require_GET
def own_refunds(request: HttpRequest) -> JsonResponse:
    """Return refunds that others paid from this clerk's open drawer."""
    return JsonResponse({"refunds": _refunds_by_others(actor_of(request))})


def _refunds_by_others(actor: Actor) -> list[RefundByOther]:
    kind, _colon, key = actor.key.partition(":")
    return refunds_by_others(int(key)) if kind == "user" else []


def _unconfirmed(request: HttpRequest) -> int:
    """Count the memberships this clerk may confirm."""
    return unconfirmed().count() if actor_of(request).may(Permission.CONFIRM_MEMBERSHIPS) else 0


def _usual_on_sale() -> int | None:
    """Return the event with open registration that has begun, else the one that was set up last: without demos and
    home games, which are sold elsewhere; of its flights the first one.
    """
    rows = Registration.objects.filter(
        closed_at__isnull=True,
        without_names=False,
        tournament__closed_at__isnull=True,
        tournament__demo_speed__isnull=True,
    )
    begun = F("tournament__clock__started").desc(nulls_last=True)
    usual = rows.select_related("tournament").order_by(begun, "-tournament").first()
    if usual is None:
        return None
    flights = other_flights.ask(usual.tournament) or ()
    either = rows.filter(tournament__in=[usual.tournament_id, *flights])
    first: int | None = either.aggregate(first=Min("tournament"))["first"]
    return first


def _currencies() -> dict[str, dict[str, Any]]:
    """Return the currency of each event that is not over."""
    rows = Registration.objects.filter(tournament__closed_at__isnull=True)
    return {
        str(pk): {"currency": currency, "places": places_of(currency)}
        for pk, currency in rows.values_list("pk", "currency")
    }
