"""Actors of a simulated event, and how they carry out commands."""

import secrets
import uuid
from typing import Any

from django.utils.timezone import localdate

from desk.commands.drawers import open_drawer
from desk.models import Drawer
from desk.services.memberships import held_at
from players.commands.memberships import confirm_membership
from players.models import Player
from tourney.access.roles import Actor, Role
from tourney.access.viewers import actor_of_user
from tourney.commands import add_person
from tourney.journal.commands import Command, CommandResult
from tourney.models import Tournament, User
from tourney.rulebooks.books.schema import Book

DIRECTOR = Actor("system:play", "Play", Role.DIRECTOR)
FLOOR = Actor("system:play-floor", "Floor (play)", Role.FLOOR)
DEALER = Actor("system:play-dealer", "Dealer (play)", Role.DEALER)
_CLERK = "play-clerk"


def press(verb: Command, event: int | None = None, *, by: Actor, **arguments: Any) -> CommandResult:
    """Run a command with a new id."""
    return verb(actor=by, command_id=uuid.uuid4(), tournament_id=event, **arguments)


def clerk() -> Actor:
    """Return the clerk of simulated events, with an open drawer.

    The login has an unknown password; it exists because a drawer needs one.
    """
    user = User.objects.filter(username=_CLERK).first()
    if user is None:
        done = press(
            add_person, by=DIRECTOR, username=_CLERK, role="desk", password=secrets.token_urlsafe(24)
        )
        assert done.answer is not None
        user = User.objects.get(pk=done.answer["user"])
    actor = actor_of_user(user)
    if not Drawer.objects.filter(clerk_id=user.pk, closed_at__isnull=True).exists():
        press(open_drawer, by=actor, opening_float=0)
    return actor


def is_member(event: Tournament, book: Book, player: int) -> bool:
    """Return whether a player has a valid membership; a board member confirms it if nobody has."""
    held = held_at(event, book, Player.objects.get(pk=player), localdate())
    for row in held:
        if not row.confirmed_by:
            press(confirm_membership, by=DIRECTOR, membership=row.pk, confirmed_by="Play")
    return bool(held)
