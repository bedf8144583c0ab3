"""The staff's start page: the room's events."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from displays.models import Screen
from tourney.access.roles import ALLOWED, Actor, Permission, Role
from tourney.models import JournalEntry, Room, Tournament
from tourney.rulebooks.shelf import books
from web.office.attention import attention_kinds
from web.office.texts_simulation import WATCH_WORDS
from web.shared.access import actor_of, staff_page
from web.shared.forms import CREATED_BY
from web.tv.page import page_config

_CLOSED_SHOWN = 10
# Field sizes to simulate: one table, three, ten, a large field; and speeds.
_PLAYERS = (9, 27, 90, 300)
_SPEEDS = (5, 20, 60)


def staff_config(request: HttpRequest, **more: Any) -> dict[str, Any]:
    """Return the config of the live parts of a staff page: the user and the permissions."""
    actor = actor_of(request)
    may = sorted(what.value for what in ALLOWED[actor.role])
    return page_config(request, me=actor.key, may=may, **more)


@dataclass(frozen=True, slots=True)
class Step:
    """One of the first steps of a new director.

    Attributes:
        text: what to do.
        address: URL of the page.
        done: whether it has been done.
    """

    text: str
    address: str
    done: bool


def first_steps(actor: Actor) -> list[Step]:
    """Return the first steps of a new director; empty for other roles, and once all are done."""
    if actor.role is not Role.DIRECTOR:
        return []
    room = Room.objects.get_or_create(id=1)[0]
    asked = JournalEntry.objects.filter(actor__startswith="user:")
    wanted = [
        (
            _("Set the room’s name and colour"),
            "room_settings",
            room.name != Room._meta.get_field("name").default,
        ),
        (
            _("Pair a TV: open /tv/ on it and enter its code here"),
            "displays",
            Screen.objects.filter(retired=False).exists(),
        ),
        (
            _("Create logins for floor and desk"),
            "people",
            asked.filter(kind__in=("login.add", "login.password")).exists(),
        ),
        (
            _("Watch a tournament"),
            "hub#watch",
            asked.filter(kind="simulation.watch").exists(),
        ),
        (_("Create your own event"), "new_event", asked.filter(kind__in=CREATED_BY).exists()),
    ]
    steps = [Step(text, _address(name), done) for text, name, done in wanted if _address(name)]
    return [] if all(step.done for step in steps) else steps


def _address(name: str) -> str:
    page, mark, part = name.partition("#")
    try:
        return reverse(page) + mark + part
    except NoReverseMatch:
        return ""


@never_cache
@staff_page()
@require_GET
def hub(request: HttpRequest) -> HttpResponse:
    """Show the room's events, live, and links to all other pages."""
    actor = actor_of(request)
    kinds = attention_kinds(actor)
    watch = _watch() if actor.may(Permission.MANAGE_EVENTS) else None
    config = staff_config(request, remote=True, role=actor.role.value, attention=kinds)
    config["words"] = {
        **config["words"],
        "hub.nothing_waits": _("Nothing needs your attention."),
        "hub.closed_event": _("{event} · closed"),
    }
    if watch is not None:
        config["words"] = {**config["words"], **{key: str(text) for key, text in WATCH_WORDS.items()}}
    closed = Tournament.objects.filter(closed_at__isnull=False, demo_speed__isnull=True).order_by(
        "-closed_at"
    )[:_CLOSED_SHOWN]
    return render(
        request,
        "office/hub.html",
        {
            "config": config,
            "steps": first_steps(actor),
            "watch": watch,
            "attention": kinds,
            "closed": closed,
        },
    )


def _watch() -> dict[str, Any]:
    """Return the options of a simulated event."""
    room = Room.objects.get_or_create(id=1)[0]
    shelf = sorted((book.title, key) for key, book in books().items() if "tournament" in book.games)
    return {
        "books": [{"key": key, "title": title, "chosen": key == room.book} for title, key in shelf],
        "players": _PLAYERS,
        "speeds": _SPEEDS,
    }
