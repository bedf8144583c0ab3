"""Check an evening in the cash room by the rules of St. Moritz, stated a second time over plain rows.

Rule 11: lists keep their order and fill main tables first, the whole stake moves along. Rule 12: one dinner break per
playing day, 60 minutes, three players of a table. Rule 6 and 16: who missed what pays what. Nobody sits twice, and no
chip is lost.
"""

from collections import defaultdict
from collections.abc import Mapping
from datetime import timedelta
from itertools import pairwise
from typing import Any

from django.db.models import Sum
from django.utils.timezone import localtime

from cash.models import CashSeat, CashTable, CashVisit, DinnerBreak, ListEntry, StakeMove, TableMoney
from tourney.now import room_now

_RETURNS = {"cash_seat.return", "dinner.end"}
# A playing day ends at six in the morning.
_NIGHT = timedelta(hours=6)


class CashFollower:
    """Follow the commands of an evening.

    Attributes:
        faults: sentences; empty if every check held.
        checks: number of checks made.
    """

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.checks = 0
        self._expected: Any = None

    def _check(self, holds: bool, fault: str) -> None:
        self.checks += 1
        if not holds:
            self.faults.append(fault)

    # --- single commands --------------------------------------------------------------------------------------
    def before(self, kind: str, arguments: Mapping[str, Any]) -> None:
        """Note what the rules say that the command has to do."""
        self._expected = None
        if kind == "cash_list.call_next":
            self._expected = _first_in_line(arguments["game"]), _mains_for_the_list(arguments["game"])
        elif kind in _RETURNS:
            self._expected = _ways_back(arguments["table"], arguments["seat"])
        elif kind == "cash_seat.missed":
            row = _seat(arguments["table"], arguments["seat"])
            self._check(
                row.state != "playing", f"16: a player in seat {row.number} is there and missed a blind."
            )
        elif kind == "cash_seat.move" and arguments["cause"] == "must_move":
            self._expected = _longest_in_game(arguments["table"])

    def after(self, kind: str, arguments: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
        """Check what the command did."""
        if kind == "cash_list.call_next":
            first, mains = self._expected
            self._check(answer["entry"] == first, f"11: entry {answer['entry']} was called before {first}.")
            self._check(
                not mains or answer["table"] in mains,
                f"11: the list fed table {answer['table']} while seats were open at {sorted(mains)}.",
            )
        elif kind in _RETURNS:
            done = (answer["choice"] == "wait", answer["big"], answer["small"], answer["alone"])
            self._check(
                done in self._expected,
                f"16: {answer['name']} came back by {done}, not by one of {self._expected}.",
            )
        elif kind == "dinner.start":
            self._dinner(arguments["table"], arguments["seat"])
        elif kind == "cash_seat.move":
            if arguments["cause"] == "must_move":
                self._check(arguments["seat"] == self._expected, "A must-move went to a player out of turn.")
            self._moved(arguments)

    def _dinner(self, table: int, seat: int) -> None:
        row = _seat(table, seat)
        out = DinnerBreak.objects.filter(
            seat__cash_table=row.cash_table, seat__left_at__isnull=True, ended_at__isnull=True
        )
        self._check(out.count() <= 3, f"12: {out.count()} players of table {table} are at dinner.")
        mine = DinnerBreak.objects.filter(seat__visit__player=row.visit.player_id)
        days = [(localtime(one.began_at) - _NIGHT).date() for one in mine]
        self._check(len(days) == len(set(days)), f"12: {row.visit.player} had two dinner breaks on one day.")
        last = mine.latest("pk")
        self._check(
            last.until - last.began_at == timedelta(minutes=60), "12: a dinner break is not 60 minutes."
        )

    def _moved(self, arguments: Mapping[str, Any]) -> None:
        row = _seat(arguments["to"], arguments["to_seat"])
        came = StakeMove.objects.filter(seat=row, kind="moved_in").aggregate(sum=Sum("amount"))["sum"]
        left = CashSeat.objects.filter(visit=row.visit, left_at__isnull=False).latest("left_at")
        went = StakeMove.objects.filter(seat=left, kind="moved_out").aggregate(sum=Sum("amount"))["sum"]
        self._check(came == -(went or 0) == arguments["stake"], "11: not the whole stake came along.")
        if arguments["cause"] == "must_move":
            owes = (row.posts, row.missed_small, row.missed_big)
            self._check(owes == ("", False, 0), f"16: moved by the floor, and owes {owes}.")

    # --- money ------------------------------------------------------------------------------------------------
    def chips(self, tables: Mapping[int, int]) -> None:
        """Compare the chips on the tables with what came and went by the rows."""
        for number, chips in tables.items():
            table = CashTable.objects.get(table__number=number, closed_at__isnull=True)
            self._check(
                _on_table(table) == chips, f"Table {number}: {chips} chips, by the rows {_on_table(table)}."
            )

    # --- the whole evening ------------------------------------------------------------------------------------
    def end(self) -> None:
        """Check all rows at the end: everybody has left, and at no time sat twice; lists and tables are closed."""
        by_player: dict[int, list[CashSeat]] = defaultdict(list)
        for row in CashSeat.objects.select_related("visit").order_by("taken_at", "pk"):
            self._check(row.left_at is not None, f"Seat {row.number} is still taken.")
            by_player[row.visit.player_id].append(row)
        for rows in by_player.values():
            for first, second in pairwise(rows):
                apart = first.left_at is not None and first.left_at <= second.taken_at
                self._check(apart, f"{first} and {second} overlap.")
        self._check(not CashVisit.objects.filter(ended_at__isnull=True).exists(), "A visit has not ended.")
        self._check(not ListEntry.objects.filter(ended_at__isnull=True).exists(), "A list is not empty.")
        self._check(
            not DinnerBreak.objects.filter(ended_at__isnull=True).exists(), "A dinner break has not ended."
        )
        for table in CashTable.objects.all():
            self._check(table.closed_at is not None, f"{table} is still open.")
            self._check(_on_table(table) == 0, f"{table}: {_on_table(table)} chips are missing.")


def _seat(table: int, seat: int) -> CashSeat:
    return CashSeat.objects.select_related("cash_table", "visit__player").get(
        cash_table__table__number=table, cash_table__closed_at__isnull=True, number=seat, left_at__isnull=True
    )


def _first_in_line(game: int) -> int | None:
    """Return who has waited longest for a game; places of players who are not in the room may have expired."""
    rows = ListEntry.objects.filter(game=game, kind="seat", state="waiting")
    present = [row for row in rows if row.expires_at is None or row.expires_at > room_now()]
    first = min(present, key=lambda row: (row.waiting_since, row.pk), default=None)
    return None if first is None else first.pk


def _mains_for_the_list(game: int) -> set[int]:
    """Return the numbers of main tables with more open seats than must-move players who could take one."""
    found = set()
    for table in CashTable.objects.filter(game=game, closed_at__isnull=True, feeds__isnull=True):
        taken = CashSeat.objects.filter(cash_table=table, left_at__isnull=True).count()
        taken += ListEntry.objects.filter(called_to=table, state="called").count()
        could = CashSeat.objects.filter(cash_table__feeds=table, left_at__isnull=True, state="playing")
        kept = could.filter(cash_table__closed_at__isnull=True).count() if taken else 0
        if table.seats - taken > kept:
            found.add(table.table.number)
    return found


def _longest_in_game(table: int) -> int | None:
    rows = CashSeat.objects.filter(
        cash_table__table__number=table,
        cash_table__closed_at__isnull=True,
        left_at__isnull=True,
        state="playing",
    )
    first = min(rows, key=lambda row: (row.in_game_since, row.pk), default=None)
    return None if first is None else first.number


Payment = tuple[bool, bool, bool, bool]
"""Waits for the big blind, posts it, posts the small one dead, posts alone and has the button next."""
_NOTHING: Payment = (False, False, False, False)


def _ways_back(table: int, seat: int) -> set[Payment]:
    """Return the ways in which a player may come back (St. Moritz 16)."""
    row = _seat(table, seat)
    missed_big = row.missed_big > 0 or row.posts == "both"
    if not (missed_big or row.missed_small or row.posts):
        return {_NOTHING}
    place = _place(row)
    if place == "big blind":
        return {_NOTHING}
    ways: set[Payment] = {(True, False, False, False)}
    # Where the button is not known, the big blind may be at the seat.
    if place == "unknown":
        ways.add(_NOTHING)
    if row.posts == "big_blind" and not missed_big and not row.missed_small:
        return ways | {(False, True, False, False)}
    if missed_big or row.posts == "big_blind":
        return ways | {(False, True, True, place == "between")}
    if row.missed_small or row.posts == "small_dead":
        return ways | {(False, False, True, False)}
    return ways


def _place(row: CashSeat) -> str:
    """Return where a seat is in this hand, if its player came back."""
    table = row.cash_table
    if table.button is None:
        return "unknown"
    if table.next_button is not None:
        return ""
    there = CashSeat.objects.filter(cash_table=table, left_at__isnull=True).exclude(pk=row.pk)
    dealt = {one.number for one in there if one.state == "playing" and not one.posts}
    waiting = {one.number for one in there if one.state == "playing" and one.posts}
    circle = [(table.button + step - 1) % 12 + 1 for step in range(1, 13)]
    order = [number for number in circle if number in dealt | waiting | {row.number}]
    if not dealt or len(order) < 2:
        return ""
    small = next(number for number in order if number in dealt)
    after = order[order.index(small) + 1 :] + order[: order.index(small)]
    if after[0] == row.number:
        return "big blind"
    # Heads-up the button posts the small blind: nothing lies between.
    if len(dealt) == 2 and table.button in dealt and after[0] in dealt:
        return ""
    return "between" if order.index(row.number) < order.index(small) else ""


def _on_table(table: CashTable) -> int:
    """Return what came to the seats of a table less what left them and what the house took."""
    came = StakeMove.objects.filter(seat__cash_table=table).aggregate(sum=Sum("amount"))["sum"] or 0
    taken = TableMoney.objects.filter(cash_table=table, kind__in=("rake", "jackpot"))
    return int(came) - int(taken.aggregate(sum=Sum("amount"))["sum"] or 0)
