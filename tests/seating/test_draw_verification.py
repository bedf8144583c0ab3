"""Anyone can verify a draw, and a tampered draw is detected."""

import hashlib
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from seating.commands import add_apart, draw_button, draw_one_seat, draw_seats, set_plan
from seating.models import Draw, Plan, Table
from seating.services.draw_verification import announcement_of, record_of, verdict_of
from tests.fixtures.room import MakesEvents, press, refusal
from tests.seating.people import drawn_event, places_of, register_entries, tables_for
from tourney.access.roles import Actor
from tourney.journal.undo import undo
from tourney.models import Entry
from tourney.rules.randomness import SeededRandom


def verify(*words: str, **options: object) -> str:
    out = StringIO()
    call_command("verify_draw", *words, stdout=out, no_color=True, **options)
    return out.getvalue()


def test_all_draws_of_an_event_are_reproducible(event: int, floor: Actor) -> None:
    drawn_event(event, 20, [1, 2, 3, 4])
    press(draw_button, event, by=floor)
    for entry in register_entries(event, 3):
        press(draw_one_seat, event, by=floor, entry=entry)
    text = verify(tournament=event)
    assert text.count("the same again") == 5
    assert "with the plan of the seats" in text
    assert text.rstrip().endswith("5 checked: as announced.")
    digest = Draw.objects.earliest("id").digest
    assert "1 checked" in verify(digest[:16].upper())


@pytest.mark.parametrize("what", ["seed", "outcome", "inputs"])
def test_tampered_draw_is_detected(event: int, floor: Actor, what: str) -> None:
    drawn_event(event, 20, [1, 2, 3])
    draw = Draw.objects.get()
    if what == "seed":
        draw.seed = "00" * 32
    elif what == "outcome":
        one, other = draw.outcome["seats"][:2]
        draw.outcome["seats"][:2] = [[one[0], *other[1:]], [other[0], *one[1:]]]
    else:
        draw.inputs["players"].reverse()
    draw.save()
    assert not verdict_of(draw).fits
    with pytest.raises(CommandError, match="1 of 1"):
        verify(draw.digest)


def test_draw_without_a_published_hash_is_detected(event: int, floor: Actor) -> None:
    drawn_event(event, 5, [1])
    draw = Draw.objects.get()
    draw.seed = "ab" * 32
    draw.digest = hashlib.sha256(draw.seed.encode()).hexdigest()
    draw.save()
    assert announcement_of(draw) is None
    with pytest.raises(CommandError):
        verify(draw.digest)


@pytest.mark.django_db
def test_unknown_draw_is_reported_as_not_found() -> None:
    with pytest.raises(CommandError, match="no such draw"):
        verify("ff")
    with pytest.raises(CommandError, match="which draw"):
        verify()


def by_the_page(record: dict[str, object]) -> list[list[int]]:
    """Draw a field as docs/draws.md describes it, independent of the product's code.

    Without conditions, but with the recorded number of shuffles.
    """
    rng = SeededRandom(str(record["seed"]))
    inputs, outcome = record["inputs"], record["outcome"]
    assert isinstance(inputs, dict)
    assert isinstance(outcome, dict)
    used = [table for table in inputs["tables"] if table["table"] in outcome["tables"]]
    players = inputs["players"]
    seats: list[list[int]] = []
    for _shuffle in range(outcome["shuffles"]):
        fill = 0
        while sum(min(len(table["chairs"]), fill + 1) for table in used) <= len(players):
            fill += 1
            if fill > 12:
                break
        sizes = [min(len(table["chairs"]), fill) for table in used]
        may_take_more = [at for at, table in enumerate(used) if len(table["chairs"]) > sizes[at]]
        for at in rng.shuffled(may_take_more)[: len(players) - sum(sizes)]:
            sizes[at] += 1
        accessible: list[list[int]] = []
        others: list[list[int]] = []
        for table, size in zip(used, sizes, strict=True):
            numbered = [[table["table"], seat] for seat in rng.shuffled(table["chairs"])[:size]]
            (accessible if table["accessible"] else others).extend(numbered)
        seats_in_order = rng.shuffled(accessible + others)
        seats = [[player, *seat] for player, seat in zip(players, seats_in_order, strict=True)]
    return seats


