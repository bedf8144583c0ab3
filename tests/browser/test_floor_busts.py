"""Busts other than by two taps: several in one hand, with chips, without a seat; and their print."""

import re

import pytest
from playwright.sync_api import expect

from seating.commands import arrive, bust, count_stack
from seating.models import Bust, Knockout, Move, Seat
from tests.browser.floors import (
    UPRIGHT,
    act,
    done,
    name_of,
    opened,
    places,
    proposed,
    rare_act,
    seat_at,
    seated,
    with_bounties,
)
from tests.browser.rooms import TABLET, Visit, fits, no_barriers, no_barriers_in, toast
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import Actor
from tourney.models import ChipMove, Entry

pytestmark = [pytest.mark.browser, pytest.mark.processes]


# --- several in one hand ----------------------------------------------------------------------------------
def test_two_busts_in_one_hand_ask_for_stacks_and_rank_the_smaller_lower(
    visit: Visit, floor: Actor, event: int
) -> None:
    """Five Spades 9.5: the player who started the hand with more chips ranks higher."""
    with_bounties(event)
    seated(event, 9, 1)
    here = places(event)
    page = opened(visit, event, floor, 1)
    first, second, winner = (name_of(here[1, seat]) for seat in (2, 5, 7))
    seat_at(page, 2).tap()
    act(page, "together").tap()
    expect(seat_at(page, 2)).to_be_disabled()
    seat_at(page, 5).tap()
    expect(page.locator(".panel-say")).to_contain_text(second)
    act(page, "stacks").tap()
    dialog = page.locator(".floor-dialog")
    expect(dialog).to_contain_text("9.5")
    dialog.get_by_label("Seat 2 · ").tap()
    for digit in ("9", "00", "0"):
        dialog.get_by_role("button", name=digit, exact=True).tap()
    dialog.get_by_label("Seat 5 · ").tap()
    for digit in ("4", "5", "00"):
        dialog.get_by_role("button", name=digit, exact=True).tap()
    expect(dialog).to_contain_text(f"Better place first: {first} > {second}")
    dialog.locator(".floor-option", has_text=winner).tap()
    dialog.get_by_role("button", name=f"Bust: {first}, {second} · bounty to {winner}").tap()
    done(event, "entries.bust")
    found = list(Bust.objects.order_by("pk").values_list("entry", "stack"))
    assert found == [(here[1, 5], 4_500), (here[1, 2], 9_000)]
    assert set(Knockout.objects.values_list("winner", flat=True)) == {here[1, 7]}
    expect(dialog).to_have_count(0)
    toast(page, f"{second}, {first} are out, in the same hand")
    page.locator(".toast").get_by_role("button", name="Undo").tap()
    done(event, "undo")
    for seat in (2, 5):
        expect(seat_at(page, seat)).to_have_attribute("data-entry", str(here[1, seat]))
    assert not Bust.objects.exists()


@pytest.mark.soak
@pytest.mark.parametrize("size", [TABLET, UPRIGHT], ids=["across", "upright"])
def test_form_of_busts_in_one_hand_fits_a_tablet(
    visit: Visit, floor: Actor, event: int, size: dict[str, int]
) -> None:
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1, size=size)
    seat_at(page, 2).tap()
    act(page, "together").tap()
    for seat in (5, 6):
        seat_at(page, seat).tap()
    for name in ("stacks", "cancel"):
        expect(act(page, name)).to_be_in_viewport(ratio=1)
    act(page, "stacks").tap()
    dialog = page.locator(".floor-dialog")
    for name in (re.compile("^Bust: "), "Cancel"):
        expect(dialog.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    dialog.get_by_role("button", name="Cancel").tap()
    act(page, "cancel").tap()
    # The question about a second bust has its answers in view as well.
    act(page, "out").tap()
    expect(seat_at(page, 2)).to_have_attribute("data-kind", "free")
    seat_at(page, 5).tap()
    act(page, "out").tap()
    for name in ("same", "different", "cancel"):
        expect(act(page, name)).to_be_in_viewport(ratio=1)
    question = page.locator(".panel-say")
    expect(question).to_contain_text("Same hand as")
    # However many lines the names have, the end of the question is above its answers.
    expect(question).to_be_in_viewport(ratio=1)
    assert question.evaluate(
        """(one) => one.getBoundingClientRect().bottom
            <= document.querySelector('.panel-acts .act-grid').getBoundingClientRect().top"""
    )


@pytest.mark.soak
@pytest.mark.parametrize("size", [TABLET, UPRIGHT], ids=["across", "upright"])
def test_mark_of_a_busting_player_covers_no_other_seat(
    visit: Visit, floor: Actor, event: int, size: dict[str, int]
) -> None:
    """The seat below has its number, its player and the button there."""
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1, size=size)
    seat_at(page, 1).tap()
    act(page, "together").tap()
    for seat in range(2, 10):
        seat_at(page, seat).tap()
    outside = page.locator("#panel .chair").evaluate_all(
        """(chairs) => chairs.filter((chair) => {
          const [seat, mark] = [chair, chair.querySelector(".chair-mark")].map((one) => one.getBoundingClientRect());
          return !mark.width || mark.left < seat.left || mark.right > seat.right || mark.bottom > seat.bottom;
        }).map((chair) => chair.dataset.seat)"""
    )
    assert outside == []


