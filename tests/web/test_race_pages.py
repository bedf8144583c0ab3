"""Pages of a chip race: the public cards, slips, and the dealer's table."""

import json

import pytest
from django.test import Client

from procedures.commands.chip_races import finish, start
from procedures.commands.race_counts import enter
from procedures.commands.race_tables import deal, table_done
from seating.models import Draw
from tests.fixtures.room import MakesEvents, press
from tests.procedures.chip_race_scenes import EVENING, ROOM, counts, with_chips
from tests.seating.seating_scenes import seated
from tests.web.test_draw_pages_prizes import below, public_draw, verify_output
from tests.web.visitors import text_of
from tourney.access.roles import Actor, Role

pytestmark = pytest.mark.django_db
SUITS = ["spade", "heart", "diamond", "club"]


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Make an event of Five Spades with three tables."""
    made = make_event(EVENING, book="five_spades")
    with_chips(made, 25, 100, 500)
    seated(made, ROOM)
    return made


@pytest.fixture
def race(event: int, floor: Actor) -> int:
    """Start a race; table 1 is dealt and done."""
    done = press(start, event, by=floor, small=25)
    assert done.answer is not None
    number = int(done.answer["race"])
    press(enter, event, by=floor, race=number, number=1, seats=counts(s1=3, s3=2, s5=2))
    press(deal, event, by=floor, race=number, number=1)
    press(table_done, event, by=floor, race=number, number=1)
    return number


def test_race_cards_are_public_and_verifiable_from_the_page(event: int, race: int, client: Client) -> None:
    draw = Draw.objects.get(kind="race")
    page = text_of(client.get(f"/draw/{draw.digest}/"))
    for words in ("Chip race cards", "Verified", "table 1", "25 chips for 100 chips"):
        assert words in page
    found = public_draw(client, draw)
    # Computed again from docs/draws.md.
    deck = [[rank, suit] for suit in SUITS for rank in range(2, 15)]
    count = [0]
    for last in range(len(deck) - 1, 0, -1):
        other = below(draw.seed, last + 1, count)
        deck[last], deck[other] = deck[other], deck[last]
    assert found["inputs"]["order"] == [1, 3, 5]
    assert found["outcome"]["cards"] == [[1, deck[:3]], [3, deck[3:5]], [5, deck[5:7]]]
    best = {
        seat: max((rank, -SUITS.index(suit)) for rank, suit in cards)
        for seat, cards in found["outcome"]["cards"]
    }
    # 175 are rounded up to 200 (Five Spades 3.17).
    assert found["outcome"]["won"] == sorted(sorted(best, key=lambda seat: best[seat])[1:])
    assert "is not" not in verify_output(draw.digest)


def test_race_slips_show_results_and_blanks_for_missing_counts(
    event: int, race: int, people: dict[Role, Client], floor: Actor
) -> None:
    address = f"/staff/t/{event}/race/{race}/slips/"
    page = text_of(people[Role.DEALER].get(address))
    assert [f"Table {number}" in page for number in (1, 2, 3)] == [True] * 3
    assert "____" in page
    assert "Table 2" not in text_of(people[Role.FLOOR].get(f"{address}?table=1"))
    for number in (2, 3):
        press(table_done, event, by=floor, race=race, number=number, none=True)
    press(finish, event, by=floor, race=race)
    after = text_of(people[Role.FLOOR].get(address))
    assert "____" not in after
    assert "Total" in after
    assert people[Role.FLOOR].get(f"/staff/t/{event}/race/999/slips/").status_code == 404


def test_a_dealer_has_the_race_with_the_table(event: int, race: int, people: dict[Role, Client]) -> None:
    def race_at(number: int) -> dict[str, object] | None:
        answer = people[Role.DEALER].get(f"/live/t{event}/table/{number}/")
        found: dict[str, object] | None = json.loads(answer.content)["boards"]["table_race"]
        return found

    done, other = race_at(1), race_at(2)
    assert done is not None
    assert other is not None
    assert (done["state"], other["state"], other["people"]) == ("done", "open", [2, 4, 6])
    assert other["seats"] == []