def test_field_draw_can_be_recomputed_from_the_public_file(event: int, floor: Actor) -> None:
    tables_for(event, range(1, 5))
    press(set_plan, event, by=floor, seats_per_table=9, keep_apart=True)
    entries = register_entries(event, 25)
    players = [Entry.objects.get(pk=entry).player_id for entry in entries]
    for at in range(0, 8, 2):
        press(add_apart, by=floor, one=players[at], other=players[at + 1])
    press(draw_seats, event, by=floor)
    draw = Draw.objects.get()
    record = json.loads(json.dumps(record_of(draw, whole=False)))
    assert by_the_page(record) == draw.outcome["seats"]
    assert {entry: (table, seat) for entry, table, seat in by_the_page(record)} == places_of(event)
    assert hashlib.sha256(record["seed"].encode()).hexdigest() == record["digest"]


def test_players_needs_are_published_only_as_a_hash(event: int, floor: Actor) -> None:
    tables_for(event, [1, 2])
    Table.objects.filter(number=1).update(accessible=True)
    press(set_plan, event, by=floor, seats_per_table=9, keep_apart=True)
    entries = register_entries(event, 12, needs=[2])
    players = [Entry.objects.get(pk=entry).player_id for entry in entries]
    press(add_apart, by=floor, one=players[0], other=players[1])
    press(draw_seats, event, by=floor)
    (late_entry,) = register_entries(event, 1, needs=[0])
    press(draw_one_seat, event, by=floor, entry=late_entry)
    field, seat = Draw.objects.order_by("id")
    public, whole = record_of(field, whole=False), record_of(field, whole=True)
    assert public["inputs"]["needs"] is None
    assert public["inputs"]["apart"] is None
    assert public["withheld"] == {"needs": 1, "apart": 1}
    assert whole["inputs"]["needs"] == [entries[2]]
    text = json.dumps(whole["inputs"], sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest() == public["inputs_sha256"]
    one = record_of(seat, whole=False)
    assert one["inputs"]["needs"] is None
    assert one["inputs"]["barred"] is None
    # A late entry's seat is recomputed from the seats that were free at its draw.
    among = one["outcome"]["among"]
    assert among[SeededRandom(one["seed"]).below(len(among))] == one["outcome"]["seats"][0][1:]


def test_a_draw_that_was_undone_stays_on_record_and_says_so(event: int, floor: Actor) -> None:
    drawn_event(event, 5, [1])
    draw = Draw.objects.get()
    press(undo, event, by=floor, seq=draw.seq)
    assert "undone later" in verify(draw.digest)
    assert record_of(draw, whole=False)["undone"] is True


@pytest.mark.parametrize(
    ("book", "rule", "seat"), [("munot", "Munot 75", 1), ("tda", "", 1), ("other_poker", "", 1)]
)
def test_button_starts_at_a_fixed_seat_by_the_book_or_by_default(
    make_event: MakesEvents, floor: Actor, book: str, rule: str, seat: int
) -> None:
    event = make_event(book=book)
    press(set_plan, event, by=floor, seats_per_table=9)
    done = press(draw_button, event, by=floor)
    assert done.answer == {"seat": seat, "buttons": [], "draws": []}
    assert Plan.objects.get().button_seat == seat
    assert not Draw.objects.exists()
    from tourney.models import JournalEntry

    assert JournalEntry.objects.get(tournament=event, seq=done.seq).rule == rule


@pytest.mark.parametrize("book", ["five_spades", "pokerstars_live"])
def test_the_highest_card_at_one_table_gives_the_button_for_the_whole_field(
    make_event: MakesEvents, floor: Actor, book: str
) -> None:
    """Five Spades 3.12, PokerStars Live 3.1."""
    event = make_event(book=book)
    tables_for(event, [1, 2, 3])
    press(set_plan, event, by=floor, seats_per_table=9)
    assert refusal(draw_button, event, by=floor).code == "no_players_seated"
    register_entries(event, 20)
    press(draw_seats, event, by=floor)
    answer = press(draw_button, event, by=floor).answer
    draw = Draw.objects.get(kind="button")
    assert answer == {"seat": draw.outcome["seat"], "buttons": [], "draws": [draw.digest]}
    assert draw.inputs["table"] == 1
    assert draw.inputs["chairs"] == sorted(seat for table, seat in places_of(event).values() if table == 1)
    assert Plan.objects.get().button_seat == answer["seat"]


def test_button_starts_at_the_dealers_right_where_the_book_says_so(
    make_event: MakesEvents, floor: Actor
) -> None:
    """WSOP 85."""
    event = make_event(book="wsop")
    drawn_event(event, 12, [1, 2])
    answer = press(draw_button, event, by=floor).answer
    assert answer is not None
    for table, seat in answer["buttons"]:
        assert seat == max(taken for number, taken in places_of(event).values() if number == table)
    assert [table for table, _seat in answer["buttons"]] == [1, 2]
    assert answer["seat"] is None
