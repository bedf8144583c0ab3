"""Chips in play by value: from the make-up of stacks, through exchanges and colour-ups, to the count."""

from typing import Any

import pytest

from clock.rules.pieces import worth
from procedures.boards.stack_counts import stack_count
from procedures.commands.chips_by_value import count_returned, exchange, make_up
from procedures.commands.old_chips import colour_up
from procedures.commands.stack_counts import close_count, count_table, open_count
from procedures.models import ChipExchange
from procedures.rules.returned_chips import assumed_pieces
from procedures.services.chips_by_table import KnownTables, chips_by_table
from procedures.services.chips_by_value import chips_by_value, returned_stacks
from seating.commands import swap_seats
from seating.models import Seat
from tests.fixtures.room import MakesEvents, press, refusal
from tests.procedures.chip_race_scenes import with_chips
from tests.seating.seating_scenes import seated
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.models import ChipMove, Entry, Tournament
from tourney.now import room_now

pytestmark = pytest.mark.django_db
PIECES = {5_000: 1, 1_000: 3, 500: 1, 100: 12, 25: 12}


def pieces(**counts: int) -> list[dict[str, int]]:
    """Return chips by value: `pieces(v25=4)`."""
    return [{"value": int(value[1:]), "count": count} for value, count in counts.items()]


STACK = [{"value": value, "count": count} for value, count in PIECES.items()]


@pytest.fixture
def event(make_event: MakesEvents, floor: Actor) -> int:
    """Create an event of three players whose stacks are made up."""
    made = make_event()
    seated(made, {2: (1, 4, 9)})
    with_chips(made, 25, 100, 500, 1_000, 5_000)
    row = Tournament.objects.get(pk=made)
    ChipMove.objects.filter(tournament=row).delete()
    for entry in Entry.objects.filter(tournament=row):
        ChipMove.objects.create(
            tournament=row, entry=entry, kind="starting_stack", chips=10_000, at=room_now()
        )
    return made


def by_value(event: int) -> dict[int, int]:
    """Return the chips in play by value."""
    return dict(chips_by_value(Tournament.objects.get(pk=event)).pieces)


def test_chips_in_play_are_known_by_value_through_exchanges(event: int, floor: Actor) -> None:
    assert by_value(event) == {}
    press(make_up, event, by=floor, stacks=[{"use": "entry", "chips": 10_000, "pieces": STACK}])
    assert by_value(event) == {value: 3 * count for value, count in PIECES.items()}
    press(exchange, event, by=floor, given=pieces(v500=2), taken=pieces(v1000=1))
    entry = Entry.objects.filter(tournament=event).first()
    assert entry is not None
    press(colour_up, event, by=floor, entry=entry.pk, small=25, count=9)
    assert by_value(event) == {5_000: 3, 1_000: 8, 500: 5, 100: 38, 25: 28}


def test_a_count_by_value_is_compared_with_the_chips_in_play(event: int, floor: Actor) -> None:
    press(make_up, event, by=floor, stacks=[{"use": "entry", "chips": 10_000, "pieces": STACK}])
    press(open_count, event, by=floor)
    stacks = [{"seat": seat, "chips": 10_000, "pieces": STACK} for seat in (1, 4, 9)]
    press(count_table, event, by=floor, number=2, stacks=stacks)
    board = stack_count(event)
    assert board is not None
    assert board.pieces == board.expected
    assert board.tables[0].by == floor.name


def surrendered(event: int, seat: int, chips: int, kind: str = "surrender") -> ChipMove:
    """Let chips of a player come back."""
    row = Tournament.objects.get(pk=event)
    entry = Seat.objects.get(tournament_table__tournament=row, number=seat).entry
    return ChipMove.objects.create(tournament=row, entry=entry, kind=kind, chips=-chips, at=room_now())


def test_a_whole_stack_that_came_back_is_assumed_as_it_was_handed_out(event: int, floor: Actor) -> None:
    press(make_up, event, by=floor, stacks=[{"use": "entry", "chips": 10_000, "pieces": STACK}])
    surrendered(event, 1, 10_000, "removed")
    assert by_value(event) == {value: 2 * count for value, count in PIECES.items()}
    press(open_count, event, by=floor)
    board = stack_count(event)
    assert board is not None
    assert board.assumed == 10_000


def test_chips_that_came_back_are_assumed_until_they_are_counted_by_value(event: int, floor: Actor) -> None:
    press(make_up, event, by=floor, stacks=[{"use": "entry", "chips": 10_000, "pieces": STACK}])
    back = surrendered(event, 4, 2_000)
    # A fifteenth of each value: 2 × 100 and 2 × 25; and the rest in chips as large as possible.
    assert by_value(event) == {5_000: 3, 1_000: 8, 500: 2, 100: 32, 25: 32}
    assert worth(chips_by_value(Tournament.objects.get(pk=event)).assumed) == 2_000
    wrong = pieces(v1000=1)
    assert refusal(count_returned, event, by=floor, move=back.pk, pieces=wrong).code == "pieces_differ"
    press(count_returned, event, by=floor, move=back.pk, pieces=pieces(v1000=1, v100=8, v25=8))
    known = chips_by_value(Tournament.objects.get(pk=event))
    assert dict(known.pieces) == {5_000: 3, 1_000: 8, 500: 3, 100: 28, 25: 28}
    assert known.assumed == []
    press(count_returned, event, by=floor, move=back.pk, pieces=pieces(v1000=2))
    assert by_value(event) == {5_000: 3, 1_000: 7, 500: 3, 100: 36, 25: 36}
    handed = ChipMove.objects.filter(tournament=event, chips__gt=0)[0].pk
    refused = refusal(count_returned, event, by=floor, move=handed, pieces=pieces(v1000=10))
    assert refused.code == "not_found"


