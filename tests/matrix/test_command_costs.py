"""A sale, an accepted proposal and a bust read no more in a field of 400 than in one of 20."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from clock.commands.clock import start
from desk.commands.drawers import open_drawer
from desk.commands.registration import set_registration
from desk.commands.sales import PaymentInput, register_player
from desk.models import Item, Receipt
from players.models import Player
from seating.commands import accept, add_tables, assign_table, bust, draw_button, draw_seats, set_plan
from seating.commands.floor_review import review_now
from seating.models import Proposal, Seat
from tests.fixtures.query_plans import looked_up_one_by_one, rows_read
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import Actor
from tourney.journal.commands import Command
from tourney.live import publish
from tourney.models import ChipMove, Entry

_SMALL, _LARGE = 20, 400
_PRICE, _POOL = 10_000, 9_000
# Enough for one block of a cached total, for the 45 tables, and for a table with its neighbours looked up a few times,
# but not for 400 entries.
_MOST_ROWS = 250
_BY_CHANCE = 8
Statement = tuple[str, Any]
_BLOCK = re.compile(r'("\w+"\."\w+") >= %s AND \1 <= %s')
Commits = Callable[..., Any]


class Field:
    """An event in late registration with screens that follow it.

    Attributes:
        sent: the statements of each command, the last time that it was carried out.
    """

    def __init__(self, event: int, size: int, director: Actor, commits: Commits) -> None:
        self.event, self._director, self._commits = event, director, commits
        self.sent: dict[str, list[Statement]] = {}
        self._set_up(size)

    def _set_up(self, size: int) -> None:
        by, event = self._director, self.event
        press(set_registration, event, by=by, pool=_POOL, fee=1_000, late_ends="row", late_row=3)
        press(set_plan, event, by=by, seats_per_table=9)
        press(open_drawer, by=by, opening_float=0)
        tables = size // 9 + 3
        press(add_tables, by=by, first=1, last=tables)
        for number in range(1, tables + 1):
            press(assign_table, event, by=by, number=number)
        # Before the process caches anything: rows that are written without a command make it forget.
        self._late = iter(self._people(3))
        self._sell(next(self._late))
        self._enter(size - 1)
        press(draw_seats, event, by=by)
        press(draw_button, event, by=by)
        press(start, event, by=by)

    @staticmethod
    def _people(count: int) -> list[Player]:
        first, now = Player.objects.count(), timezone.now()
        rows = [
            Player(name=f"Given{number} Family{number}", created_at=now, birth_date="1980-01-01")
            for number in range(first, first + count)
        ]
        return Player.objects.bulk_create(rows)

    def _enter(self, count: int) -> None:
        """Create what sales write, as rows."""
        now, sold = timezone.now(), Receipt.objects.get()
        entries = Entry.objects.bulk_create(
            [Entry(tournament_id=self.event, player=one, created_at=now) for one in self._people(count)]
        )
        ChipMove.objects.bulk_create(
            [
                ChipMove(tournament_id=self.event, entry=one, kind="starting_stack", chips=10_000, at=now)
                for one in entries
            ]
        )
        Item.objects.bulk_create(
            [
                Item(receipt=sold, kind="entry", tournament_id=self.event, entry=one, pool=_POOL, fee=1_000)
                for one in entries
            ]
        )

    def _press(self, made: Command, **arguments: Any) -> None:
        sent = self.sent[made.kind] = []

        def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            sent.append((sql, params))
            return execute(sql, params, many, context)

        with connection.execute_wrapper(note), self._commits(execute=True):
            press(made, self.event, by=self._director, **arguments)

    def _sell(self, who: Player) -> None:
        paid = [PaymentInput(method="card", amount=_PRICE)]
        self._press(register_player, player=who.pk, payments=paid, id_seen=True)

    def play(self) -> None:
        """Sell an entry, and bust players at one table until one from another table has to move there."""
        self._sell(next(self._late))
        seats = Seat.objects.filter(kind="player").order_by("pk")
        table = seats[0].tournament_table
        for _time in range(6):
            out, winner = seats.filter(tournament_table=table)[:2]
            self._press(bust, entry=out.entry_id, knocked_out_by=[winner.entry_id])
            review_now(self.event)
            move = Proposal.objects.filter(tournament=self.event, state="open", kind="balance").first()
            if move is not None:
                self._press(accept, proposal=move.pk)
                return
        raise AssertionError("No move was proposed.")


@pytest.fixture
def make_field(
    make_event: MakesEvents,
    director: Actor,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Commits,
) -> Callable[[int], Field]:
    # Screens follow the event, so its boards are read.
    monkeypatch.setattr(publish, "_followed", set)
    monkeypatch.setattr(publish, "_send", lambda _name, _text: None)
    monkeypatch.setattr("tourney.jobs.is_away", lambda: True)
    monkeypatch.setattr(publish, "is_away", lambda: False)

    def make(size: int) -> Field:
        field = Field(make_event(book="tda"), size, director, django_capture_on_commit_callbacks)
        for _time in range(2):
            field.play()
        return field

    return make


@pytest.mark.django_db
def test_statements_of_a_command_do_not_grow_with_the_field(make_field: Callable[[int], Field]) -> None:
    # Each is the only event of the room.
    with transaction.atomic():
        small = make_field(_SMALL).sent
        transaction.set_rollback(True)
    large = make_field(_LARGE).sent
    assert set(small) == {"desk.register", "entry.bust", "proposal.accept"}
    for kind, sent in small.items():
        few, many = _statements(sent), _statements(large[kind])
        # Seats are drawn, so who moves and whether it passes over a big blind differ from field to field.
        assert many.total() <= few.total() + _BY_CHANCE, (kind, many - few)


def _statements(sent: list[Statement]) -> Counter[str]:
    """Count statements by their text.

    A statement that reads a block of rows counts once, because the changed rows may be in one block or in several.
    """
    counts = Counter(sql for sql, _params in sent if "SAVEPOINT" not in sql)
    return Counter({sql: 1 if _BLOCK.search(sql) else count for sql, count in counts.items()})


@pytest.mark.django_db
@pytest.mark.postgres
def test_no_statement_reads_the_rows_of_the_field_on_postgresql(
    make_field: Callable[[int], Field],
) -> None:
    field = make_field(_LARGE)
    looked_up_one_by_one()
    read = [
        f"{kind}: {rows:.0f} rows: {sql}"
        for kind, sent in field.sent.items()
        for sql, params in sent
        if sql.startswith("SELECT") and (rows := rows_read(sql, params)) > _MOST_ROWS
    ]
    assert not read, "\n".join(read)
