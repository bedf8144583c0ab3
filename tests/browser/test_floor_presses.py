"""Presses of the floor: double taps, refusals in a dialog, and previews."""

import re

import pytest
from playwright.sync_api import Page, expect

from seating.commands import bust, give_seat
from seating.models import Knockout
from tests.browser.floors import (
    act,
    centre,
    done,
    name_of,
    opened,
    places,
    proposed,
    seat_at,
    seated,
    tap_table,
    with_bounties,
)
from tests.browser.rooms import TABLET, Visit, kinds, no_barriers, toast
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import Actor
from tourney.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.processes]
PHONE = {"width": 390, "height": 844}


def name_of_gone(entry: int) -> str:
    """Return the name of the player who busts."""
    return Entry.objects.select_related("player").get(pk=entry).player.name


def tap_twice(page: Page, name: str) -> None:
    """Tap once more at the same place as soon as the page shows the result of the first tap."""
    act(page, name).scroll_into_view_if_needed()
    at = centre(act(page, name))
    page.touchscreen.tap(*at)
    expect(act(page, name)).to_have_count(0)
    page.touchscreen.tap(*at)


# --- double taps --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [TABLET, in_soak(PHONE)], ids=["tablet", "phone"])
def test_second_tap_on_out_does_not_press_a_new_button(
    visit: Visit, floor: Actor, event: int, size: dict[str, int]
) -> None:
    seated(event, 9, 1)
    entry = places(event)[1, 3]
    page = opened(visit, event, floor, 1, size=size)
    before = len(kinds(event))
    seat_at(page, 3).tap()
    tap_twice(page, "out")
    toast(page, "is out")
    expect(page.locator(".is-unmeant")).to_have_count(0)
    assert kinds(event)[before:] == ["entry.bust"]
    # The ignored control works again, and the undo in the message is the bust's.
    page.locator(".toast").get_by_role("button", name="Undo").tap()
    expect(seat_at(page, 3)).to_have_attribute("data-entry", str(entry))
    act(page, "hand").tap()
    done(event, "hand.finish")


def test_second_tap_on_out_confirms_no_arrival(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 16, 2)
    here = places(event)
    entry = max(entry for (table, _seat), entry in here.items() if table == 2)
    free = next(seat for seat in range(1, 10) if (1, seat) not in here)
    press(give_seat, event, by=floor, entry=entry, table=1, seat=free)
    page = opened(visit, event, floor, 1)
    expect(act(page, "arrived")).to_be_visible()
    before = len(kinds(event))
    seat_at(page, min(seat for table, seat in here if table == 1)).tap()
    tap_twice(page, "out")
    toast(page, "is out")
    expect(page.locator(".is-unmeant")).to_have_count(0)
    assert kinds(event)[before:] == ["entry.bust"]


@pytest.mark.soak
def test_keys_need_no_rest(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1)
    seat_at(page, 3).tap()
    # The second bust asks whether it was the same hand, before the table shows the first one.
    for key in ("x", "4", "x", "x", "h"):
        page.keyboard.press(key)
    done(event, "hand.finish")
    assert kinds(event)[-3:] == ["entry.bust", "entry.bust", "hand.finish"]


@pytest.mark.soak
def test_buttons_that_stay_can_be_pressed_repeatedly(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1)
    seat_at(page, 3).tap()
    act(page, "chips").tap()
    key = page.locator(".floor-pad").get_by_role("button", name="5", exact=True)
    key.tap()
    at = centre(key)
    for _again in range(3):
        page.touchscreen.tap(*at)
    expect(page.get_by_label("Chips", exact=True)).to_have_value("5555")


# --- busts and bounties -------------------------------------------------------------------------------------
@pytest.mark.soak
def test_marked_players_are_announced_and_the_button_names_bust_and_winner(
    visit: Visit, floor: Actor, event: int
) -> None:
    with_bounties(event)
    seated(event, 9, 1)
    here = places(event)
    out, one, other = (name_of(here[1, seat]) for seat in (2, 5, 7))
    page = opened(visit, event, floor, 1)
    seat_at(page, 2).tap()
    act(page, "knocked-out-by").tap()
    act(page, "several").tap()
    expect(seat_at(page, 5)).to_have_attribute("aria-pressed", "false")
    for seat in (5, 7):
        seat_at(page, seat).tap()
        expect(seat_at(page, seat)).to_have_attribute("aria-pressed", "true")
        expect(seat_at(page, seat)).to_contain_text("gets bounty")
    expect(seat_at(page, 2)).to_contain_text("busts")
    expect(act(page, "shared")).to_contain_text(f"Bust: {out} · bounty to {one}, {other}")
    expect(page.locator(".is-unmeant")).to_have_count(0)
    no_barriers(page)
    act(page, "shared").tap()
    done(event, "entry.bust")
    assert set(Knockout.objects.values_list("winner", flat=True)) == {here[1, 5], here[1, 7]}


