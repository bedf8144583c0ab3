"""The printed structure of an event: what its public page says, with times of day."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils.timezone import localtime

from clock.commands.clock import pause, start
from clock.commands.events import close_event
from desk.commands.registration import set_registration
from prizes.commands.payouts import set_payout
from tests.desk.tills import cash, drawer, enter, player
from tests.fixtures.room import MakesEvents, level, press
from tests.fixtures.room import pause as pause_row
from tests.web.visitors import client_of, done, text_of
from tourney.access.roles import Actor
from tourney.commands import add_chip_set, change_event
from tourney.now import from_ms, room_now, to_ms

pytestmark = pytest.mark.django_db
LEVELS = [level(100), pause_row(colour_up=[25]), level(200, ante=200, ante_kind="big_blind")]
# From the planned start, in minutes.
STARTS = (0, 20, 30)


@pytest.fixture
def planned() -> int:
    """Return a start tomorrow, in ms."""
    return (to_ms(room_now()) or 0) + 86_400_000


@pytest.fixture
def announced(make_event: MakesEvents, director: Actor, planned: int) -> int:
    """Make an event with a price in parts, a guarantee and late registration until the end of the break."""
    event = make_event(LEVELS, book="tda", name="Night", planned_start=planned)
    press(
        set_registration,
        event,
        by=director,
        pool=4_000,
        fee=500,
        late_ends="row",
        late_row=1,
        re_entries_most=2,
        capacity=50,
    )
    press(set_payout, event, by=director, method="formula", percent=10_000, guarantee=100_000)
    return event


def shown(event: int, client: Client | None = None, language: str = "en") -> str:
    """Return the printed page in one line."""
    answer = (client or Client()).get(f"/events/{event}/print/", headers={"accept-language": language})
    assert answer.status_code == 200
    return " ".join(text_of(answer).split())


def hours(planned: int) -> list[str]:
    """Return the times of day at which the rows start."""
    begins = from_ms(planned)
    assert begins is not None
    return [f"{localtime(begins + timedelta(minutes=at)):%H:%M}" for at in STARTS]


def test_sheet_says_what_the_public_page_says(announced: int) -> None:
    chips = [{"value": value, "face": "#ffffff", "edge": "#000000"} for value in (25, 1_000)]
    case = done(add_chip_set, name="Case", chips=chips)["chip_set"]
    done(change_event, announced, name="Night", book="tda", starting_stack=10_000, chip_set=case)
    text = shown(announced)
    for part in (
        "Night",
        "Starting stack: 10,000 chips",
        "45",
        "40 prize pool",
        "5 house fee",
        "until the end of the break after level 1",
        "Up to 2 re-entries",
        "Rulebook: ",
        "1,000 guaranteed",
        '<span class="nowrap">25,</span> <span class="nowrap">1,000</span>',
        "50 / 100",
        "Big blind pays",
        "Colour-up 25",
        "20:00",
        "as of ",
    ):
        assert part in text, part
    # Places left change with every sale.
    assert "50 seats available" in text_of(Client().get(f"/events/{announced}/"))
    assert "seats available" not in text


def test_rows_have_times_of_day_while_the_start_is_known(announced: int, planned: int) -> None:
    text = shown(announced)
    assert "Starts about" in text
    for at in hours(planned):
        assert f'<td class="num">{at}</td>' in text
    assert "Start gegen" in shown(announced, language="de")


def test_a_sheet_without_a_planned_start_has_no_times(make_event: MakesEvents) -> None:
    text = shown(make_event(LEVELS))
    assert "The start will be announced." in text
    assert "Starts about" not in text


def test_a_paused_event_has_no_times(announced: int, director: Actor) -> None:
    press(start, announced, by=director)
    assert "Starts about" in shown(announced)
    press(pause, announced, by=director)
    assert "Starts about" not in shown(announced)


def test_an_event_closed_before_its_start_has_no_times(announced: int, director: Actor) -> None:
    press(close_event, announced, by=director)
    assert "Starts about" not in shown(announced)
    assert "Registration is closed." in shown(announced)


def test_prizes_are_printed_after_the_first_registration(announced: int, director: Actor) -> None:
    assert "list-prizes" not in shown(announced)
    drawer(director)
    enter(announced, director, player("Anna Arnold"), [cash(4_500)])
    text = shown(announced)
    assert "list-prizes" in text
    assert "The prizes are not final until registration has closed." in text


def test_sheet_is_linked_from_the_public_page_and_the_structure(
    announced: int, director: Actor, desk: Actor
) -> None:
    link = f'href="/events/{announced}/print/"'
    assert link in text_of(Client().get(f"/events/{announced}/"))
    for reader in (director, desk):
        assert link in text_of(client_of(reader).get(f"/staff/t/{announced}/structure/"))


def test_the_way_back_is_a_page_the_reader_may_open(announced: int, desk: Actor) -> None:
    assert f'href="/events/{announced}/"' in shown(announced)
    assert f'href="/staff/t/{announced}/structure/"' in shown(announced, client_of(desk))


def test_a_missing_event_has_no_sheet_and_nothing_is_sent_to_it(announced: int) -> None:
    assert Client().get("/events/999999/print/").status_code == 404
    assert Client().post(f"/events/{announced}/print/").status_code == 405