@pytest.mark.soak
def test_stack_is_optional_and_sent_only_as_a_number(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    here = places(event)
    page = opened(visit, event, floor, 1)
    seat_at(page, 2).tap()
    act(page, "together").tap()
    # A single player cannot bust in the same hand as another.
    expect(act(page, "cancel")).to_be_visible()
    expect(act(page, "stacks")).to_have_count(0)
    seat_at(page, 5).tap()
    act(page, "stacks").tap()
    dialog = page.locator(".floor-dialog")
    dialog.get_by_label("Seat 2 · ").fill("a lot")
    dialog.get_by_role("button", name=re.compile("^Bust: ")).tap()
    expect(dialog.get_by_role("alert").first).to_have_text("Enter a number.")
    assert not Bust.objects.exists()
    dialog.get_by_label("Seat 2 · ").fill("")
    dialog.get_by_role("button", name=re.compile("^Bust: ")).tap()
    done(event, "entries.bust")
    assert set(Bust.objects.values_list("entry", "stack")) == {(here[1, 2], None), (here[1, 5], None)}


@pytest.mark.soak
def test_player_removed_meanwhile_is_named_and_nobody_busts(visit: Visit, floor: Actor, event: int) -> None:
    """All are refused then; the form stays open and says why."""
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1)
    seat_at(page, 2).tap()
    act(page, "together").tap()
    seat_at(page, 5).tap()
    act(page, "stacks").tap()
    dialog = page.locator(".floor-dialog")
    dialog.get_by_label("Seat 2 · ").fill("100")
    dialog.get_by_label("Seat 5 · ").fill("200")
    entry = places(event)[1, 5]
    press(bust, event, by=floor, entry=entry)
    dialog.get_by_role("button", name=re.compile("^Bust: ")).tap()
    expect(dialog.get_by_role("alert").last).to_contain_text("is already out")
    expect(page.locator(".toast.is-bad")).to_have_count(0)
    expect(dialog).to_be_visible()
    assert list(Bust.objects.values_list("entry", "stack")) == [(entry, None)]


@pytest.mark.soak
def test_a_book_that_shares_the_place_asks_for_no_stack(
    visit: Visit, floor: Actor, make_event: MakesEvents
) -> None:
    """Munot 79: players who bust in one hand share the place."""
    event = make_event(book="munot")
    seated(event, 9, 1)
    page = opened(visit, event, floor, 1)
    seat_at(page, 2).tap()
    expect(act(page, "out")).to_be_visible()
    expect(act(page, "together")).to_have_count(0)


