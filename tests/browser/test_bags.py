"""Two floor people bag twelve tables at once: each sees what the other has sealed and handed in."""

import re

import pytest
from playwright.sync_api import expect

from procedures.commands.bag_openings import open_table
from procedures.commands.bags import hand_in, seal_table
from procedures.commands.event_days import close_day
from procedures.commands.stack_counts import count_table, open_count
from stages.commands.advance import advance_players
from tests.browser.floors import floor_of
from tests.browser.rooms import PHONE, Visit, no_barriers, no_barriers_in, remote_of
from tests.browser.tablets import opened, two_tables
from tests.desk.tills import drawer
from tests.fixtures.room import MakesEvents, press
from tests.seating.seating_scenes import seated
from tests.stages.stage_scenes import flights, in_bags, people, seat_everybody
from tourney.access.roles import Actor
from tourney.commands import set_field
from tourney.now import room_now, to_ms

pytestmark = [pytest.mark.browser, pytest.mark.processes]

TABLES = range(1, 13)
SEATS = (2, 5, 7)
NONE_YET = dict.fromkeys(("counted", "sealed", "handed_in", "opened"), 0)
BAGGING = {"phase": "bagging", "day": 1, "stacks": 6, "tables": [], **NONE_YET}
# The steps that are ticked or current: first while only the bags are known, then with the clock.
STEPS = """async ([bags, clock]) => {
  const { Bags } = await import("/static/floor/bags.js");
  const own = Object.assign(document.createElement("div"), { id: "day-steps" });
  document.getElementById("day-steps").before(own);
  // The other places stay those of the page.
  const others = [...document.querySelectorAll("#bag-difference, #bag-tables, #bag-panel, #next-draw")];
  const ids = others.map(({ id }) => id);
  for (const one of others) one.id = "";
  const boards = { bags };
  const services = { config: bags, time: { at: () => null }, commands: new EventTarget() };
  const words = { say: (key) => key, language: "en" };
  const page = new Bags(services, words, { board: (name) => boards[name] });
  others.forEach((one, at) => { one.id = ids[at]; });
  const shown = async () => {
    page.update();
    await new Promise((done) => setTimeout(done, 100));
    const marked = own.querySelectorAll(":is(.is-done, [aria-current]) strong");
    return [...marked].map((one) => one.textContent).join();
  };
  const found = [await shown()];
  boards.clock = clock;
  found.push(await shown());
  own.remove();
  return found;
}"""


