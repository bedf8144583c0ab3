"""The floor on a tablet, by touch: proposals, calls, moving players, the breaking order."""

import pytest
from playwright.sync_api import Page, Route, expect

from seating.commands import break_table, bust, call_floor, put_button
from seating.models import Call, Move, Plan, Proposal
from tests.browser.floors import (
    UPRIGHT,
    centre,
    done,
    drag,
    floor_of,
    free_seats,
    name_of,
    opened,
    places,
    proposed,
    seat_at,
    seated,
)
from tests.browser.rooms import TABLET, Visit, fits, kinds, no_barriers, no_barriers_in, toast
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def lose(event: int, table: int, count: int, by: Actor) -> None:
    """Bust this many players of a table, from the highest seat down."""
    here = sorted((seat, entry) for (number, seat), entry in places(event).items() if number == table)
    for _seat, entry in here[-count:]:
        press(bust, event, by=by, entry=entry)


def sizes(event: int) -> dict[int, int]:
    """Return the number of players at each table."""
    found: dict[int, int] = {}
    for table, _seat in places(event):
        found[table] = found.get(table, 0) + 1
    return found


@pytest.fixture
def breaking(make_event: MakesEvents, director: Actor) -> int:
    """Leave sixteen players at three tables of nine, so that the rulebook asks to break one of them."""
    event = make_event(book="pokerstars_live")
    seated(event, 27, 3)
    for table, count in ((1, 4), (2, 4), (3, 3)):
        lose(event, table, count, director)
    assert [one.kind for one in proposed(event)] == ["break"]
    return event


@pytest.fixture
def uneven(make_event: MakesEvents, director: Actor) -> int:
    """Seat nine against five: players move one by one from table 1 to table 2, where the button is known."""
    event = make_event(book="tda")
    seated(event, 18, 2)
    press(put_button, event, by=director, number=2, button=1)
    lose(event, 2, 4, director)
    found = proposed(event)
    assert {one.kind for one in found} >= {"balance"}
    return event


def card(page: Page, kind: str) -> None:
    """Bring the proposal of a kind to the front."""
    if page.locator(f".proposal[data-kind={kind}]").count() == 0:
        page.locator(".proposal-others button").first.tap()
    expect(page.locator(f".proposal[data-kind={kind}]")).to_be_visible()


