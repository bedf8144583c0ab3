"""Totals that a process caches equal those of the rows, whatever was done, undone or rolled back."""

import json
import uuid
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Count, Sum

from clock.boards.clock import clock, lobby
from clock.commands.clock import start
from clock.commands.structures import change_structure
from clock.models import Structure
from clock.rules.structure import to_wire
from clock.services.event_clock import event_clock_of, levels_of
from desk.boards.registration import registration
from desk.commands.bookings import wait
from desk.commands.extras import rebuy, surrender
from desk.commands.refunds import refund
from desk.commands.sales import register_player
from desk.models import Booking, Item, Receipt
from desk.services.capacity import KEPT
from desk.services.re_entries import count_returning
from players.commands.anonymisation import anonymise_player
from players.commands.merge import merge_players
from players.commands.players import change_player
from players.models import Player
from players.rules.names import public_forms
from players.services.namesakes import namesakes_of
from seating.commands import bust, draw_seats, give_seat, leave_seat, set_plan
from seating.services.seats import count_unseated, unseated
from tests.desk.tills import PRICE, REBUY, card, drawer, player, sold
from tests.fixtures.room import MakesEvents, press
from tests.seating.people import tables_for
from tourney.access.roles import FIRST_START, Actor, Permission
from tourney.journal.commands import COMMANDS, Command, command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.journal.undo import undo
from tourney.models import ChipMove, Entry, JournalEntry, Tournament
from tourney.services import journal_cache
from tourney.services.bounded_cache import BoundedCache
from tourney.services.field_counts import field_of
from tourney.snapshot import consistent_read

pytestmark = pytest.mark.django_db
_TABLES = range(1, 5)
_RE_ENTRIES = (0, 1, None)
_NAMES = ("Anna Berger", "Anna Baum", "Berger, Anna", "Bert Rossi", "bert  rossi", "Cher", "Dora Klein")
_WISHES = (
    {"privacy": "nickname", "nickname": "cher"},
    {"privacy": "nickname", "nickname": ""},
    {"privacy": "short"},
)


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Announce an event whose book needs no memberships."""
    return make_event(book="munot")


@pytest.fixture
def people(event: int, floor: Actor) -> list[int]:
    """Sell entries to sixteen of twenty players, and draw seats."""
    sold(event)
    drawer(floor)
    found = [player(_NAMES[number % len(_NAMES)]) for number in range(20)]
    for who in found[:16]:
        press(register_player, event, by=floor, player=who, payments=[card(PRICE)])
    tables_for(event, _TABLES)
    press(set_plan, event, by=FIRST_START, seats_per_table=9)
    press(draw_seats, event, by=FIRST_START)
    press(start, event, by=FIRST_START)
    return found


def counted(event: int) -> tuple[object, ...]:
    """Return entries, players left, players without a seat, chips, the pool, the levels and players who may re-enter:
    by rows.
    """
    entries = Entry.objects.filter(tournament=event, voided_at__isnull=True)
    return (
        entries.count(),
        entries.filter(out_at__isnull=True).count(),
        unseated(event).count(),
        ChipMove.objects.filter(tournament=event).aggregate(sum=Sum("chips"))["sum"] or 0,
        Item.objects.filter(tournament=event).aggregate(sum=Sum("pool"))["sum"] or 0,
        levels_of(Structure.objects.get(tournament=event)),
        *(returning(event, most) for most in _RE_ENTRIES),
    )


def returning(event: int, most: int | None) -> int:
    """Return how many players have busted, may re-enter and have no booking."""
    entries = Entry.objects.filter(tournament=event, voided_at__isnull=True)
    gone = entries.exclude(out_at__isnull=False, bust__penalty="").values("player")
    booked = Booking.objects.filter(tournament=event, state__in=KEPT).values("player")
    players = entries.exclude(player__in=gone).exclude(player__in=booked).order_by().values("player")
    counts = players.annotate(entered=Count("pk")).values_list("entered", flat=True)
    return sum(most is None or count <= most for count in counts)


def cached(event: int) -> tuple[object, ...]:
    """Return the same as the process has cached it."""
    row = Tournament.objects.get(pk=event)
    field, board = field_of(row), registration(event)
    assert board is not None
    return (
        field.entries,
        field.left,
        count_unseated(row),
        field.chips,
        board.pool_total,
        event_clock_of(row).levels,
        *(count_returning(row, most) for most in _RE_ENTRIES),
    )


def namesakes(event: int) -> dict[int, set[tuple[int, str, str, str]]]:
    """Return the namesakes of each person of an event, by the rows."""
    inside = Player.objects.filter(entries__tournament=event, entries__voided_at__isnull=True).distinct()
    forms = {one.pk: public_forms(one.name, one.nickname, one.privacy) for one in inside}
    rows = {one.pk: (one.pk, one.name, one.nickname, one.privacy) for one in inside}
    return {
        one: {rows[other] for other in forms if other != one and not forms[one].isdisjoint(forms[other])}
        for one in forms
    }


def cached_namesakes(event: int) -> dict[int, set[tuple[int, str, str, str]]]:
    """Return the same as the process has cached it."""
    row = Tournament.objects.get(pk=event)
    inside = Player.objects.filter(entries__tournament=event, entries__voided_at__isnull=True).distinct()
    return {one.pk: set(namesakes_of(row, [one])) for one in inside}


def boards(event: int) -> list[Any]:
    """Return the boards that show these numbers."""
    with consistent_read():
        return [clock(event), registration(event), lobby()]


def _levels(event: int, dice: Random) -> list[dict[str, Any]]:
    """Return the event's levels with another duration of the last one, sometimes with one more."""
    rows = [
        {key: value for key, value in row.items() if key != "number"}
        for row in to_wire(levels_of(Structure.objects.get(tournament=event)))
    ]
    last = {**rows[-1], "duration": 60_000 * dice.randint(10, 60)}
    return [*rows[:-1], last, *([last] if dice.random() < 0.5 else [])]