@pytest.mark.soak
def test_players_busting_in_one_hand_are_marked(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    here = places(event)
    page = opened(visit, event, floor, 1)
    seat_at(page, 2).tap()
    act(page, "together").tap()
    seat_at(page, 5).tap()
    expect(seat_at(page, 5)).to_have_attribute("aria-pressed", "true")
    expect(seat_at(page, 5)).to_contain_text("busts")
    expect(seat_at(page, 6)).to_have_attribute("aria-pressed", "false")
    both = f"{name_of(here[1, 2])}, {name_of(here[1, 5])}"
    expect(page.locator(".panel-say")).to_contain_text(f"Bust in the same hand: {both}")
    expect(act(page, "stacks")).to_contain_text(f"Bust: {both}")


# --- dialogs ----------------------------------------------------------------------------------------------
@pytest.mark.soak
def test_a_break_without_room_says_so_beforehand_and_in_its_dialog_and_keeps_count(
    visit: Visit, floor: Actor, director: Actor, event: int
) -> None:
    seated(event, 16, 2)
    here = places(event)
    page = opened(visit, event, floor, 1)
    act(page, "break").tap()
    dialog = page.locator(".floor-dialog")
    expect(dialog).to_contain_text("All 8 players")
    expect(dialog).to_contain_text("7 seats are missing")
    press(bust, event, by=director, entry=min(entry for (table, _s), entry in here.items() if table == 1))
    expect(dialog).to_contain_text("All 7 players")
    expect(dialog).to_contain_text("6 seats are missing")
    dialog.get_by_role("button", name="Break now").tap()
    expect(dialog.get_by_role("alert")).to_contain_text("can’t be broken")
    expect(page.locator(".toast.is-bad")).to_have_count(0)
    no_barriers(page)
    dialog.get_by_role("button", name="Cancel").tap()
    expect(dialog).to_have_count(0)


@pytest.mark.soak
def test_the_final_table_is_drawn_only_once_that_is_confirmed(
    visit: Visit, floor: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="pokerstars_live")
    seated(event, 10, 2)
    press(bust, event, by=floor, entry=min(places(event).values()))
    page = opened(visit, event, floor)
    page.locator(".fold-danger summary").tap()
    page.locator("#final-table").tap()
    dialog = page.locator(".floor-dialog")
    expect(dialog).to_contain_text("9 players at 2 tables")
    dialog.get_by_role("button", name="Cancel").tap()
    assert "field.redraw" not in kinds(event)
    page.locator("#final-table").tap()
    dialog.get_by_role("button", name="Draw the final table now").tap()
    done(event, "field.redraw")
    assert len({table for table, _seat in places(event)}) == 1


# --- map and long names -----------------------------------------------------------------------------------
@pytest.mark.soak
def test_a_table_whose_break_is_only_proposed_is_marked_as_proposed(
    visit: Visit, floor: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="pokerstars_live")
    seated(event, 27, 3)
    here = places(event)
    for table, count in ((1, 4), (2, 4), (3, 3)):
        for seat in range(1, count + 1):
            press(bust, event, by=floor, entry=here[table, seat])
    (one,) = proposed(event)
    row = f"#map [data-table='{one.detail['table']}']"
    page = opened(visit, event, floor)
    expect(page.locator(row)).to_contain_text("Proposal")
    expect(page.locator(row)).not_to_contain_text("Breaking")
    page.get_by_role("button", name="Break").tap()
    expect(page.locator(row), "until its people sit elsewhere").to_contain_text("Breaking")


@pytest.mark.soak
@pytest.mark.parametrize("size", [TABLET, in_soak(PHONE)], ids=["tablet", "phone"])
def test_a_long_word_stays_in_its_box_and_leaves_the_undo_in_sight(
    visit: Visit, floor: Actor, event: int, size: dict[str, int]
) -> None:
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1, size=size)
    act(page, "note").tap()
    page.locator(".floor-dialog textarea").fill("x" * 200)
    page.locator(".floor-dialog").get_by_role("button", name="Save note").tap()
    expect(page.locator(".panel-note")).to_have_text(re.compile("^x+$"))
    assert page.locator(".panel-note").evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
    box = page.locator(".toast").get_by_role("button", name="Undo").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= size["width"]


@pytest.mark.soak
def test_player_moves_to_the_one_free_seat_of_a_tapped_table(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 17, 2)
    here = places(event)
    give, take = sorted((1, 2), key=lambda table: -sum(1 for at in here if at[0] == table))
    (free,) = {seat for seat in range(1, 10) if (take, seat) not in here}
    page = opened(visit, event, floor, give)
    seat_at(page, 1).tap()
    act(page, "move").tap()
    tap_table(page, take)
    expect(page.locator(".carry")).to_be_visible()
    expect(page.locator(".chair[data-target]")).to_have_count(1)
    assert "seat.give" not in kinds(event)
    seat_at(page, free).tap()
    done(event, "seat.give")
    assert Entry.objects.get(pk=here[give, 1]).pk == places(event)[take, free]


# --- hands that decide about prize money --------------------------------------------------------------------
@pytest.mark.soak
def test_the_question_of_a_tie_is_large_and_counts_on(visit: Visit, floor: Actor, event: int) -> None:
    at = seated(event, 9, 1)
    press(bust, event, by=floor, entry=at[1, 3])
    page = opened(visit, event, floor, 1)
    seat_at(page, 5).tap()
    act(page, "out").tap()
    says = page.locator(".panel-say")
    expect(says).to_contain_text(f"Same hand as {name_of_gone(at[1, 3])}")
    asked = says.inner_text()
    expect(says).not_to_have_text(asked)
    size = says.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    for name in ("same", "different", "cancel"):
        box = act(page, name).bounding_box()
        assert box is not None
        assert box["height"] >= 48
    # Larger than the other texts of the panel; still larger, it would be cut off above its answers on a tablet.
    assert size >= 19
