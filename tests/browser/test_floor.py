"""The floor on a tablet, by touch: one table and its players."""

import re

import pytest
from playwright.sync_api import expect

from clock.commands.clock import start
from seating.commands import bust, close_seat, put_button
from seating.models import Knockout, Seat, TournamentTable
from tests.browser.floors import (
    UPRIGHT,
    act,
    centre,
    done,
    drag,
    first_at,
    free_seats,
    name_of,
    on_map,
    opened,
    places,
    rare_act,
    seat_at,
    seated,
    tap_table,
    with_bounties,
)
from tests.browser.rooms import TABLET, Visit, kinds, toast
from tests.examples import in_soak
from tests.fixtures.room import press
from tourney.access.roles import Actor
from tourney.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.processes]


# --- busts ------------------------------------------------------------------------------------------------
def test_two_taps_bust_a_player_and_a_third_undoes_it(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 18, 2)
    seat, entry = first_at(event, 1)
    name = name_of(entry)
    page = opened(visit, event, floor, 1)
    seat_at(page, seat).tap()
    act(page, "out").tap()
    toast(page, f"{name} is out")
    expect(seat_at(page, seat)).to_have_attribute("data-kind", "free")
    assert Entry.objects.get(pk=entry).out_at is not None
    page.locator(".toast").get_by_role("button", name="Undo").tap()
    expect(seat_at(page, seat)).to_have_attribute("data-entry", str(entry))
    assert places(event)[1, seat] == entry


