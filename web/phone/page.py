"""The player's own page: no app, no account, one link. Everything here is reached through that link."""

import functools
import json
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from msgspec import to_builtins

from notifications.boards.own import OwnPage, events_of, mine_of
from notifications.commands.player_links import as_printed, path_of, player_of
from notifications.models import Subscription
from notifications.services.texts import first_words
from notifications.services.vapid import public_key
from notifications.services.web_push import Target, check_endpoint, check_keys
from prizes.boards.own import prize_of
from prizes.boards.structs import OwnPrize
from seasons.services.player_history import has_history
from seating.models import Seat, Table
from tourney.access import guard
from tourney.access.roles import Actor, Role
from tourney.access.viewers import UnknownToken, address_of_request, digest_of_secret
from tourney.edge.request_body import object_of
from tourney.journal.commands import COMMANDS
from tourney.journal.refused import Refused
from tourney.models import Room, Token, Tournament
from tourney.now import room_now, server_ms
from tourney.services.outbound import BadAddress
from tourney.snapshot import consistent_read
from web.phone import find
from web.phone.texts import cash_words, phone_words, place_words, shown_prize
from web.shared.commands import refusal
from web.shared.forms import Form
from web.shared.modules import modules_of

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Token, P], HttpResponse]
# Commands open to players; the commands check when they are allowed.
SERVE = tuple(
    f"self_service.{name}" for name in ("reserve", "wait", "re_enter", "cancel", "arrive", "report_stack")
)
# Those of the cash room, which belong to no event.
SERVE_ROOM = tuple(f"self_service.{name}" for name in ("cash_join", "cash_leave", "cash_stay", "cash_answer"))
_BROWSERS = 10
_SEAT_LISTS = 12
# The page answers "where do I sit" first: events with a seat come before the others. A prize to collect ("to_collect")
# comes before a seat in a later event that is only reserved.
_FIRST = ("called", "seated", "entered", "waiting", "checked_in", "to_collect", "reserved", "out", "none")


def _quiet(answer: HttpResponse) -> HttpResponse:
    """Keep the address secret: it is the player's key."""
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["X-Robots-Tag"] = "noindex, nofollow"
    return answer


def _wrong(request: HttpRequest, locked: bool) -> HttpResponse:
    if locked:
        title, text = _("Please wait"), _("Too many invalid links from this address. Wait ten minutes.")
    else:
        title, text = _("Unknown link"), _("This link is no longer valid. Ask the desk for a new one.")
    status = 429 if locked else 404
    if request.method != "GET":
        return JsonResponse({"ok": False, "code": "unknown_link", "message": text}, status=status)
    return render(request, "shared/plain.html", {"title": title, "text": text}, status=status)


def by_link(view: View[P]) -> Callable[..., HttpResponse]:
    """Pass the token of the link to a view; an unknown link gets an error page."""

    @functools.wraps(view)
    def opened(request: HttpRequest, secret: str, *args: P.args, **rest: P.kwargs) -> HttpResponse:
        try:
            token = player_of(secret, address_of_request(request))
        except (UnknownToken, guard.LockedOut) as error:
            return _quiet(_wrong(request, isinstance(error, guard.LockedOut)))
        return _quiet(view(request, token, *args, **rest))

    return never_cache(opened)


def secret_of(request: HttpRequest) -> str:
    """Return the secret in the address of a player's page."""
    match = request.resolver_match
    assert match is not None
    return str(match.kwargs["secret"])


def events_with_mine(player: int) -> list[tuple[Tournament, OwnPage]]:
    """Return a player's events with their state, most urgent first."""
    ids = events_of(0, [player])[player].events
    events = Tournament.objects.in_bulk(ids)
    found = [(events[pk], mine_of(pk, [player])[player]) for pk in ids if pk in events]
    several = len(found) > 1

    def urgency(one: tuple[Tournament, OwnPage]) -> tuple[bool, bool, int, int]:
        event, mine = one
        # The player's place is in the event that they advanced to.
        advanced = mine.bag is not None and mine.bag.goes_on in ("yes", "forfeited")
        state = "to_collect" if several and mine.state == "out" and _has_prize(event, player) else mine.state
        return event.closed_at is not None, advanced, _FIRST.index(state), -event.pk

    return sorted(found, key=urgency)


def _has_prize(event: Tournament, player: int) -> bool:
    """Return whether a busted player has a prize that has not been paid."""
    own = prize_of(event.pk, [player])[player]
    return isinstance(own, OwnPrize) and own.outstanding > 0


