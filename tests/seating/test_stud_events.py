"""Games of an event, from its structure to moves and the button (Issue 15, A 2)."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.commands.clock import start
from clock.models import LevelRow
from clock.rules.games import FAMILIES
from seating import periodic
from seating.commands import finish_hand, put_button
from seating.models import Proposal, TournamentTable
from seating.rules.stud import balanced_as_stud, button_stays
from tests.fixtures.journalled import journal_tells_the_rows
from tests.fixtures.room import MakesEvents, level, press
from tests.seating.seating_scenes import seated
from tourney.access.roles import Actor
from tourney.rulebooks.books.loader import shipped

pytestmark = pytest.mark.django_db
FULL, SHORT = tuple(range(1, 10)), (1, 2, 3, 5)


def uneven(make_event: MakesEvents, floor: Actor, book: str, games: Sequence[str]) -> tuple[int, int]:
    """Create an event with one game per level whose first table must give a player.

    Returns the event and the entry that pays the big blind there next.
    """
    event = make_event([level(100 * n, game=game) for n, game in enumerate(games, start=1)], book=book)
    at = seated(event, {1: FULL, 2: SHORT})
    press(start, event, by=floor)
    press(put_button, event, by=floor, number=1, button=1)
    press(put_button, event, by=floor, number=2, button=1)
    periodic.review_floors()
    return event, at[1, 4]


def moved(event: int) -> int | None:
    """Return the first entry proposed to move; None: staff decide."""
    found = Proposal.objects.filter(tournament=event, kind="balance", state="open").order_by("pk").first()
    assert found is not None
    entry: int | None = found.detail["entry"]
    return entry


@pytest.mark.parametrize("book", ["pokerstars_live", "tda"])
@pytest.mark.parametrize(
    "games", [("Stud", "Hold'em"), ("Razz", "2-7 Triple Draw"), ("HORSE",), ("Hold'em",)]
)
def test_where_not_all_of_it_is_stud_the_next_big_blind_moves_also_during_stud(
    make_event: MakesEvents, floor: Actor, book: str, games: tuple[str, ...]
) -> None:
    event, due = uneven(make_event, floor, book, games)
    assert moved(event) == due


@pytest.mark.parametrize("games", [("Razz",), ("Stud", "Stud Hi-Lo"), ("Seven card stud",)])
def test_pokerstars_live_2_5_in_a_stud_tournament_the_seat_decides(
    make_event: MakesEvents, floor: Actor, games: tuple[str, ...]
) -> None:
    event, due = uneven(make_event, floor, "pokerstars_live", games)
    assert moved(event) != due


@pytest.mark.parametrize("games", [("Hold'em", "Stud"), ("Omaha", "Razz"), ("HORSE",), ("Stud",)])
def test_wsop_67b_in_an_event_with_stud_the_high_card_decides_in_every_game(
    make_event: MakesEvents, floor: Actor, games: tuple[str, ...]
) -> None:
    event, _due = uneven(make_event, floor, "wsop", games)
    assert moved(event) is None


@pytest.mark.parametrize(
    ("game", "stays"), [("Razz", True), ("Stud Hi-Lo", True), ("Hold'em", False), ("Badugi", False)]
)
@pytest.mark.parametrize("book", ["tda", "wsop"])
def test_tda_11b_and_wsop_67b_the_button_stays_while_stud_is_played(
    make_event: MakesEvents, floor: Actor, dealer: Actor, book: str, game: str, stays: bool
) -> None:
    event, _due = uneven(make_event, floor, book, (game, "Hold'em"))
    press(finish_hand, event, by=dealer, number=1, hand=1)
    row = TournamentTable.objects.get(tournament=event, table__number=1)
    assert ((row.button, row.small_blind, row.big_blind) == (1, 2, 3)) == stays
    assert row.hands == 1
    journal_tells_the_rows()


def test_the_family_of_a_game_is_kept_with_its_level(make_event: MakesEvents) -> None:
    event = make_event([level(100, game="Razz"), level(200, game="HORSE")])
    rows = LevelRow.objects.filter(structure__tournament=event).order_by("position")
    assert list(rows.values_list("family", flat=True)) == ["stud", "mixed"]


BOOKS = [book for book in shipped().values() if "tournament" in book.games]


@given(st.lists(st.sampled_from(FAMILIES), max_size=8), st.sampled_from(BOOKS))
def test_stud_rules_depend_on_the_event_not_its_level_order(families: list[str], book: object) -> None:
    found = balanced_as_stud(families, book)  # type: ignore[arg-type]
    assert balanced_as_stud(families[::-1], book) == found  # type: ignore[arg-type]
    assert not found or {"stud", "mixed"} & {*families}
    assert not button_stays("flop", book)  # type: ignore[arg-type]