def test_two_floor_people_bag_twelve_tables_and_begin_the_next_day(
    visit: Visit, make_event: MakesEvents, floor: Actor, director: Actor
) -> None:
    event = make_event(book="pokerstars_live")
    count = len(TABLES) * len(SEATS)
    press(set_field, event, by=director, entries=count, left=count)
    seated(event, dict.fromkeys(TABLES, SEATS))
    press(open_count, event, by=director, occasion="day_end")
    for number in TABLES[1:]:
        stacks = [{"seat": seat, "chips": 10_000} for seat in SEATS]
        press(count_table, event, by=director, number=number, stacks=stacks)
    for number in TABLES[2:]:
        press(seal_table, event, by=floor, number=number)
        press(hand_in, event, by=floor, number=number)
    path = f"/staff/t/{event}/counts/"
    one, other = visit(f"{path}?table=1", floor), visit(f"{path}?table=2", director, has_touch=True)
    # One counts table 1 while the other seals table 2.
    for seat, chips in zip(SEATS, ("9000", "13000", "8000"), strict=True):
        one.locator(f"#seat-{seat}").fill(chips)
    # Nothing is ticked before the clock is known.
    assert one.evaluate(STEPS, [BAGGING, {"clock": {"running": True}}]) == ["", "bags.step_hands"]
    other.get_by_role("button", name="Seal all bags (3)").click()
    expect(other.locator(".bag-done")).to_have_text(
        re.compile("Sealed 3 bags at table 2\\..*Undo", re.DOTALL)
    )
    expect(other.get_by_role("button", name="Hand in all bags (3)")).to_be_visible()
    one.locator("#seat-7").press("Enter")
    expect(one.locator("#table-title")).to_have_text("Table 1")
    expect(one.locator(".count-tables a").nth(1)).to_contain_text("3")
    one.locator(".bag").first.get_by_role("button", name="Seal", exact=True).click()
    expect(one.locator(".bag").first).to_contain_text("sealed")
    no_barriers(one)
    one.get_by_role("button", name="Seal all bags (2)").click()
    one.get_by_role("button", name="Hand in all bags (3)").click()
    expect(other.locator(".count-tables a").first).to_contain_text("all handed in")
    # Both hand in a bag of table 2; the second is told who was faster.
    other.locator(".bag").first.get_by_role("button", name="Hand in").click()
    expect(other.locator(".bag").first).to_contain_text("handed in")
    one.goto(one.url.replace("table=1", ""))
    one.locator("#bag").fill("202")
    one.locator("#bag").press("Enter")
    expect(one.locator(".form-errors")).to_contain_text("bag 202 was handed in to")
    other.get_by_role("button", name="Hand in all bags (2)").click()
    expect(one.locator(".day-steps [aria-current]")).to_contain_text("Close the day")
    no_barriers_in(one, PHONE, "dark")
    one.locator("#next-start").fill("2030-11-28T12:00")
    one.get_by_role("button", name="Close the day").click()
    expect(other.locator("#count-state")).to_contain_text("Reload the page")
    expect(one.locator("#event-strip")).to_contain_text("12:00")
    expect(one.locator("#event-strip .badge")).to_have_text("Day 1 is over")
    one.get_by_role("button", name="Draw all seats").click()
    expect(one.get_by_role("link", name="Print seat slips")).to_be_visible()
    # Drawn seats are drawn again only after a question, and never once bags are open.
    one.get_by_role("button", name="Draw all seats").click()
    expect(one.get_by_role("button", name="Draw all seats again")).to_be_visible()
    expect(one.locator("#next-draw")).to_contain_text("The seats of day 2 are drawn. Draw again?")
    one.locator(".count-tables a").first.click()
    # Text that is not a number opens nothing; the field is not replaced while someone types.
    row = one.locator(".bag").first
    row.locator("input").press_sequentially("1e3")
    expect(row).to_contain_text("Write the chips in digits, such as 12,500.")
    expect(row.get_by_role("button", name="Open", exact=True)).to_have_count(0)
    expect(one.get_by_role("button", name="All as on the slips")).to_have_count(0)
    one.locator(".bag input").first.fill("9500")
    one.locator(".bag").first.get_by_role("button", name="Open", exact=True).click()
    # The refusal stands at the row, with the field for the reason; the other bags can be opened at once.
    expect(row.locator(".error")).to_contain_text("enter a reason to accept the difference")
    expect(one.locator(".toast")).to_have_count(0)
    no_barriers_in(one, PHONE, "light")
    one.get_by_role("button", name="The others as on the slips: open 8").click()
    expect(one.locator(".bag.is-opened")).to_have_count(8)
    expect(row).to_contain_text("handed in")
    row.get_by_label("Reason for the difference").fill("A 500 was lost")
    row.get_by_role("button", name="Open", exact=True).click()
    expect(row).to_contain_text("opened")
    expect(one.locator(".bag-done")).to_contain_text("Opened bag ")
    expect(one.locator(".bag-done")).to_contain_text("Next: table 2.")
    expect(one.locator("#next-draw")).to_contain_text("the seats can’t be redrawn")
    one.get_by_role("button", name="Start day 2").click()
    one.get_by_role("button", name="Start day 2, absent: 27").click()
    expect(one.locator("main")).to_contain_text("Day 2 has begun")
    expect(one.locator(".count-tables a.is-done")).to_have_count(1)