def test_tables_play_only_once_the_clock_has_started(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    page = opened(visit, event, floor)
    table = page.locator("#map [data-table='1']")
    expect(table).to_have_accessible_name(re.compile("Not started yet"))
    press(start, event, by=floor)
    expect(table).to_have_accessible_name(re.compile("Playing"))


@pytest.mark.soak
def test_third_tap_records_who_won_the_chips(visit: Visit, floor: Actor, event: int) -> None:
    with_bounties(event)
    seated(event, 9, 1)
    here = places(event)
    page = opened(visit, event, floor, 1)
    seat_at(page, 2).tap()
    act(page, "knocked-out-by").tap()
    expect(seat_at(page, 2)).to_be_disabled()
    seat_at(page, 5).tap()
    done(event, "entry.bust")
    assert list(Knockout.objects.values_list("bust__entry", "winner")) == [(here[1, 2], here[1, 5])]


@pytest.mark.soak
def test_several_winners_of_the_chips_are_marked_before_sending(
    visit: Visit, floor: Actor, event: int
) -> None:
    with_bounties(event)
    seated(event, 9, 1)
    here = places(event)
    page = opened(visit, event, floor, 1)
    seat_at(page, 2).tap()
    act(page, "knocked-out-by").tap()
    act(page, "several").tap()
    seat_at(page, 5).tap()
    seat_at(page, 7).tap()
    act(page, "shared").tap()
    done(event, "entry.bust")
    assert set(Knockout.objects.values_list("winner", flat=True)) == {here[1, 5], here[1, 7]}


@pytest.mark.soak
def test_player_removed_by_mistake_is_restored_from_a_free_seat(
    visit: Visit, floor: Actor, event: int
) -> None:
    seated(event, 9, 1)
    entry = places(event)[1, 3]
    name = name_of(entry)
    press(bust, event, by=floor, entry=entry)
    page = opened(visit, event, floor, 1)
    seat_at(page, 3).tap()
    act(page, "seat").tap()
    expect(page.locator(".floor-dialog")).to_contain_text("All players have a seat")
    page.locator(".floor-dialog").get_by_role("button", name=name).tap()
    done(event, "entry.reinstate")
    assert places(event)[1, 3] == entry


# --- moves --------------------------------------------------------------------------------------------------
def test_player_is_moved_by_taps_to_a_seat_of_another_table(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 16, 2)
    seat, entry = first_at(event, 1)
    free = free_seats(event, 2)[0]
    page = opened(visit, event, floor, 1)
    page.set_viewport_size({"width": 1366, "height": 768})
    seat_at(page, seat).tap()
    page.locator("#panel").evaluate("panel => { panel.scrollTop = panel.scrollHeight }")
    act(page, "move").tap()
    expect(page.locator(".carry")).to_contain_text(f"Moving {name_of(entry)}")
    # The banner of the player being moved is above the seats, not on them.
    banner = page.locator(".panel-carry").bounding_box()
    tops = page.locator(".chair").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert banner
    assert banner["y"] + banner["height"] <= min(tops)
    page.set_viewport_size(TABLET)
    tap_table(page, 2)
    seat_at(page, free).tap()
    toast(page, f"table 2, seat {free}")
    assert places(event)[2, free] == entry
    expect(page.locator(".carry")).to_have_count(0)


@pytest.mark.soak
def test_player_is_dragged_onto_a_free_seat(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 8, 1)
    seat, entry = first_at(event, 1)
    free = free_seats(event, 1)[0]
    page = opened(visit, event, floor, 1)
    drag(page, centre(seat_at(page, seat)), centre(seat_at(page, free)))
    expect(seat_at(page, free)).to_have_attribute("data-entry", str(entry))
    assert places(event)[1, free] == entry
    # Lifting the finger selects no player.
    assert page.locator(".chair[aria-pressed=true]").count() == 0


@pytest.mark.parametrize("people", [14, in_soak(16)], ids=["two free seats", "one free seat"])
def test_a_player_is_dragged_onto_a_table_of_the_map(
    visit: Visit, floor: Actor, event: int, people: int
) -> None:
    seated(event, people, 2)
    give, take = sorted((1, 2), key=lambda table: len(free_seats(event, table)))
    seat, entry = first_at(event, give)
    free = free_seats(event, take)
    page = opened(visit, event, floor, give)
    drag(page, centre(seat_at(page, seat)), on_map(page, take), steps=14)
    expect(page.locator("#panel-title")).to_have_text(f"Table {take}")
    # A tap on a table moves no player, even if it has only one free seat.
    expect(page.locator(".carry")).to_contain_text("another table and a seat there")
    assert "seat.give" not in kinds(event)
    # The browser does not treat a touch right after a swipe as a tap.
    seat_at(page, free[-1]).click()
    done(event, "seat.give")
    assert places(event)[take, free[-1]] == entry


def test_two_players_swap(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 18, 2)
    here = places(event)
    page = opened(visit, event, floor, 1)
    seat_at(page, 1).tap()
    act(page, "swap").tap()
    seat_at(page, 4).tap()
    done(event, "seat.swap")
    assert (places(event)[1, 4], places(event)[1, 1]) == (here[1, 1], here[1, 4])


@pytest.mark.soak
def test_seat_is_assigned_by_numbers_and_a_refusal_is_shown(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 17, 2)
    give, take = sorted((1, 2), key=lambda table: len(free_seats(event, table)))
    seat, entry = first_at(event, give)
    taken, (free,) = first_at(event, take)[0], free_seats(event, take)
    page = opened(visit, event, floor, give)
    seat_at(page, seat).tap()
    rare_act(page, "give").tap()
    form = page.locator(".floor-dialog")
    form.get_by_label("Table", exact=True).fill(str(take))
    form.get_by_label("Seat", exact=True).fill(str(taken))
    form.get_by_role("button", name=f"Move to table {take}, seat {taken}").tap()
    expect(form.get_by_role("alert")).to_contain_text(f"is seated at table {take}")
    expect(page.locator(".toast.is-bad")).to_have_count(0)
    form.get_by_label("Seat", exact=True).fill(str(free))
    form.get_by_role("button", name=f"Move to table {take}, seat {free}").tap()
    done(event, "seat.give")
    assert places(event)[take, free] == entry


@pytest.mark.soak
def test_wrong_seat_is_resolved_with_the_books_rule_in_sight(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1)
    seat_at(page, 1).tap()
    rare_act(page, "wrong").tap()
    form = page.locator(".floor-dialog")
    expect(form.locator(".book-says")).to_be_visible()
    form.get_by_label("Seat", exact=True).fill("2")
    form.get_by_role("button", name="Fix seat").tap()
    done(event, "seat.put_right")


# --- other records ------------------------------------------------------------------------------------------
@pytest.mark.soak
def test_chips_are_counted_on_the_pad_and_absence_is_toggled(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    entry = places(event)[1, 3]
    page = opened(visit, event, floor, 1)
    seat_at(page, 3).tap()
    act(page, "chips").tap()
    for key in ("1", "2", "5", "00"):
        page.locator(".floor-pad").get_by_role("button", name=key, exact=True).tap()
    page.locator(".floor-dialog").get_by_role("button", name="Count chips").tap()
    expect(seat_at(page, 3)).to_contain_text("12,500")
    assert Seat.objects.get(entry=entry).stack == 12_500
    act(page, "away").tap()
    expect(seat_at(page, 3)).to_have_attribute("data-away", "")
    expect(act(page, "away")).to_contain_text("Back")
    act(page, "away").tap()
    expect(seat_at(page, 3)).not_to_have_attribute("data-away", "")
    assert kinds(event)[-2:] == ["seat.absent", "seat.back"]


@pytest.mark.soak
def test_the_button_is_put_and_hands_move_it(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    press(start, event, by=floor)
    page = opened(visit, event, floor, 1)
    act(page, "button").tap()
    seat_at(page, 8).tap()
    expect(seat_at(page, 8).locator("[data-disc=button]")).to_have_text("D")
    expect(seat_at(page, 1).locator("[data-disc=big]")).to_have_text("BB")
    expect(page.locator(".panel-say")).to_contain_text("Seat 2 pays the big blind next")
    act(page, "hand").tap()
    expect(seat_at(page, 9).locator("[data-disc=button]")).to_have_text("D")
    # The map counts the same hand as the table.
    expect(page.locator(".oval-note")).to_have_text("Hand 2")
    expect(page.locator("#map [data-table='1']")).to_contain_text("Hand 2")
    tournament_table = TournamentTable.objects.get()
    assert (
        tournament_table.button,
        tournament_table.small_blind,
        tournament_table.big_blind,
        tournament_table.hands,
    ) == (9, 1, 2, 1)


@pytest.mark.soak
def test_seats_close_and_open_and_a_table_gets_a_note_and_halts(
    visit: Visit, floor: Actor, event: int
) -> None:
    seated(event, 8, 1)
    free = free_seats(event, 1)[0]
    page = opened(visit, event, floor, 1)
    seat_at(page, free).tap()
    act(page, "close").tap()
    expect(seat_at(page, free)).to_have_attribute("data-kind", "closed")
    act(page, "open").tap()
    expect(seat_at(page, free)).to_have_attribute("data-kind", "free")
    seat_at(page, free).tap()
    act(page, "note").tap()
    page.locator(".floor-dialog textarea").fill("Chair 3 wobbles")
    page.locator(".floor-dialog").get_by_role("button", name="Save note").tap()
    expect(page.locator(".panel-note")).to_have_text("Chair 3 wobbles")
    act(page, "halt").tap()
    expect(page.locator("#panel .badge")).to_have_text("Halted")
    expect(page.locator(".panel-last")).to_contain_text("flo")
    act(page, "halt").tap()
    expect(page.locator("#panel .badge")).to_be_hidden()


# --- keyboard, both orientations ----------------------------------------------------------------------------
@pytest.mark.soak
def test_a_bust_by_keys(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    entry = places(event)[1, 4]
    page = opened(visit, event, floor)
    page.keyboard.press("ArrowRight")
    expect(seat_at(page, 4)).to_be_visible()
    page.keyboard.press("4")
    expect(seat_at(page, 4)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("x")
    done(event, "entry.bust")
    assert Entry.objects.get(pk=entry).out_at is not None
    expect(page.locator("#lines")).to_contain_text("is out")
    page.keyboard.press("u")
    done(event, "undo")
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()


@pytest.mark.soak
def test_upright_the_table_is_a_sheet_over_the_map(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 16, 2)
    press(put_button, event, by=floor, number=1, button=first_at(event, 1)[0])
    give, take = 1, 2
    seat, entry = first_at(event, give)
    free = free_seats(event, take)[0]
    page = opened(visit, event, floor, give, size=UPRIGHT)
    seat_at(page, seat).tap()
    act(page, "move").tap()
    page.get_by_role("button", name="Back to the map").tap()
    expect(page.locator("#panel")).to_be_hidden()
    expect(page.locator("#carry")).to_contain_text("Moving")
    expect(page.locator(".is-unmeant")).to_have_count(0)
    page.locator("#map").scroll_into_view_if_needed()
    tap_table(page, take)
    seat_at(page, free).tap()
    done(event, "seat.give")
    assert places(event)[take, free] == entry


@pytest.mark.soak
def test_closed_seat_is_not_a_move_target(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 7, 1)
    closed, free = free_seats(event, 1)[:2]
    press(close_seat, event, by=floor, table=1, seat=closed)
    page = opened(visit, event, floor, 1)
    seat_at(page, first_at(event, 1)[0]).tap()
    act(page, "move").tap()
    expect(seat_at(page, closed)).to_be_disabled()
    expect(seat_at(page, free)).to_be_enabled()
