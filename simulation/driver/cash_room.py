"""Play an evening in the cash room: arrivals, lists, seats, absences, dinners, moves and money, through commands."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any, Protocol

from cash.commands.calls import call_next
from cash.commands.games import add_game
from cash.commands.lists import join_list, leave_list
from cash.commands.money import confirm_money, count_drop, move_tray
from cash.commands.seats import leave_seat, take_seat
from cash.commands.self_service import own_answer, own_join
from cash.commands.tables import close_cash_table, open_cash_table
from cash.commands.time_collection import collect_time
from cash.models import CashGame, CashSeat, CashTable, ListEntry
from cash.periodic import end_dinner_breaks, process_cash_lists
from notifications.commands.player_links import path_of
from players.commands.players import add_player
from players.models import Player
from seating.commands import add_tables
from seating.models import Table
from simulation.driver.cash_people import ANSWERS, BY_PHONE, CALLS_IN, Chips, Guest, guests
from simulation.driver.cash_view import RoomView
from simulation.driver.staff import DIRECTOR, FLOOR
from simulation.driver.staff import press as carry_out
from simulation.rules.people import names
from tourney.access.roles import Actor, Role
from tourney.journal.commands import Command, CommandResult
from tourney.journal.refused import Refused
from tourney.models import Token
from tourney.now import move_time, room_now, to_ms

# Players on a list with whom a table is opened.
_OPENS_WITH = 5
_FLOAT = 1_000_000
GAMES: tuple[dict[str, Any], ...] = (
    {"variant": "holdem", "small_blind": 500, "big_blind": 1_000, "buy_in_min": 40_000, "buy_in_max": 200_000},
    {"variant": "holdem", "small_blind": 200, "big_blind": 500, "buy_in_min": 20_000, "buy_in_max": 100_000},
    {
        "variant": "omaha", "betting": "pot_limit", "small_blind": 500, "big_blind": 500, "buy_in_min": 50_000,
        "collection": "time", "time_charge": 700,
    },
)  # fmt: skip


class Observer(Protocol):
    """Checks what is played by the rules stated a second time."""

    faults: list[str]
    checks: int

    def before(self, kind: str, arguments: Mapping[str, Any]) -> None:
        """Note the state before a command."""

    def after(self, kind: str, arguments: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
        """Check what a command did."""

    def chips(self, tables: Mapping[int, int]) -> None:
        """Compare the chips that lie on the tables, by number, with the rows."""

    def end(self) -> None:
        """Check the whole evening."""


class Unchecked:
    """An observer that checks nothing."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.checks = 0

    def before(self, kind: str, arguments: Mapping[str, Any]) -> None:
        """Do nothing."""

    def after(self, kind: str, arguments: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
        """Do nothing."""

    def chips(self, tables: Mapping[int, int]) -> None:
        """Do nothing."""

    def end(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class CashWanted:
    """The parameters of an evening.

    Attributes:
        hands: hands an hour at each table.
    """

    seed: int
    hours: int = 8
    tables: int = 12
    players: int = 200
    hands: int = 12


@dataclass(slots=True)
class CashPlayed:
    """What was played: how often each command was carried out, and refused by its code."""

    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    players: set[int] = field(default_factory=set)


class CashEvening:
    """An evening in the cash room that is being played."""

    def __init__(self, wanted: CashWanted, observer: Observer | None = None) -> None:
        self.wanted, self.played = wanted, CashPlayed()
        self.observer: Observer = observer or Unchecked()
        self.dice = Random(wanted.seed)  # noqa: S311 - plausible evenings, no secrets
        self.chips = Chips()
        self.minutes = wanted.hours * 60
        self.minute = 0
        self.guests: dict[int, Guest] = {}
        self.games: list[CashGame] = []
        self.numbers: list[int] = []
        self._coming: list[Guest] = []
        self._view: RoomView | None = None

    # --- commands ---------------------------------------------------------------------------------------------
    def press(self, verb: Command, *, by: Actor = FLOOR, **arguments: Any) -> CommandResult | None:
        """Carry out a command and have it checked; return None if it was refused."""
        self.observer.before(verb.kind, arguments)
        try:
            done = carry_out(verb, by=by, **arguments)
        except Refused as refused:
            self.played.refused[f"{verb.kind}: {refused.code}"] += 1
            return None
        self._view = None
        self.played.done[verb.kind] += 1
        self.observer.after(verb.kind, arguments, done.answer or {})
        return done

    # --- the evening ------------------------------------------------------------------------------------------
    def play(self, step: Callable[["CashEvening"], None]) -> CashPlayed:
        """Play the evening, which ends at the present.

        Args:
            step: what the players at the tables do in a minute.
        """
        try:
            self._move_time()
            self._prepare()
            for passed in range(self.minutes):
                self.minute = passed
                self._move_time()
                end_dinner_breaks()
                process_cash_lists()
                self._view = None
                self._arrivals()
                self._answers()
                self._open_tables()
                self._calls()
                step(self)
                if self.minute % 30 == 29:
                    self._count_money()
            self._close()
        finally:
            move_time(timedelta())
        self.observer.end()
        return self.played

    def _move_time(self) -> None:
        move_time(timedelta(minutes=self.minute - self.minutes))

    def _prepare(self) -> None:
        last = Table.objects.order_by("-number").values_list("number", flat=True).first() or 0
        self.numbers = list(range(last + 1, last + 1 + self.wanted.tables))
        carry_out(add_tables, by=DIRECTOR, first=self.numbers[0], last=self.numbers[-1], seats=9)
        for game in GAMES:
            values = {"betting": "no_limit", **game}
            found = CashGame.objects.filter(
                retired=False,
                **{name: values[name] for name in ("variant", "betting", "small_blind", "big_blind")},
            ).first()
            if found is None:
                answer = carry_out(add_game, by=DIRECTOR, **values).answer
                assert answer is not None
                found = CashGame.objects.get(pk=answer["game"])
            self.games.append(found)
        self._coming = guests(self._people(), self.minutes, len(self.games), self.dice)
        self.guests = {one.player: one for one in self._coming}

    def _people(self) -> list[int]:
        found = []
        known = dict(Player.objects.values_list("name", "pk"))
        for name in names(self.wanted.players):
            if name not in known:
                answer = carry_out(add_player, by=DIRECTOR, name=name).answer
                assert answer is not None
                known[name] = int(answer["player"])
            found.append(known[name])
        return found

    def _arrivals(self) -> None:
        while self._coming and self._coming[0].comes <= self.minute:
            guest = self._coming.pop(0)
            for game in guest.games:
                key = self.games[game].pk
                if self.dice.random() < BY_PHONE:
                    self.press(own_join, by=player_actor(guest.player), game=key)
                else:
                    self.press(
                        join_list, player=guest.player, game=key, call_in=self.dice.random() < CALLS_IN
                    )

    def _open_tables(self) -> None:
        """Open a table for a game with enough waiting players; the second one of a game feeds the first."""
        for game in self.games:
            tables = self.tables_of(game)
            used = {one.table.number for one in self.view.tables}
            free = [number for number in self.numbers if number not in used]
            short = self.view.waiting[game.pk] - sum(self.view.open_seats(one) for one in tables)
            if not free or short < _OPENS_WITH or self.minute > self.minutes - 60:
                continue
            feeds = tables[0].table.number if len(tables) == 1 else None
            if self.press(open_cash_table, by=DIRECTOR, number=free[0], game=game.pk, feeds=feeds):
                self.press(move_tray, table=free[0], kind="float", amount=_FLOAT)

    def _calls(self) -> None:
        """Call the next in line while seats are open."""
        for game in self.games:
            while self.view.waiting[game.pk] and any(
                self.view.open_seats(one) > 0 for one in self.tables_of(game)
            ):
                if not self.press(call_next, game=game.pk):
                    break

    def _answers(self) -> None:
        """Let called players come, say on the phone that they are coming, or leave the list."""
        called = ListEntry.objects.filter(state="called", kind="seat").select_related(
            "called_to__table", "game"
        )
        for row in called:
            guest = self.guests.get(row.player_id)
            if guest is None or self.dice.random() > ANSWERS or row.called_to is None:
                continue
            if self.seat_of(guest) is not None:
                # Already plays another limit and stays there.
                self.press(leave_list, entry=row.pk)
                continue
            if not row.coming and self.dice.random() < 0.3:
                self.press(own_answer, by=player_actor(guest.player), entry=row.pk, coming=True)
                continue
            self.sit(guest, row.called_to)

    def sit(self, guest: Guest, table: CashTable) -> None:
        """Seat a guest with a buy-in at the first empty seat of a table."""
        taken = self.seats_at(table)
        empty = [number for number in range(1, table.seats + 1) if number not in taken]
        most = table.buy_in_max or table.buy_in_min * 4
        buy_in = self.dice.randrange(table.buy_in_min, most + 1, 5_000)
        source = self.dice.choice(("cage", "cage", "cash", "card"))
        if empty and self.press(
            take_seat, player=guest.player, table=table.table.number, seat=self.dice.choice(empty), buy_in=buy_in,
            source=source,
        ):  # fmt: skip
            guest.chips, guest.back = buy_in, None
            self.played.players.add(guest.player)

    def leave(self, row: CashSeat) -> None:
        """Let a guest leave with all chips."""
        guest = self.guest_at(row)
        if self.press(leave_seat, table=row.cash_table.table.number, seat=row.number, stake=guest.chips):
            guest.chips, guest.gone = 0, True

    def _count_money(self) -> None:
        """Count rake, collect time, send a fill now and then, and compare the chips."""
        for table in self.tables():
            number = table.table.number
            if table.game.collection == "time":
                self._collect_time(table)
            elif rake := self.chips.count_rake(number):
                self.drop(table, rake)
            if self.dice.random() < 0.2:
                kind = self.dice.choice(("fill", "credit"))
                asked = self.press(move_tray, table=number, kind=kind, amount=100_000)
                if asked is not None and asked.answer is not None:
                    self.press(confirm_money, by=DIRECTOR, money=asked.answer["money"])
        self.compare_chips()

    def drop(self, table: CashTable, rake: int) -> None:
        """Count the rake of a table."""
        self.press(count_drop, table=table.table.number, kind="rake", amount=rake)

    def _collect_time(self, table: CashTable) -> None:
        present = [row for row in self.seats_at(table).values() if row.state == "playing"]
        if any(self.guest_at(row).chips < table.game.time_charge for row in present):
            return
        if self.press(collect_time, table=table.table.number):
            for row in present:
                self.guest_at(row).chips -= table.game.time_charge

    def compare_chips(self) -> None:
        """Have the chips on the tables compared with the rows."""
        on_tables = {
            table.table.number: sum(self.guest_at(row).chips for row in self.seats_at(table).values())
            + self.chips.rake.get(table.table.number, 0)
            for table in self.tables()
        }
        self.observer.chips(on_tables)

    def _close(self) -> None:
        for table in self.tables():
            for row in self.seats_at(table).values():
                self.leave(row)
        for entry in ListEntry.objects.filter(state__in=("waiting", "called")):
            self.press(leave_list, entry=entry.pk)
        self._count_money()
        # A table that feeds another is closed first.
        for table in sorted(self.tables(), key=lambda one: one.feeds_id is None):
            self.press(close_cash_table, by=DIRECTOR, number=table.table.number)

    # --- state ------------------------------------------------------------------------------------------------
    @property
    def view(self) -> RoomView:
        """Return the room as it is, read again after each command."""
        if self._view is None:
            rows = CashTable.objects.filter(closed_at__isnull=True, table__number__in=self.numbers)
            tables = list(rows.select_related("table", "game", "feeds__table").order_by("pk"))
            known = {one.pk: one for one in tables}
            seats: dict[int, dict[int, CashSeat]] = {one.pk: {} for one in tables}
            taken = CashSeat.objects.filter(left_at__isnull=True, cash_table__in=tables)
            for row in taken.select_related("visit").order_by("number"):
                row.cash_table = known[row.cash_table_id]
                seats[row.cash_table_id][row.number] = row
            entries = list(
                ListEntry.objects.filter(state__in=("waiting", "called")).values_list(
                    "kind", "state", "game_id", "called_to_id"
                )
            )
            waiting: Counter[int] = Counter()
            called: Counter[int] = Counter()
            for kind, state, game, to in entries:
                if state == "called":
                    called[to] += 1
                elif kind == "seat":
                    waiting[game] += 1
            changes = sum(kind == "change" for kind, *_rest in entries)
            self._view = RoomView(tables, seats, waiting, called, changes)
        return self._view

    def tables(self) -> list[CashTable]:
        """Return the open tables of this evening, the oldest first."""
        return self.view.tables

    def now_of(self, table: CashTable) -> CashTable:
        """Return an open table as it is now."""
        return next(one for one in self.view.tables if one.pk == table.pk)

    def seats_at(self, table: CashTable) -> dict[int, CashSeat]:
        """Return the occupied seats of a table, by number; none if it was closed."""
        return self.view.seats.get(table.pk, {})

    def tables_of(self, game: CashGame) -> list[CashTable]:
        """Return the open tables of a game, the oldest first."""
        return [one for one in self.view.tables if one.game_id == game.pk]

    def guest_at(self, row: CashSeat) -> Guest:
        """Return the guest in a seat."""
        return self.guests[row.visit.player_id]

    def seat_of(self, guest: Guest) -> CashSeat | None:
        """Return the guest's seat; None if they have none."""
        return CashSeat.objects.filter(visit__player=guest.player, left_at__isnull=True).first()

    @property
    def now(self) -> int:
        """Return the time of the evening in milliseconds."""
        return to_ms(room_now()) or 0


def player_actor(player: int) -> Actor:
    """Return a player with the phone link that staff handed out."""
    path_of(player)
    token = Token.objects.filter(player=player, role=Role.PLAYER.value, revoked_at__isnull=True).latest("pk")
    return Actor(f"token:{token.pk}", "Player (play)", Role.PLAYER)