def test_a_dealer_counts_and_seals_at_the_table_and_opens_the_bags_next_day(
    visit: Visit, make_event: MakesEvents, dealer: Actor, director: Actor
) -> None:
    event = make_event(book="pokerstars_live")
    places = two_tables(event)
    press(set_field, event, by=director, entries=len(places), left=len(places))
    press(open_count, event, by=director, occasion="day_end")
    page = opened(visit, event, dealer)
    # The last hand may still be played: the seats stay until the dealer says that it is over.
    expect(page.locator("#ring")).to_be_visible()
    page.locator("#bags-open").tap()
    fields = page.locator("#bags input")
    page.locator("#bags-main").tap()
    expect(fields.first).to_be_focused()
    for seat in range(fields.count()):
        fields.nth(seat).fill("10000")
    expect(page.locator("#bags-main")).to_have_text("Save the stacks: 60,000")
    no_barriers(page)
    page.locator("#bags-main").tap()
    expect(page.locator("#bags-main")).to_have_text("Seal all bags (6)")
    page.locator("#bags-main").tap()
    expect(page.locator("#bags")).to_contain_text("The floor collects the bags.")
    press(count_table, event, by=director, number=7, stacks=[{"seat": s, "chips": 10_000} for s in (2, 5)])
    press(seal_table, event, by=director, number=7)
    for number in (3, 7):
        press(hand_in, event, by=director, number=number)
    expect(page.locator("#bags")).to_contain_text("All bags are handed in.")
    tomorrow = (to_ms(room_now()) or 0) + 20 * 3_600_000
    press(close_day, event, by=director, seats="kept", next_start=tomorrow)
    expect(page.locator("#bags-main")).to_have_text("All as on the slips: open all bags (6)")
    # Between the days the seats tell when the next one starts, and no hands are played.
    page.locator('#bags [data-act="to-the-seats"]').tap()
    expect(page.locator('[data-part="day-over"]')).to_have_text("Day 1 is over")
    expect(page.locator('[data-part="next-day"]')).to_contain_text("Day 2 starts")
    expect(page.locator('#hand-over, [data-call="all_in"], [data-call="time"]')).to_have_count(0)
    expect(page.locator('[data-call="floor"]')).to_be_visible()
    page.locator("#bags-open").tap()
    page.locator("#bags input").first.fill("abc")
    expect(page.locator("#bags li").first.get_by_role("button", name="Open")).to_be_disabled()
    page.locator("#bags input").first.fill("9000")
    page.locator("#bags li").first.get_by_role("button", name="Open").tap()
    expect(page.locator(".toast.is-bad")).to_contain_text("9,000 chips were counted, but the slip")
    expect(page.locator("#bags-main")).to_have_text("The others as on the slips: open 5")
    # The floor accepts the difference in the bag of another seat: its row has the chips found, not those on the slip.
    found = {"seats": [2], "stacks": [{"seat": 2, "chips": 9_500}], "reason": "counted twice"}
    press(open_table, event, by=director, number=3, **found)
    expect(page.locator("#bags-main")).to_have_text("The others as on the slips: open 4")
    expect(page.locator("#bags li").nth(1).locator(".figures").last).to_have_text("9,500")
    page.locator("#bags input").first.fill("")
    no_barriers_in(page, PHONE, "dark")
    page.locator("#bags-main").tap()
    expect(page.locator("#ring")).to_be_visible()


def test_start_of_a_later_day_asks_while_bags_are_closed(
    visit: Visit, make_event: MakesEvents, director: Actor
) -> None:
    drawer(director)
    found = flights(make_event)
    for label, table, name in (("1A", 1, "Anna"), ("1B", 2, "Bert")):
        in_bags(found[label], director, table, dict.fromkeys(people(name), 10_000))
    press(advance_players, found["2"], by=director)
    seat_everybody(found["2"], [3])
    table = visit(floor_of(found["2"]), director)
    expect(table.locator("#bags-closed")).to_contain_text("2 bags are closed at their tables.")
    # There is something to do, so the floor does not say that there is nothing.
    expect(table.locator(".now-none")).to_be_hidden()
    page = visit(remote_of(found["2"]), director)
    page.locator("#main-press").click()
    asked = page.locator(".toast.is-bad")
    expect(asked).to_contain_text("2 bags are closed: table 3, seats ")
    asked.get_by_role("link", name="Open the bags").click()
    expect(page).to_have_url(re.compile(rf"/staff/t/{found['2']}/counts/$"))
    expect(page.locator("#bag-tables")).to_be_visible()
    page.go_back()
    page.locator("#main-press").click()
    page.get_by_role("button", name="Start anyway").click()
    expect(page.locator('#remote[data-state="running"]')).to_be_visible()
