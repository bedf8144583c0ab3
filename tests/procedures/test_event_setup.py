"""An event with price, tables and prizes is created in one step, and undone in one."""

import uuid
from typing import Any

import pytest

from clock.commands.clock import start
from clock.commands.events import create_event
from clock.models import Clock
from desk.commands.drawers import open_drawer
from desk.commands.registration import set_registration
from desk.models import Extra, Registration
from prizes.commands.payouts import set_payout
from prizes.models import Payout
from prizes.services.money import ladder_of
from procedures.commands.event_setup import set_up_event
from seating.commands import add_tables, assign_table
from seating.models import Plan, Table, TournamentTable
from tests.desk.tills import cash, enter, player
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tourney.access.roles import Actor
from tourney.journal.undo import undo_in_room
from tourney.models import JournalEntry, Tournament
from tourney.now import room_now, to_ms

pytestmark = pytest.mark.django_db
ENTRY: dict[str, Any] = {"pool": 4_000, "fee": 1_000, "late_ends": "row", "late_row": 1, "re_entries_most": 2}


def set_up(by: Actor, structure: int, **arguments: Any) -> dict[str, Any]:
    """Set up an event and return the answer."""
    given = {"name": "Friday Turbo", "starting_stack": 10_000, **arguments}
    answer = press(set_up_event, by=by, structure=structure, **given).answer
    assert answer is not None
    return answer


def of_event(model: Any, event: int) -> Any:
    """Return the row of an event."""
    return model.objects.get(tournament=event)


def test_one_journal_entry_makes_an_event_that_sells(director: Actor, structure: int) -> None:
    press(add_tables, by=director, first=1, last=3, seats=9)
    before = JournalEntry.journal(None).count()
    start_at = (to_ms(room_now()) or 0) + 3_600_000
    made = set_up(
        director,
        structure,
        planned_start=start_at,
        tables={"count": 2, "seats_per_table": 8},
        entry=ENTRY,
        prizes={"method": "table", "table": "flat_15", "guarantee": 50_000, "note": 500},
    )
    event = made["tournament"]
    assert (made["tables"], made["new_tables"]) == ([1, 2], [])
    assert JournalEntry.journal(None).count() == before + 1
    assert to_ms(of_event(Clock, event).planned_start) == start_at
    registration = of_event(Registration, event)
    assert (registration.price, registration.late_row, registration.re_entries_most) == (5_000, 1, 2)
    assert registration.closed_at is None
    assert of_event(Plan, event).seats_per_table == 8
    assert ladder_of(Tournament.objects.get(pk=event)).fault is not None  # no entries yet
    assert of_event(Payout, event).guarantee == 50_000
    press(open_drawer, by=director, opening_float=0)
    enter(event, director, player("Anna Arnold"), [cash(5_000)])
    assert ladder_of(Tournament.objects.get(pk=event)).prizes[0].cash == 50_000
    journal_tells_the_rows()


def test_registration_opens_later_if_not_asked_now(director: Actor, structure: int) -> None:
    event = set_up(director, structure, entry={**ENTRY, "opens": False})["tournament"]
    assert of_event(Registration, event).closed_at is not None


def test_without_a_price_entries_are_counted_by_hand(director: Actor, structure: int) -> None:
    event = set_up(director, structure)["tournament"]
    assert Tournament.objects.get(pk=event).counted_by_hand
    assert not Registration.objects.filter(tournament=event).exists()
    assert not Payout.objects.filter(tournament=event).exists()


def test_missing_tables_are_added_only_if_asked(
    director: Actor, structure: int, make_event: MakesEvents
) -> None:
    other = make_event()
    press(add_tables, by=director, first=1, last=3, seats=9)
    press(assign_table, other, by=director, number=2)
    refused = refusal(
        set_up_event,
        by=director,
        name="Friday Turbo",
        structure=structure,
        starting_stack=10_000,
        tables={"count": 4},
    )
    assert refused.code == "too_few_tables"
    assert "2" in refused.fields["tables.count"]
    made = set_up(director, structure, tables={"count": 4, "add_missing": True, "seats_per_table": 10})
    assert (made["tables"], made["new_tables"]) == ([1, 3, 4, 5], [4, 5])
    assert list(Table.objects.filter(number__gte=4).values_list("seats", flat=True)) == [10, 10]
    order = TournamentTable.objects.filter(tournament=made["tournament"]).order_by("order")
    assert list(order.values_list("table__number", flat=True)) == [1, 3, 4, 5]