@require_GET
@by_link
def phone(request: HttpRequest, token: Token) -> HttpResponse:
    """Show the player's seat and start time."""
    secret = secret_of(request)
    assert token.player_id is not None
    if digest_of_secret(secret) != token.digest:
        # Typed by hand: redirect to the link as printed.
        return redirect("phone", as_printed(secret))
    with consistent_read():
        events = events_with_mine(token.player_id)
        first = events[0] if events else None
        prize = shown_prize(first[0], token.player_id, first[1]) if first else None
        cash = None if first else cash_words(token.player_id)
    placed = place_words(first[1], prize) if first and prize else cash
    config = {
        "build": settings.BUILD,
        "socket": "/ws/live/",
        "poll": "/live/",
        "token": secret,
        "cache": f"phone{token.pk}",
        "language": get_language() or settings.LANGUAGE_CODE,
        "words": phone_words(),
        "address": request.path,
        "worker": reverse("phone_worker"),
        "map": reverse("phone_map"),
        "push": public_key(),
        "csrf": get_token(request),
        "server": server_ms(),
        "events": [
            {
                "tournament": event.pk,
                "name": event.name,
                "seq": event.seq,
                "mine": to_builtins(mine),
                # The script shows the place before the feed has brought it.
                "prize": to_builtins(prize) if first and event.pk == first[0].pk else None,
            }
            for event, mine in events
        ],
    }
    context = {
        "config": config,
        "player": token.player,
        "first": first,
        "view": placed or first_words(to_builtins(first[1]) if first else None),
        "secret": secret,
        "has_history": has_history(token.player_id),
        "modules": modules_of(["phone/page.js"]).preloads(),
    }
    return render(request, "phone/page.html", context)


@require_POST
@by_link
def serve(request: HttpRequest, token: Token, tournament_id: int, kind: str) -> HttpResponse:
    """Run a command open to players.

    Takes `{"command_id": uuid}` and the command's arguments, and returns its result.
    """
    return _run(request, token, tournament_id, kind, SERVE)


@require_POST
@by_link
def serve_in_room(request: HttpRequest, token: Token, kind: str) -> HttpResponse:
    """Run a command of the cash room open to players. Like `serve`."""
    return _run(request, token, None, kind, SERVE_ROOM)


def _run(
    request: HttpRequest, token: Token, tournament_id: int | None, kind: str, kinds: tuple[str, ...]
) -> HttpResponse:
    try:
        made = COMMANDS.get(kind) if kind in kinds else None
        if made is None:
            raise Refused(
                "unknown_command", _("The command “%(kind)s” does not exist.") % {"kind": kind[:60]}
            )
        try:
            body = object_of(request)
            command_id = uuid.UUID(body["command_id"])
            arguments = {name: body[name] for name in made.arguments.model_fields if name in body}
        except (Refused, ValueError, KeyError, TypeError, AttributeError):
            raise Refused("bad_argument", _("This form is incomplete. Reload the page.")) from None
        actor = Actor(f"token:{token.pk}", token.label, Role.PLAYER)
        done = made(actor=actor, command_id=command_id, tournament_id=tournament_id, **arguments)
    except Refused as error:
        return refusal(error)
    return JsonResponse({"ok": True, "seq": done.seq, "answer": done.answer, "repeated": done.repeated})


@require_http_methods(["POST", "DELETE"])
@by_link
def subscribe(request: HttpRequest, token: Token) -> HttpResponse:
    """Switch push messages in this browser on or off: `{"endpoint", "keys": {"p256dh", "auth"}}`.

    With `{"endpoint", "ask": true}` nothing is changed, and `on` returns whether this browser receives them
    for this link.
    """
    try:
        body = object_of(request)
        endpoint = str(body["endpoint"])[:1001]
        if request.method == "DELETE":
            Subscription.objects.filter(token=token, endpoint=endpoint).delete()
            return JsonResponse({"ok": True})
        if body.get("ask") is True:
            known = Subscription.objects.filter(token=token, endpoint=endpoint).exists()
            return JsonResponse({"ok": True, "on": known})
        target = Target(endpoint, str(body["keys"]["p256dh"]), str(body["keys"]["auth"]))
        if len(endpoint) > 1000 or len(target.p256dh) > 100 or len(target.auth) > 40:
            raise ValueError(endpoint)
        check_endpoint(endpoint)
        check_keys(target)
    except (Refused, ValueError, KeyError, TypeError, AttributeError, BadAddress):
        return refusal(Refused("bad_argument", _("This browser’s subscription can’t be used here.")))
    Subscription.objects.update_or_create(
        token=token,
        endpoint=endpoint,
        defaults={
            "p256dh": target.p256dh,
            "auth": target.auth,
            "language": (get_language() or settings.LANGUAGE_CODE)[:5],
            "created_at": room_now(),
        },
    )
    # A player has few browsers: drop the oldest.
    old = Subscription.objects.filter(token=token).order_by("-pk").values_list("pk", flat=True)[_BROWSERS:]
    Subscription.objects.filter(pk__in=list(old)).delete()
    return JsonResponse({"ok": True})