def _random_steps(event: int, people: list[int], floor: Actor, dice: Random) -> Iterator[None]:
    """Try random commands; a refused one has changed nothing."""
    while True:
        last = JournalEntry.journal(event).order_by("-seq").values_list("seq", flat=True)[0]
        entry = dice.choice(list(Entry.objects.filter(tournament=event).values_list("pk", flat=True)))
        place = {"table": dice.choice(_TABLES), "seat": dice.randint(1, 9)}
        receipt = dice.choice(list(Receipt.objects.values_list("pk", flat=True)))
        one, other = dice.sample(people, 2)
        steps: list[tuple[Command, dict[str, Any], Actor]] = [
            (register_player, {"player": one, "payments": [card(PRICE)]}, floor),
            (register_player, {"player": other, "payments": [card(PRICE)]}, floor),
            (bust, {"entry": entry}, FIRST_START),
            (bust, {"entry": entry}, FIRST_START),
            (leave_seat, {"entry": entry}, FIRST_START),
            (give_seat, {"entry": entry, **place}, FIRST_START),
            (rebuy, {"entry": entry, "payments": [card(REBUY)]}, floor),
            (surrender, {"entry": entry, "chips": 1 + dice.randrange(12_000)}, floor),
            (refund, {"receipt": receipt, "reason": "a step", "method": "card"}, floor),
            (undo, {"seq": max(1, last - dice.randrange(4))}, FIRST_START),
            (undo, {"seq": last}, FIRST_START),
            (wait, {"player": one}, floor),
            (change_player, {"player": one, "name": dice.choice(_NAMES)}, floor),
            (change_player, {"player": one, "name": "Eva Kern", **dice.choice(_WISHES)}, floor),
            (merge_players, {"player": one, "into": other}, FIRST_START),
            (anonymise_player, {"player": one}, FIRST_START),
            (change_structure, {"levels": _levels(event, dice)}, FIRST_START),
        ]
        verb, arguments, by = dice.choices(steps, [3, 3, 4, 4, 2, 2, 2, 2, 2, 3, 4, 1, 1, 1, 1, 1, 2])[0]
        try:
            with transaction.atomic():
                press(verb, None if verb.scope == "room" else event, by=by, **arguments)
                if dice.random() < 0.1:
                    # Read and cache before the transaction fails.
                    cached(event)
                    raise _Failure
        except (Refused, _Failure):
            pass
        yield


class _Failure(Exception):
    """A failure just before the commit."""


