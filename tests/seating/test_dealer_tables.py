"""A dealer's login or tablet works at its own tables: it takes the first, the floor assigns the others."""

from collections.abc import Callable

import pytest

from seating.commands import (
    answer_call,
    arrive,
    assign_tables,
    break_table,
    bust,
    call_floor,
    count_stack,
    finish_hand,
    note_bust,
    take_table,
)
from seating.models import DealerTable, Move
from tests.api.caller import token_for
from tests.fixtures.room import press, refusal
from tests.seating.people import register_entries
from tests.seating.seating_scenes import Places, button, seated
from tests.web.visitors import client_of, send, text_of
from tourney.access.roles import Actor, Permission, Role
from tourney.journal.commands import COMMANDS, command
from tourney.models import JournalEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(event: int) -> Places:
    """Seat players at tables of four and two."""
    found = seated(event, {3: (1, 2, 5, 9), 7: (2, 4)})
    button(event, t3=1, t7=2)
    return found


@pytest.fixture
def new_dealer(person: Callable[..., Actor]) -> Actor:
    """Create a dealer login without a table."""
    return person("dana", Role.DEALER, ())


@pytest.fixture
def at_three(person: Callable[..., Actor]) -> Actor:
    """Create a dealer who works at table 3."""
    return person("dan", Role.DEALER, (3,))


def test_every_command_of_dealers_names_its_table() -> None:
    assert [
        one.kind for one in COMMANDS.values() if one.permission is Permission.DEAL and one.check is None
    ] == []
    with pytest.raises(ValueError, match="needs a check"):
        command("table.example", permission=Permission.DEAL, summary="")(lambda tx: None)


def test_a_dealer_works_at_the_own_table_and_at_no_other(event: int, at: Places, at_three: Actor) -> None:
    press(finish_hand, event, by=at_three, number=3, hand=1)
    press(count_stack, event, by=at_three, entry=at[3, 5], chips=4_000)
    press(bust, event, by=at_three, entry=at[3, 9])
    # The player without a seat busted at this table.
    press(note_bust, event, by=at_three, entry=at[3, 9], stack=100)
    for made, given in (
        (finish_hand, {"number": 7, "hand": 1}),
        (count_stack, {"entry": at[7, 2], "chips": 4_000}),
        (bust, {"entry": at[7, 4]}),
        (call_floor, {"number": 7, "kind": "floor"}),
    ):
        refused = refusal(made, event, by=at_three, **given)
        assert (refused.code, refused.message) == (
            "other_table",
            "This login works at table 3, not at table 7. The floor can change that.",
        )


def test_players_without_a_seat_are_no_dealers_business(event: int, at: Places, at_three: Actor) -> None:
    (unseated,) = register_entries(event, 1)
    refused = refusal(bust, event, by=at_three, entry=unseated)
    assert (refused.code, refused.message) == ("other_table", "This player isn’t at a table. Ask the floor.")


def test_dealer_cannot_give_chips_to_a_player_of_another_table(
    event: int, at: Places, at_three: Actor, floor: Actor
) -> None:
    elsewhere = {"knocked_out_by": [at[7, 2]]}
    assert refusal(bust, event, by=at_three, entry=at[3, 9], **elsewhere).code == "other_table"
    press(bust, event, by=at_three, entry=at[3, 9], knocked_out_by=[at[3, 1]])
    assert refusal(note_bust, event, by=at_three, entry=at[3, 9], **elsewhere).code == "other_table"
    press(note_bust, event, by=floor, entry=at[3, 9], **elsewhere)


def test_a_call_of_another_table_is_answered_by_that_table_or_the_floor(
    event: int, at: Places, at_three: Actor, floor: Actor
) -> None:
    call = press(call_floor, event, by=floor, number=7, kind="floor").answer
    assert call is not None
    assert refusal(answer_call, event, by=at_three, call=call["call"]).code == "other_table"
    press(answer_call, event, by=floor, call=call["call"])


def test_moves_of_a_broken_table_are_confirmed_at_either_table(
    event: int, at: Places, floor: Actor, person: Callable[..., Actor]
) -> None:
    press(break_table, event, by=floor, number=7)
    first, second = Move.objects.filter(tournament=event).values_list("pk", flat=True)
    elsewhere = person("dirk", Role.DEALER, (5,))
    assert refusal(arrive, event, by=elsewhere, move=first).code == "other_table"
    press(arrive, event, by=person("dora7", Role.DEALER, (7,)), move=first)
    press(arrive, event, by=person("dora3", Role.DEALER, (3,)), move=second)


def test_dealer_login_must_take_a_table_first(event: int, at: Places, new_dealer: Actor) -> None:
    assert refusal(finish_hand, event, by=new_dealer, number=3, hand=1).code == "no_table"
    press(take_table, by=new_dealer, number=3)
    press(finish_hand, event, by=new_dealer, number=3, hand=1)
    refused = refusal(take_table, by=new_dealer, number=7)
    assert refused.code == "has_a_table"
    assert JournalEntry.journal(None).filter(kind="dealer.take_table").count() == 1