@require_GET
@by_link
def manifest(request: HttpRequest, token: Token) -> HttpResponse:
    """Return the web app manifest for phones that add the page to the home screen."""
    room = Room.objects.get_or_create(id=1)[0]
    static = settings.STATIC_URL + "phone/"
    about = {
        "name": room.name,
        "short_name": room.name[:20],
        "start_url": reverse("phone", args=[secret_of(request)]),
        "scope": "/p/",
        "display": "standalone",
        "background_color": "#111413",
        "theme_color": "#111413",
        "icons": [
            {
                "src": f"{static}icon-{size}.png",
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size, purpose in ((192, "any"), (512, "any"), (512, "maskable"))
        ],
    }
    return JsonResponse(about, content_type="application/manifest+json")


@require_http_methods(["GET", "POST"])
@never_cache
def lookup(request: HttpRequest) -> HttpResponse:
    """Find the player's seat by the code on the seat card, or their own page by name and year of birth, if the room
    allows it.
    """
    allowed = find.allowed()
    form, by_code = Form({"name": "", "year": ""}), Form({"code": "", "surname": ""})
    found: list[find.FoundSeat] = []
    status = 200
    if request.method == "POST" and "code" in request.POST:
        by_code = Form.sent(request)
        found, status = _seats_by_code(by_code, address_of_request(request))
    elif request.method == "POST" and allowed:
        form = Form.sent(request)
        name, year = form.text("name"), form.whole("year")
        if not form.errors:
            try:
                player = find.find(name[:120], year, address_of_request(request))
            except guard.LockedOut:
                player, status = None, 429
                form.message = _("Too many wrong attempts. Wait a while, or ask at the desk.")
            if player is not None:
                return _quiet(redirect(path_of(player)))
            if status == 200:
                form.message = _("No player matches this name and year. The desk can print your link.")
        status = 422 if status == 200 else status
    context = {
        "form": form,
        "by_code": by_code,
        "found": found,
        "allowed": allowed,
        "seated": _seated_events(),
    }
    return render(request, "phone/find.html", context, status=status)


def _seats_by_code(form: Form, address: str) -> tuple[list[find.FoundSeat], int]:
    """Return the seats and the status of the response."""
    code, surname = form.text("code")[:40], form.text("surname")[:120]
    for name in ("code", "surname"):
        if not form.text(name):
            form.fail(name, _("This field is required."))
    if form.errors:
        return [], 422
    try:
        found = find.seats_by_code(code, surname, address)
    except guard.LockedOut:
        form.message = _("Too many wrong attempts. Wait a while, or ask at the desk.")
        return [], 429
    if not found:
        form.message = _(
            "No seat found for this code and surname. Scan the QR code on your card, or ask at the desk."
        )
    return found, 200 if found else 422


def _seated_events() -> str:
    """Return the events whose seat lists can be searched, as JSON, newest first; "" if there are none."""
    seated = Seat.objects.filter(kind="player", tournament_table__released_at__isnull=True).values(
        "tournament_table__tournament"
    )
    rows = Tournament.objects.filter(pk__in=seated, closed_at__isnull=True, demo_speed__isnull=True).order_by(
        "-pk"
    )
    found = list(rows.values("id", "name")[:_SEAT_LISTS])
    return json.dumps(found) if found else ""


@require_GET
def map_of_room(request: HttpRequest) -> HttpResponse:
    """Return table positions: `[number, across, down, seats]` each, in hundredths of the room or null."""
    rows = Table.objects.filter(retired=False).values_list("number", "across", "down", "seats")
    return JsonResponse(
        {"tables": [list(row) for row in rows]}, headers={"Cache-Control": "public, max-age=30"}
    )


@functools.cache
def _worker_text() -> str:
    return (Path(settings.PROJECT_DIR) / "static" / "phone" / "sw.js").read_text()


@require_GET
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the players' service worker from their own path, which is its scope."""
    return HttpResponse(_worker_text(), content_type="text/javascript", headers={"Cache-Control": "no-cache"})
