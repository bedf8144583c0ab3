"""The lists of the cash room read from the database, as input of their rules. Reads only."""

from collections import Counter, defaultdict
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.timezone import localdate

from cash.models import CashSeat, CashTable, ListEntry
from cash.rules import lists as rules
from cash.rules.lists import OpenTable, Step, Waiter
from cash.services.penalties import running_at
from cash.services.settings import cash_settings
from desk.rules.waiting_list import Patience
from players.services.bans import bans_on
from tourney.now import to_ms


def ms(at: datetime) -> int:
    """Return a time in milliseconds, as rules count it."""
    return round(at.timestamp() * 1000)


def patience() -> Patience:
    """Return how patient the cash room is with called players."""
    return Patience(cash_settings().recalls)


def waiter_of(row: ListEntry) -> Waiter:
    """Return a place on a list as input of the rules."""
    return Waiter(
        entry=row.pk,
        since=ms(row.waiting_since),
        calls=row.calls,
        until=to_ms(row.answer_until),
        expires=to_ms(row.expires_at),
    )


def open_tables_of(game: int) -> list[OpenTable]:
    """Return the open tables of a game with their players and open seats."""
    return _open_tables(CashTable.objects.filter(game=game, closed_at__isnull=True))


def list_seats() -> dict[int, int]:
    """Return how many open seats of each open table go to the list of its game, by key of the table."""
    games: dict[int, list[OpenTable]] = defaultdict(list)
    rows = CashTable.objects.filter(closed_at__isnull=True)
    game_of = dict(rows.values_list("pk", "game_id"))
    for one in _open_tables(rows):
        games[game_of[one.key]].append(one)
    return {one.key: rules.seats_for_list(one, tables) for tables in games.values() for one in tables}


def _open_tables(tables: QuerySet[CashTable]) -> list[OpenTable]:
    rows = tables.select_related("table")
    seats = CashSeat.objects.filter(cash_table__in=rows, left_at__isnull=True)
    seated = list(seats.values_list("cash_table_id", "state"))
    players = Counter(table for table, _state in seated)
    present = Counter(table for table, state in seated if state == "playing")
    called = ListEntry.objects.filter(called_to__in=rows, state="called")
    kept = Counter(called.values_list("called_to_id", flat=True))
    return [
        OpenTable(
            key=row.pk,
            number=row.table.number,
            open=row.seats - players[row.pk] - kept[row.pk],
            players=players[row.pk] + kept[row.pk],
            feeds=row.feeds_id,
            movers=present[row.pk] if row.feeds_id else 0,
        )
        for row in rows
    ]


def callable_on(game: int, now: datetime) -> list[ListEntry]:
    """Return the players to be called for a game, first in line first.

    A banned player, one who sits out a penalty, or one on a dinner break (St. Moritz 12) is not called, does not block
    others and keeps the place.
    """
    kept_out = bans_on(localdate(now)).values("player"), running_at(now).values("player")
    rows = ListEntry.objects.filter(game=game, kind="seat", state="waiting").exclude(
        origin="dinner", expires_at__isnull=False
    )
    for players in kept_out:
        rows = rows.exclude(player__in=players)
    found = {row.pk: row for row in rows.select_related("player", "game")}
    return [found[one.entry] for one in rules.in_order([waiter_of(row) for row in found.values()])]


def steps_due(now: datetime) -> list[Step]:
    """Return what is due on all lists because time has passed."""
    late = Q(state="called", answer_until__lte=now) | Q(state="waiting", expires_at__lte=now)
    waiters = [waiter_of(row) for row in ListEntry.objects.filter(late)]
    return rules.steps(waiters, ms(now), patience()) if waiters else []


def calls_due(now: datetime) -> list[tuple[int, int]]:
    """Return who is to be called to which table; nothing unless the room calls from the lists by itself."""
    if not cash_settings().calls_on:
        return []
    games = ListEntry.objects.filter(kind="seat", state="waiting", game__tables__closed_at__isnull=True)
    found: list[tuple[int, int]] = []
    for game in games.order_by("game_id").values_list("game_id", flat=True).distinct():
        waiters = [waiter_of(row) for row in callable_on(game, now)]
        found += rules.next_calls(waiters, open_tables_of(game))
    return found