@pytest.mark.parametrize("seed", range(4))
def test_cached_numbers_equal_the_rows_after_random_commands(
    event: int, people: list[int], floor: Actor, seed: int
) -> None:
    dice = Random(seed)
    for step, _done in zip(range(80), _random_steps(event, people, floor, dice), strict=False):
        # Sometimes several journal entries were written in between.
        if dice.random() < 0.3:
            continue
        assert cached(event) == counted(event)
        assert cached_namesakes(event) == namesakes(event)
        if step % 8 == 0:
            seen = boards(event)
            journal_cache.forget_all()
            assert boards(event) == seen
    kinds = set(JournalEntry.objects.values_list("kind", flat=True))
    assert kinds >= {"undo", "entry.bust", "desk.register", "clock.structure"}


def test_command_sees_its_own_changes_and_a_failed_one_leaves_none_in_the_cache(
    event: int, people: list[int], floor: Actor
) -> None:
    seen: list[tuple[Any, ...]] = []

    @command("test.fails", permission=Permission.SEAT_PLAYERS, summary="Failed", public=False)
    def fails(tx: Tx, entries: list[int]) -> None:
        """Bust entries, and fail."""
        for entry in entries:
            tx.save(tx.get(Entry, pk=entry), out_at=tx.now)
            seen.append(cached(event))
            assert seen[-1] == counted(event)
        raise _Failure

    before = cached(event)
    entries = list(Entry.objects.filter(tournament=event).values_list("pk", flat=True)[:3])
    try:
        with pytest.raises(_Failure):
            press(fails, event, by=FIRST_START, entries=entries)
    finally:
        del COMMANDS["test.fails"]
    assert [one[1] for one in seen] == [before[1] - gone for gone in (1, 2, 3)]
    assert cached(event) == counted(event) == before
    # The same number in the journal now belongs to another command.
    press(bust, event, by=FIRST_START, entry=entries[0])
    assert cached(event) == counted(event) != before


def test_a_command_that_is_repeated_after_a_rollback_is_not_taken_for_the_first_one(
    event: int, people: list[int], floor: Actor
) -> None:
    entry, again = Entry.objects.filter(tournament=event).values_list("pk", flat=True)[0], uuid.uuid4()
    before = cached(event)
    with transaction.atomic():
        press(bust, event, by=FIRST_START, command=again, entry=entry)
        assert cached(event)[1] == before[1] - 1
        transaction.set_rollback(True)
    # A client that has had no answer uses the id again; it has the same number, and may change other rows.
    press(leave_seat, event, by=FIRST_START, command=again, entry=entry)
    assert cached(event) == counted(event)


def test_many_small_events_read_in_turn_stay_cached(
    make_event: MakesEvents, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [make_event(book="munot") for _number in range(12)]
    for key in keys:
        sold(key)
    events = [Tournament.objects.get(pk=key) for key in keys]
    whole, read = journal_cache.JournalCache._whole, list[int]()

    def noted(cache: Any, event: Tournament, *more: Any) -> Any:
        read.append(event.pk)
        return whole(cache, event, *more)

    monkeypatch.setattr(journal_cache.JournalCache, "_whole", noted)
    for event in events:
        event_clock_of(event)
    assert read == [event.pk for event in events]
    for event in events:
        event_clock_of(event)
    assert len(read) == len(events)


@pytest.mark.parametrize(
    ("sizes", "stay"), [((40, 40, 10), "abc"), ((40, 50, 10), "bc"), ((10, 10, 500), "c")]
)
def test_values_stay_cached_while_they_fit_and_the_oldest_is_dropped_first(
    sizes: tuple[int, ...], stay: str
) -> None:
    kept: BoundedCache[str, range] = BoundedCache(100, len)
    for key, size in zip("abc", sizes, strict=True):
        kept.put(key, range(size))
    # Stored again it is the newest one, and counts once.
    kept.put("c", range(sizes[-1]))
    assert "".join(key for key in "abc" if kept.get(key) is not None) == stay
    assert len(kept) == len(stay)
    kept.clear()
    kept.put("d", range(99))
    assert (len(kept), kept.get("d")) == (1, range(99))


def test_changes_of_the_last_entry_are_not_loaded_at_each_reading(
    event: int, people: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cached(event) == counted(event)
    row, loaded, loads = Tournament.objects.get(pk=event), list[str](), json.loads

    def load(text: str, **more: Any) -> Any:
        loaded.append(text)
        return loads(text, **more)

    monkeypatch.setattr(json, "loads", load)
    field_of(row)
    count_unseated(row)
    namesakes_of(row, [])
    assert loaded == []