def test_a_removed_stack_is_not_taken_for_the_rest_of_old_chips_of_the_same_sum(
    event: int, floor: Actor
) -> None:
    press(make_up, event, by=floor, stacks=[{"use": "entry", "chips": 10_000, "pieces": STACK}])
    back = surrendered(event, 1, 75, "removed")
    rest = surrendered(event, 4, 75, "removed")
    ChipExchange.objects.create(tournament_id=event, pieces=[[25, -3]], at=rest.at)
    assert [one.move for one in returned_stacks(Tournament.objects.get(pk=event))] == [back.pk]


def test_small_chips_that_no_table_had_at_their_race_are_assumed_to_have_come_back() -> None:
    held = {1_000: 9, 100: 30, 25: 8}
    assert assumed_pieces(2_000, held, {25}) == [(1_000, 1), (100, 8), (25, 8)]
    # They are worth more than came back, or what came back is more than there was.
    assert assumed_pieces(100, held, {25}) is None
    assert assumed_pieces(13_000, held) is None
    assert assumed_pieces(30, {25: 4}) is None


def test_more_chips_of_a_value_than_are_in_play_cannot_be_taken(event: int, floor: Actor) -> None:
    taken: dict[str, Any] = {"given": pieces(v5000=2), "taken": pieces(v1000=10)}
    # Without the make-up of the stacks, only the sum of all chips is a limit.
    press(exchange, event, by=floor, **taken)
    ChipExchange.objects.all().delete()
    many: dict[str, Any] = {"given": pieces(v5000=10), "taken": pieces(v1000=50)}
    assert refusal(exchange, event, by=floor, **many).code == "more_than_in_play"
    press(make_up, event, by=floor, stacks=[{"use": "entry", "chips": 10_000, "pieces": STACK}])
    refused = refusal(exchange, event, by=floor, **taken)
    assert (refused.code, refused.message) == (
        "more_than_in_play",
        "At most 9 × 1,000 can be in play, not 10.",
    )
    entry = Entry.objects.filter(tournament=event)[0].pk
    many = {"entry": entry, "small": 25, "count": 40}
    assert refusal(colour_up, event, by=floor, **many).code == "more_than_in_play"
    assert by_value(event) == {value: 3 * count for value, count in PIECES.items()}


def test_an_event_without_stacks_on_record_does_not_limit_what_is_coloured_up(
    event: int, floor: Actor
) -> None:
    ChipMove.objects.all().delete()
    entry = Entry.objects.filter(tournament=event)[0].pk
    # What was removed leaves such an event with less than nothing.
    ChipMove.objects.create(tournament_id=event, entry_id=entry, kind="removed", chips=-75, at=room_now())
    press(colour_up, event, by=floor, entry=entry, small=100, count=10)


def test_unequal_exchanges_and_stacks_are_refused(event: int, floor: Actor) -> None:
    code = refusal(exchange, event, by=floor, given=pieces(v500=1), taken=pieces(v1000=1)).code
    assert code == "pieces_differ"
    wrong = [{"use": "entry", "chips": 9_000, "pieces": STACK}]
    assert refusal(make_up, event, by=floor, stacks=wrong).code == "pieces_differ"
    assert refusal(exchange, event, by=floor, given=pieces(v7=1), taken=pieces(v7=1)).code == "no_such_chip"


def test_a_table_counted_by_value_is_compared_with_what_was_handed_out_there(
    make_event: MakesEvents, floor: Actor
) -> None:
    event = make_event()
    seated(event, {2: (1, 4), 3: (1, 2)})
    with_chips(event, 25, 100, 500, 1_000, 5_000)
    row = Tournament.objects.get(pk=event)
    ChipMove.objects.filter(tournament=row).delete()
    for entry in Entry.objects.filter(tournament=row):
        ChipMove.objects.create(
            tournament=row, entry=entry, kind="starting_stack", chips=10_000, at=room_now()
        )
    press(make_up, event, by=floor, stacks=[{"use": "entry", "chips": 10_000, "pieces": STACK}])
    press(open_count, event, by=floor)
    client, page = client_of(floor), f"/staff/t/{event}/counts/"
    assert "compared with those in play:" in text_of(client.get(page))
    short = [{"value": value, "count": count - (value == 25)} for value, count in PIECES.items()]
    counted = [{"seat": 1, "chips": 10_000, "pieces": STACK}, {"seat": 4, "chips": 9_975, "pieces": short}]
    press(count_table, event, by=floor, number=2, stacks=counted)
    shown = text_of(client.get(page))
    assert (f"<td>{floor.name} " in shown, "1 × 25</strong>" in shown) == (True, True)
    counted = [{"seat": seat, "chips": 10_000, "pieces": STACK} for seat in (1, 2)]
    press(count_table, event, by=floor, number=3, stacks=counted)
    twice = {table: [(value, 2 * count) for value, count in PIECES.items()] for table in (2, 3)}
    assert chips_by_table(row) == KnownTables(None, twice)
    press(close_count, event, by=floor, difference=-25)
    # The next count follows from this one, until a player moves.
    known = chips_by_table(row)
    assert (known.since is None, dict(known.pieces[2])[25], known.pieces[3]) == (False, 23, twice[3])
    one, other = (Entry.objects.get(seat__tournament_table__table__number=n, seat__number=1) for n in (2, 3))
    press(swap_seats, event, by=floor, one=one.pk, other=other.pk)
    assert chips_by_table(row).pieces == {}