def covers_nothing(page: Page) -> None:
    """Check that the buttons cover none of a proposal with long names and reasons, on a laptop and a phone."""
    texts = page.locator(".proposal-want, .proposal-why")
    before = [text.inner_html() for text in texts.all()]
    for text in texts.all():
        text.evaluate("(text) => { text.append(' Longname'.repeat(12)); }")
    usual = page.viewport_size
    assert usual is not None
    for size in ({"width": 1366, "height": 768}, {"width": 390, "height": 844}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.locator(".now-parts").evaluate("(parts) => parts.scrollHeight <= parts.clientHeight"), (
            size
        )
    page.set_viewport_size(usual)
    for text in texts.all():
        text.evaluate("(text) => { text.lastChild.remove(); }")
    assert [text.inner_html() for text in texts.all()] == before


# --- proposals ----------------------------------------------------------------------------------------------
def test_a_table_is_broken_from_the_proposal_and_the_players_are_ticked_off(
    visit: Visit, floor: Actor, breaking: int
) -> None:
    event = breaking
    page = opened(visit, event, floor)
    table = Proposal.objects.get(state="open").detail["table"]
    going = sizes(event)[table]
    card = page.locator(".proposal")
    expect(card).to_contain_text(f"Break table {table}")
    expect(card).to_contain_text("registration is closed")
    expect(card.locator("cite")).to_contain_text("PokerStars Live")
    page.get_by_role("button", name="Break").tap()
    toast(page, f"Broke table {table}")
    assert table not in sizes(event)
    assert Move.objects.filter(arrived_at=None).count() == going
    expect(page.locator("#moves .move")).to_have_count(going)
    expect(page.locator("#moves-count")).to_have_text(str(going))
    page.locator("#moves .move button").first.tap()
    expect(page.locator("#moves .move")).to_have_count(going - 1)
    several = page.locator("#moves .destination", has=page.get_by_role("button", name="have arrived")).first
    several.get_by_role("button", name="have arrived").tap()
    done(event, "moves.arrive")
    expect(page.locator("#moves .move")).to_have_count(Move.objects.filter(arrived_at=None).count())


@pytest.mark.soak
def test_a_broken_table_is_put_together_again_by_undo(visit: Visit, floor: Actor, breaking: int) -> None:
    before = places(breaking)
    page = opened(visit, breaking, floor)
    page.get_by_role("button", name="Break").tap()
    page.locator(".toast").get_by_role("button", name="Undo").tap()
    toast(page, "Undid #")
    assert places(breaking) == before
    expect(page.locator("#moves .move")).to_have_count(0)


def test_balancing_asks_for_the_missing_button_then_moves_the_named_player(
    visit: Visit, floor: Actor, uneven: int
) -> None:
    event = uneven
    page = opened(visit, event, floor)
    card(page, "balance")
    expect(page.locator(".proposal")).to_contain_text("Move one player from table 1 to table 2")
    expect(page.locator(".proposal-needs")).to_have_text("Set the button at table 1 first.")
    covers_nothing(page)
    page.get_by_role("button", name="Set button at table 1").tap()
    page.locator(".floor-dialog .chair[data-seat='4']").tap()
    done(event, "table.button")
    first = next(one for one in proposed(event) if one.kind == "balance" and not one.detail["needs"])
    detail = first.detail
    proposal_card = page.locator(f".proposal[data-proposal='{first.pk}']")
    expect(proposal_card).to_contain_text(f"Move {detail['name']} from table 1, seat {detail['from_seat']}")
    # Button 4, blinds 5 and 6: seat 7 is the next to pay the big blind (TDA 11).
    assert detail["from_seat"] == 7
    expect(proposal_card).to_contain_text("seat 7 pays the big blind next")
    proposal_card.get_by_role("button", name="Move as proposed").tap()
    toast(page, f"Balanced: {detail['name']}")
    assert places(event)[2, detail["to_seat"]] == detail["entry"]


@pytest.mark.soak
def test_missing_buttons_are_named_by_ascending_table_number(
    visit: Visit, floor: Actor, director: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="tda")
    seated(event, 18, 2)
    lose(event, 1, 4, director)
    (needs,) = [one.detail["needs"] for one in proposed(event) if one.kind == "balance"]
    assert needs == [2, 1]
    page = opened(visit, event, floor)
    card(page, "balance")
    expect(page.locator(".proposal-needs")).to_have_text("Set the button at tables 1 and 2 first.")
    buttons = page.locator(".proposal-acts [data-act^=button-]")
    expect(buttons).to_have_text(["Set button at table 1A", "Set button at table 2"])


@pytest.mark.soak
def test_buttons_of_a_proposal_stay_in_sight_below_a_long_reason(
    visit: Visit, floor: Actor, uneven: int
) -> None:
    page = opened(visit, uneven, floor, size={"width": 1366, "height": 900})
    card(page, "balance")
    page.locator(".proposal-why").evaluate(
        "(why) => { why.textContent = 'A reason of many words. '.repeat(60); }"
    )
    place = page.locator("#now").bounding_box()
    button = page.get_by_role("button", name="Dismiss").bounding_box()
    assert place is not None
    assert button is not None
    assert button["y"] + button["height"] <= place["y"] + place["height"]
    assert page.locator(".now-parts").evaluate("(parts) => parts.scrollHeight > parts.clientHeight")


@pytest.mark.soak
def test_different_player_and_seat_need_a_reason(visit: Visit, floor: Actor, uneven: int) -> None:
    event = uneven
    press(put_button, event, by=floor, number=1, button=4)
    first = next(one for one in proposed(event) if one.kind == "balance")
    page = opened(visit, event, floor)
    card(page, "balance")
    page.get_by_role("button", name="Choose another…").tap()
    form = page.locator(".floor-dialog")
    other = places(event)[1, 2]
    form.locator(".floor-option", has_text=name_of(other)).tap()
    form.get_by_role("button", name=f"Move to table 2, seat {first.detail['to_seat']}").tap()
    expect(form.get_by_role("alert").first).to_contain_text("Enter a reason")
    form.get_by_role("button", name="Must not sit together").tap()
    form.get_by_role("button", name=f"Move to table 2, seat {first.detail['to_seat']}").tap()
    done(event, "proposal.accept")
    assert places(event)[2, first.detail["to_seat"]] == other
    assert Proposal.objects.get(pk=first.pk).reason == "Must not sit together"


@pytest.mark.soak
def test_dismissed_proposal_disappears_and_a_second_dismissal_is_refused(
    visit: Visit, floor: Actor, director: Actor, breaking: int
) -> None:
    page = opened(visit, breaking, floor)
    late = opened(visit, breaking, director)
    held: list[Route] = []
    # Later requests of the page, for the job's progress, are no longer held.
    late.route("**/do/**", lambda route: route.continue_() if held else held.append(route))
    late.get_by_role("button", name="Break").tap()
    page.get_by_role("button", name="Dismiss").tap()
    expect(page.locator("#proposals")).to_be_hidden()
    late.wait_for_timeout(50)
    held[0].continue_()
    expect(late.locator(".toast.is-bad")).to_contain_text("This has already been dismissed")
    assert Proposal.objects.get().state == "dismissed"


# --- calls, order, settings, whole field --------------------------------------------------------------------
def test_a_call_is_answered_from_above_the_map_and_from_the_table(
    visit: Visit, floor: Actor, event: int
) -> None:
    seated(event, 18, 2)
    press(call_floor, event, by=floor, number=2, kind="floor")
    press(call_floor, event, by=floor, number=1, kind="all_in", seat=3)
    page = opened(visit, event, floor)
    expect(page.locator(".call")).to_have_count(2)
    expect(page.locator(".call", has_text="Table 1")).to_contain_text("all-in and call · Seat 3")
    page.locator(".call", has_text="Table 2").get_by_role("button", name="I’m here").tap()
    expect(page.locator(".call")).to_have_count(1)
    page.locator(".call").get_by_role("button", name="Table 1").tap()
    page.locator(".panel-calls").get_by_role("button", name="I’m here").tap()
    expect(page.locator("#calls")).to_be_hidden()
    assert Call.objects.filter(answered_at=None).count() == 0


@pytest.mark.soak
def test_the_order_of_breaking_is_changed_by_button_and_by_drag(
    visit: Visit, floor: Actor, event: int
) -> None:
    seated(event, 36, 4)
    page = opened(visit, event, floor)
    page.locator("#order-fold summary").tap()
    rows = page.locator(".order-row")
    expect(rows).to_have_count(4)
    expect(rows.nth(0)).to_contain_text("Table 4")
    rows.nth(0).get_by_role("button", name="Break table 4 later").tap()
    expect(rows.nth(0)).to_contain_text("Table 3")
    done(event, "break.order")
    rows.nth(3).locator(".order-handle").scroll_into_view_if_needed()
    handle = rows.nth(3).locator(".order-handle")
    end = centre(rows.nth(0).locator(".order-handle"))
    drag(page, centre(handle), (end[0], end[1] - 12), steps=20)
    expect(rows.nth(0)).to_contain_text("Table 1")
    until(lambda: kinds(event).count("break.order") == 2)
    expect(rows.nth(1)).to_contain_text("Table 3")


def test_automatic_moves_are_switched_on_and_off(visit: Visit, floor: Actor, event: int) -> None:
    seated(event, 18, 2)
    page = opened(visit, event, floor)
    page.locator("#settings-fold summary").tap()
    page.locator("#set-auto_balance").tap()
    until(lambda: Plan.objects.get().auto_balance)
    expect(page.locator("#set-auto_balance")).to_be_checked()
    assert not Plan.objects.get().auto_break


@pytest.mark.soak
def test_giving_order_is_drawn_if_the_book_requires_it(
    visit: Visit, floor: Actor, make_event: MakesEvents
) -> None:
    plain = make_event(book="munot", name="Munot")
    seated(plain, 9, 1)
    assert opened(visit, plain, floor).locator("#draw-giving").count() == 0
    event = make_event(book="other_poker", name="Other")
    seated(event, 20, 3, first=11)
    page = opened(visit, event, floor)
    page.locator("#settings-fold summary").tap()
    page.locator("#draw-giving").tap()
    done(event, "giving.draw")
    expect(page.locator("#giving")).to_have_text(
        " · ".join(str(n) for n in Plan.objects.get(tournament=event).giving_order)
    )


def test_the_final_table_is_drawn(visit: Visit, floor: Actor, make_event: MakesEvents) -> None:
    event = make_event(book="pokerstars_live")
    seated(event, 12, 2)
    lose(event, 1, 2, floor)
    lose(event, 2, 1, floor)
    (one,) = proposed(event)
    assert one.kind == "redraw"
    page = opened(visit, event, floor)
    expect(page.locator(".proposal")).to_contain_text("Draw the final table: 9 players")
    page.get_by_role("button", name="Draw now").tap()
    done(event, "proposal.accept")
    assert list(sizes(event).values()) == [9]


# --- permissions and looks ----------------------------------------------------------------------------------
@pytest.mark.soak
def test_dealer_is_redirected_to_the_tablet_and_desk_cannot_arrange(
    visit: Visit, dealer: Actor, desk: Actor, event: int
) -> None:
    seated(event, 9, 1)
    page = visit(floor_of(event), dealer, size=TABLET)
    assert "/dealer/" in page.url
    page = opened(visit, event, desk, 1)
    assert page.locator("#arrange").count() == 0
    expect(page.locator("#panel [data-act=state-paused]")).to_have_count(0)


@pytest.mark.soak
def test_an_event_without_tables_says_so(visit: Visit, floor: Actor, event: int) -> None:
    page = opened(visit, event, floor)
    expect(page.locator("#no-tables")).to_contain_text("no tables yet")
    settled(page)
    fits(page)


def settled(page: Page) -> None:
    """Check for barriers once newly shown buttons can be pressed again."""
    expect(page.locator(".is-fresh")).to_have_count(0)
    no_barriers(page)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "scheme"), [(TABLET, "light"), in_soak(UPRIGHT, "dark")], ids=["landscape-light", "upright-dark"]
)
def test_the_floor_has_no_barriers_and_fits(
    visit: Visit, floor: Actor, breaking: int, size: dict[str, int], scheme: str
) -> None:
    event = breaking
    table = Proposal.objects.get(state="open").detail["table"]
    press(call_floor, event, by=floor, number=1, kind="floor")
    press(break_table, event, by=floor, number=2 if table == 1 else 1, reason="Lamp broken")
    page = opened(visit, event, floor, size=size, color_scheme=scheme)
    for fold in page.locator(".side-fold summary").all():
        fold.tap()
    expect(page.locator(".move").first).to_be_visible()
    settled(page)
    fits(page)
    no_barriers_in(page, UPRIGHT, "dark")
    page.goto(page.url + f"#table-{table}")
    seat = next(seat for number, seat in sorted(places(event)) if number == table)
    seat_at(page, seat).tap()
    expect(page.locator("[data-act=out]")).to_be_visible()
    settled(page)
    fits(page)
    no_barriers_in(page, UPRIGHT, "dark")
    page.locator("[data-act=chips]").tap()
    settled(page)
    page.keyboard.press("Escape")
    page.locator("[data-act=move]").tap()
    settled(page)
    assert free_seats(event, table)