@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.FLOOR, Role.DESK])
def test_staff_who_seat_players_work_at_every_table(
    event: int, at: Places, person: Callable[..., Actor], role: Role
) -> None:
    somebody = person("sam", role)
    press(finish_hand, event, by=somebody, number=7, hand=1)
    assert refusal(take_table, by=somebody, number=7).code == "not_bound"


def test_the_floor_assigns_other_tables_and_releases_them(
    event: int, at: Places, at_three: Actor, floor: Actor
) -> None:
    user = int(at_three.key.removeprefix("user:"))
    press(assign_tables, by=floor, user=user, tables=[7, 8, 9])
    press(finish_hand, event, by=at_three, number=7, hand=1)
    assert (
        "works at table 7–9, not at table 3"
        in refusal(finish_hand, event, by=at_three, number=3, hand=1).message
    )
    press(assign_tables, by=floor, user=user, tables=[])
    assert refusal(finish_hand, event, by=at_three, number=7, hand=2).code == "no_table"


def test_dealer_cannot_assign_and_only_dealers_are_assigned(
    at_three: Actor, floor: Actor, desk: Actor
) -> None:
    user = int(at_three.key.removeprefix("user:"))
    assert refusal(assign_tables, by=at_three, user=user, tables=[7]).code == "not_allowed"
    clerk = int(desk.key.removeprefix("user:"))
    assert refusal(assign_tables, by=floor, user=clerk, tables=[7]).code == "not_bound"
    assert refusal(assign_tables, by=floor, tables=[7]).code == "bad_argument"


def test_a_tablet_with_a_token_is_bound_too(event: int, at: Places, floor: Actor) -> None:
    number, _secret = token_for(Role.DEALER, ())
    tablet = Actor(f"token:{number}", "Tablet", Role.DEALER)
    assert refusal(call_floor, event, by=tablet, number=3, kind="floor").code == "no_table"
    press(assign_tables, by=floor, token=number, tables=[3])
    press(call_floor, event, by=tablet, number=3, kind="floor")
    assert refusal(call_floor, event, by=tablet, number=7, kind="floor").code == "other_table"


def test_two_presses_at_once_take_one_table(new_dealer: Actor) -> None:
    press(take_table, by=new_dealer, number=3)
    assert refusal(take_table, by=new_dealer, number=3).code == "has_a_table"
    assert list(DealerTable.objects.values_list("number", flat=True)) == [3]


# --- pages --------------------------------------------------------------------------------------------------------
def test_dealer_takes_their_first_table_on_the_tablet(event: int, at: Places, new_dealer: Actor) -> None:
    tablet = client_of(new_dealer)
    home = f"/staff/t/{event}/dealer/"
    shown = text_of(tablet.get(home))
    assert 'name="number" value="3"' in shown
    assert 'href="/staff/t/' not in shown.partition("dealer-tables")[2].partition("</main>")[0]
    assert send(tablet, home, number="3")["Location"] == f"{home}3/"
    assert tablet.get(f"{home}3/").status_code == 200
    shown = text_of(tablet.get(home))
    assert f'href="{home}3/"' in shown
    assert "Table 7" not in shown


def test_another_table_is_not_shown_on_the_tablet(event: int, at: Places, at_three: Actor) -> None:
    tablet = client_of(at_three)
    home = f"/staff/t/{event}/dealer/"
    assert tablet.get(f"{home}7/")["Location"] == home
    assert tablet.get(f"/live/t{event}/table/7/").status_code == 403
    assert tablet.get(f"/live/t{event}/table/3/").status_code == 200
    assert send(tablet, home, number="7").status_code == 422


def test_a_table_on_the_floors_page_is_read_by_its_own_dealer(
    event: int, at: Places, at_three: Actor, floor: Actor
) -> None:
    address = f"/live/t{event}/table/{{}}/"
    assert client_of(at_three).get(address.format(3)).json()["boards"]["table"]["number"] == 3
    assert client_of(at_three).get(address.format(7)).status_code == 403
    assert client_of(floor).get(address.format(7)).json()["boards"]["table"]["number"] == 7


def test_the_floor_assigns_tables_on_the_page_of_dealers(at_three: Actor, floor: Actor) -> None:
    page = client_of(floor)
    shown = text_of(page.get("/staff/dealers/"))
    assert 'value="3"' in shown
    assert (
        send(page, "/staff/dealers/", what="assign", login=at_three.key, tables="7-9, 12").status_code == 302
    )
    assert 'value="7–9, 12"' in text_of(page.get("/staff/dealers/"))
    for wrong in (
        {"tables": "seven"},
        {"tables": "7", "login": "user:²"},
        {"tables": "7", "login": "system:1"},
    ):
        answer = send(page, "/staff/dealers/", **{"what": "assign", "login": at_three.key, **wrong})
        assert answer.status_code == 422, wrong
