"""The staff's start page: the room's events, and a new event."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from clock.boards.clock import structures
from clock.rules.shipped import Shipped, shipped_structures
from displays.models import Screen
from prizes.services.championship import is_played
from tourney.access.roles import ALLOWED, Actor, Permission, Role
from tourney.boards.room import chip_sets
from tourney.models import JournalEntry, Room, Tournament
from tourney.rulebooks.shelf import books
from web.office.texts_simulation import WATCH_WORDS
from web.shared.access import actor_of, staff_page
from web.tv.page import page_config

_CLOSED_SHOWN = 10
_MINUTE = 60_000
# Starting chips if the structure names none.
_STACK = 10_000
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
            _("Watch a demo tournament"),
            "hub#watch",
            asked.filter(kind="simulation.watch").exists(),
        ),
        (_("Create your own event"), "new_event", asked.filter(kind="event.create").exists()),
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
    watch = _watch() if actor.may(Permission.MANAGE_EVENTS) else None
    config = staff_config(request, remote=True, role=actor.role.value)
    if watch is not None:
        config["words"] = {**config["words"], **{key: str(text) for key, text in WATCH_WORDS.items()}}
    closed = Tournament.objects.filter(closed_at__isnull=False, demo_speed__isnull=True).order_by(
        "-closed_at"
    )[:_CLOSED_SHOWN]
    return render(
        request,
        "office/hub.html",
        {
            "section": "events",
            "config": config,
            "steps": first_steps(actor),
            "watch": watch,
            "closed": closed,
            "plays_championship": is_played(),
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


def _shipped_by_name() -> dict[str, Shipped]:
    return {name: one for one in shipped_structures().values() for name in one.name.values()}


def _choices() -> list[dict[str, Any]]:
    """Return the library's structures as choices."""
    language = (get_language() or "en").split("-")[0]
    shipped = _shipped_by_name()
    cases = {case.name: case.id for case in chip_sets()}
    found = []
    for row in structures():
        levels = [level for level in row.levels if level.kind == "level"]
        known = shipped.get(row.name)
        chips = None if known is None else cases.get(f"Chips: {known.name['en']}")
        found.append(
            {
                "id": row.id,
                "name": row.name,
                "levels": len(levels),
                "breaks": len(row.levels) - len(levels),
                "level_minutes": sorted({round(level.duration / _MINUTE) for level in levels}),
                "first": levels[0],
                "description": "" if known is None else known.description.get(language, ""),
                "stack": "" if known is None else known.starting_stack,
                "chips": chips or "",
                "rule": "" if known is None else known.rule,
            }
        )
    return found


@never_cache
@staff_page(Permission.MANAGE_EVENTS)
@require_GET
def new_event(request: HttpRequest) -> HttpResponse:
    """Show the form for a new event."""
    room = Room.objects.get_or_create(id=1)[0]
    choices = _choices()
    titles = sorted((book.title, key) for key, book in books().items())
    return render(
        request,
        "office/new_event.html",
        {
            "section": "events",
            "config": staff_config(request),
            "structures": choices,
            "stack": (choices and choices[0]["stack"]) or _STACK,
            "chosen_chips": choices[0]["chips"] if choices else "",
            "books": [{"key": key, "title": title, "chosen": key == room.book} for title, key in titles],
            "chip_sets": chip_sets(),
        },
    )