def test_settings_not_asked_for_come_from_the_event_it_is_like(
    director: Actor, structure: int, make_event: MakesEvents
) -> None:
    last = make_event()
    rebuy: dict[str, Any] = {"kind": "rebuy", "pool": 2_000, "chips": 5_000, "from_row": 0, "until_row": 1}
    press(set_registration, last, by=director, pool=1_000, self_reserve=True, extras=[rebuy])
    press(set_payout, last, by=director, method="formula", percent=2_000, guarantee=90_000)
    made = set_up(
        director,
        structure,
        like=last,
        entry=ENTRY,
        prizes={"method": "like", "guarantee": 70_000, "note": 500},
    )
    event = made["tournament"]
    registration = of_event(Registration, event)
    assert (registration.pool, registration.self_reserve) == (4_000, True)
    assert Extra.objects.get(registration=registration).chips == 5_000
    payout = of_event(Payout, event)
    assert (payout.method, payout.percent, payout.guarantee) == ("formula", 2_000, 70_000)


def test_prizes_as_in_an_event_without_prizes_are_refused(
    director: Actor, structure: int, make_event: MakesEvents
) -> None:
    for like in (None, make_event()):
        refused = refusal(
            set_up_event,
            by=director,
            name="Friday Turbo",
            structure=structure,
            starting_stack=10_000,
            like=like,
            prizes={"method": "like"},
        )
        assert "prizes.method" in refused.fields


def test_a_refused_part_leaves_nothing_behind(director: Actor, structure: int) -> None:
    refused = refusal(
        set_up_event,
        by=director,
        name="Friday Turbo",
        structure=structure,
        starting_stack=10_000,
        tables={"count": 2, "add_missing": True},
        entry={**ENTRY, "late_row": 40},
    )
    assert refused.fields.keys() == {"late_row"}
    assert not Tournament.objects.exists()
    assert not Table.objects.exists()


def test_a_repeated_command_sets_up_one_event(director: Actor, structure: int) -> None:
    command = uuid.uuid4()
    given: dict[str, Any] = {"name": "Once", "structure": structure, "starting_stack": 10_000}
    one, other = (
        press(set_up_event, by=director, command=command, tables={"count": 1, "add_missing": True}, **given)
        for _ in range(2)
    )
    assert one.answer == other.answer
    assert Tournament.objects.count() == 1


def test_undo_takes_the_whole_event_back(director: Actor, structure: int) -> None:
    press(add_tables, by=director, first=1, last=1, seats=9)
    made = press(
        set_up_event,
        by=director,
        name="Friday Turbo",
        structure=structure,
        starting_stack=10_000,
        tables={"count": 2, "add_missing": True},
        entry=ENTRY,
        prizes={},
    )
    press(undo_in_room, by=director, seq=made.seq)
    assert not Tournament.objects.exists()
    assert not Registration.objects.exists()
    assert list(Table.objects.values_list("number", flat=True)) == [1]


def test_undo_of_a_used_event_is_refused_with_the_way_out(director: Actor, structure: int) -> None:
    made = press(
        set_up_event,
        by=director,
        name="Friday Turbo",
        structure=structure,
        starting_stack=10_000,
        entry=ENTRY,
    )
    assert made.answer is not None
    press(start, made.answer["tournament"], by=director)
    refused = refusal(undo_in_room, by=director, seq=made.seq)
    assert refused.message == "“Friday Turbo” has been used since. Close it on its Details page instead."
    plain = press(create_event, by=director, name="Other", structure=structure, starting_stack=10_000)
    assert plain.answer is not None
    press(start, plain.answer["tournament"], by=director)
    assert "Details page" in refusal(undo_in_room, by=director, seq=plain.seq).message


def test_only_a_director_sets_up_an_event(floor: Actor, structure: int) -> None:
    refused = refusal(set_up_event, by=floor, name="Friday Turbo", structure=structure, starting_stack=10_000)
    assert refused.code == "not_allowed"