# --- busts with chips, and without a seat -------------------------------------------------------------------
@pytest.mark.soak
def test_player_is_removed_with_the_rule_shown(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    entry = places(event)[1, 3]
    name = name_of(entry)
    press(count_stack, event, by=floor, entry=entry, chips=7_900)
    page = opened(visit, event, floor, 1)
    seat_at(page, 3).tap()
    rare_act(page, "remove").tap()
    dialog = page.locator(".floor-dialog")
    expect(dialog.locator("cite")).to_contain_text("Five Spades")
    dialog.get_by_role("button", name="Cancel").tap()
    assert Entry.objects.get(pk=entry).out_at is None
    rare_act(page, "remove").tap()
    # The stack as it was counted last is proposed; a first digit replaces it.
    chips = dialog.get_by_label("Chips removed from play")
    expect(chips).to_have_value("7900")
    expect(dialog).to_contain_text("as it was counted last")
    for key in ("8", "2", "00"):
        dialog.get_by_role("button", name=key, exact=True).tap()
    expect(chips).to_have_value("8200")
    dialog.get_by_role("button", name="Remove", exact=True).tap()
    toast(page, f"Removed {name} from the tournament")
    assert Bust.objects.get(entry=entry).removed
    assert ChipMove.objects.get(entry=entry, kind="removed").chips == -8_200
    page.locator(".toast").get_by_role("button", name="Undo").tap()
    expect(seat_at(page, 3)).to_have_attribute("data-entry", str(entry))


@pytest.mark.soak
def test_elimination_and_disqualification_show_their_consequences(
    visit: Visit, floor: Actor, make_event: MakesEvents
) -> None:
    """PokerStars Live 6.9.5: ranked at that moment; 6.9.6: no prize."""
    event = make_event(book="pokerstars_live")
    seated(event, 9, 1)
    entries = [places(event)[1, seat] for seat in (3, 4)]
    page = opened(visit, event, floor, 1)
    for seat, words, rule, means in (
        (3, "Eliminated by penalty", "6.9.5", "Finishes in the place reached so far"),
        (4, "Disqualified", "6.9.6", "no prize"),
    ):
        seat_at(page, seat).tap()
        rare_act(page, "remove").tap()
        dialog = page.locator(".floor-dialog")
        dialog.locator(".floor-option", has_text=words).tap()
        expect(dialog.locator("cite")).to_contain_text(rule)
        expect(dialog).to_contain_text(means)
        dialog.get_by_role("button", name="Remove", exact=True).tap()
        expect(dialog).to_have_count(0)
        expect(seat_at(page, seat)).to_have_attribute("data-kind", "free")
    rows = [Bust.objects.get(entry=entry) for entry in entries]
    assert [(row.removed, row.penalty) for row in rows] == [(True, "eliminated"), (True, "disqualified")]


@pytest.mark.soak
def test_freeing_a_seat_keeps_its_player_in_the_event(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 9, 1)
    entry = places(event)[1, 3]
    page = opened(visit, event, floor, 1)
    seat_at(page, 3).tap()
    rare_act(page, "free").tap()
    dialog = page.locator(".floor-dialog")
    expect(dialog).to_contain_text("press “Away” instead")
    dialog.get_by_role("button", name="Unseat").tap()
    expect(seat_at(page, 3)).to_have_attribute("data-kind", "free")
    assert Entry.objects.get(pk=entry).in_play
    assert not Seat.objects.filter(entry=entry).exists()


# --- paper --------------------------------------------------------------------------------------------------
@pytest.fixture
def thin(make_event: MakesEvents, floor: Actor) -> int:
    """Leave sixteen players at three tables of nine, so that the rulebook asks to break one of them."""
    event = make_event(book="pokerstars_live")
    seated(event, 27, 3)
    here = places(event)
    for table, count in ((1, 4), (2, 4), (3, 3)):
        for seat in range(1, count + 1):
            press(bust, event, by=floor, entry=here[table, seat])
    assert [one.kind for one in proposed(event)] == ["break"]
    return event


@pytest.mark.soak
def test_after_a_break_its_list_is_a_tap_away(visit: Visit, floor: Actor, thin: int) -> None:
    page = opened(visit, thin, floor, 3)
    expect(page.locator("#moves-print")).to_be_hidden()
    act(page, "break").tap()
    page.locator(".floor-dialog").get_by_role("button", name="Break now").tap()
    done(thin, "table.break")
    page.locator("#panel header button").tap()
    batch = Move.objects.values_list("batch", flat=True).distinct().get()
    # The print opens in a new page; the floor's page stays as it is.
    with page.expect_popup() as opened_beside:
        page.get_by_role("link", name="Print the list of the last break").tap()
    sheet = opened_beside.value
    sheet.wait_for_url(f"**/moves/print/?batch={batch}")
    expect(sheet.locator(".moves-table tbody tr")).to_have_count(Move.objects.count())


@pytest.mark.soak
def test_accepted_proposal_can_be_printed_until_all_have_arrived(
    visit: Visit, floor: Actor, thin: int
) -> None:
    page = opened(visit, thin, floor)
    page.locator("#proposals [data-act=accept]").tap()
    expect(page.get_by_role("link", name="Print the list of the last break")).to_be_visible()
    everybody = page.get_by_role("link", name="Print the list", exact=True)
    expect(everybody).to_be_visible()
    for move in Move.objects.filter(arrived_at__isnull=True):
        press(arrive, thin, by=floor, move=move.pk)
    expect(page.locator("#moves .move")).to_have_count(0)
    expect(everybody).to_be_hidden()


# --- looks --------------------------------------------------------------------------------------------------
@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", in_soak("dark")])
@pytest.mark.parametrize("size", [TABLET, in_soak(UPRIGHT)], ids=["across", "upright"])
def test_its_forms_fit_a_tablet_and_have_no_barriers(
    visit: Visit, floor: Actor, event: int, size: dict[str, int], scheme: str
) -> None:
    seated(event, 12, 2)
    page = opened(visit, event, floor, 1, size=size, color_scheme=scheme)
    seats = sorted(seat for (table, seat) in places(event) if table == 1)
    seat_at(page, seats[0]).tap()
    fits(page)
    for name in ("remove", "free"):
        rare_act(page, name).tap()
        no_barriers(page)
        no_barriers_in(page, UPRIGHT, "dark", fit=False)
        page.locator(".floor-dialog").get_by_role("button", name="Cancel").tap()
    act(page, "together").tap()
    seat_at(page, seats[1]).tap()
    act(page, "stacks").tap()
    no_barriers(page)
    dialog = page.locator(".floor-dialog")
    dialog.get_by_role("button", name=re.compile("^Bust: ")).scroll_into_view_if_needed()
    assert dialog.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
