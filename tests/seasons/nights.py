"""Club nights by the book of Five Spades: members, guests, entries and busts, through commands."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.utils.timezone import localdate

from clock.commands.clock import start
from desk.commands.registration import close_registration
from desk.models import Drawer
from players.models import Membership, Player
from seasons.commands.seasons import create_season
from seasons.models import Season
from seating.commands import bust
from seating.models import Bust, Knockout
from tests.desk.tills import cash, drawer, enter, player, sold
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import FIRST_START, Actor
from tourney.models import Entry, Tournament
from tourney.now import room_now

PRICE = 1_000


def members(*names: str) -> list[int]:
    """Add players who are members for the whole season."""
    return [member(player(name)) for name in names]


def member(key: int) -> int:
    """Make a player a member for the whole season."""
    Membership.objects.create(
        player_id=key,
        kind="season",
        starts_on=date(2000, 1, 1),
        ends_on=date(2199, 12, 31),
        applied_at=room_now(),
    )
    return key


def season(**more: Any) -> Season:
    """Create a season of this year by the book's table, in its first months of the year before as well: the nights
    of a test are some days ago.
    """
    today = localdate(room_now())
    year, first = today.year, (today - timedelta(days=90)).year
    given: dict[str, Any] = {
        "name": f"Season {year}",
        "first_day": f"{first}-01-01",
        "last_day": f"{year}-12-31",
        "book": "five_spades",
        **more,
    }
    done = press(create_season, by=FIRST_START, **given).answer
    assert done is not None
    return Season.objects.get(pk=done["season"])


def night(
    make_event: MakesEvents,
    clerk: Actor,
    order: Sequence[int],
    *,
    name: str = "Club night",
    by: Sequence[int] | None = None,
    days_ago: int = 0,
    ends: bool = True,
) -> int:
    """Play an event in which players bust in the reverse of an order, the first one wins.

    Args:
        order: players, the winner first.
        by: who eliminates the others, from the second place on; the winner by default.
        days_ago: when it began, in days before today.
        ends: whether all but the winner bust.
    """
    # Entry conditions of the club do not matter here.
    event = make_event(book="munot", name=name)
    sold(event, pool=PRICE, fee=0, staff=0, bounty=0, extras=[], re_entries_most=0)
    if not Drawer.objects.filter(closed_at__isnull=True).exists():
        drawer(clerk, 1_000_000)
    press(start, event, by=FIRST_START)
    entries = {one: int(enter(event, clerk, one, [cash(PRICE)])["entry"]) for one in order}
    press(close_registration, event, by=FIRST_START)
    Tournament.objects.filter(pk=event).update(book="five_spades")
    if ends:
        for place in range(len(order), 1, -1):
            winner = order[0] if by is None else by[place - 2]
            press(
                bust,
                event,
                by=FIRST_START,
                entry=entries[order[place - 1]],
                knocked_out_by=[entries[winner]],
            )
    if days_ago:
        began_days_ago(event, days_ago)
    return event


def began_days_ago(event: int, days: int) -> None:
    """Move the busts of an event into the past."""
    Bust.objects.filter(entry__tournament=event).update(at=room_now() - timedelta(days=days))


def entry_of(event: int, key: int) -> int:
    """Return a player's entry."""
    return Entry.objects.get(tournament=event, player=key).pk


def name_of(key: int) -> str:
    """Return a player's name."""
    return Player.objects.get(pk=key).name


def written_night(
    make_event: MakesEvents, order: Sequence[int], *, name: str = "Club night", by: int | None = None
) -> int:
    """Write the rows of an event that is over, which takes a hundredth of the time of playing it.

    Args:
        order: players, the winner first.
        by: who eliminates the others; the winner by default.
    """
    event = make_event(book="five_spades", name=name)
    # Later events begin later.
    now = room_now() - timedelta(days=1) + timedelta(minutes=Tournament.objects.count())
    entries = {one: Entry.objects.create(tournament_id=event, player_id=one, created_at=now) for one in order}
    for seconds, one in enumerate(reversed(order[1:])):
        at = now + timedelta(seconds=seconds)
        Entry.objects.filter(pk=entries[one].pk).update(out_at=at)
        made = Bust.objects.create(entry=entries[one], at=at)
        winner = order[0] if by is None or one == by else by
        Knockout.objects.create(bust=made, winner=entries[winner])
    Tournament.objects.filter(pk=event).update(closed_at=now + timedelta(hours=1))
    return event
