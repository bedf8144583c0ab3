"""“Watch a tournament” on the staff's start page: its buttons, and with a whole room that it plays and stops."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from simulation.commands.demos import begin, end, set_up
from simulation.driver.staff import DIRECTOR
from simulation.models import SimulatedEvent
from tests.browser.rooms import TABLET, Visit, no_barriers
from tests.examples import EXPLORES
from tests.fixtures.prepared import migrated_file
from tests.fixtures.room import MakesEvents, press
from tests.processes.rooms import Room
from tests.waiting import until
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def test_demo_is_requested_followed_and_stopped_by_buttons(
    visit: Visit, director: Actor, make_event: MakesEvents
) -> None:
    page = visit("/staff/#watch", director, size=TABLET, has_touch=True)
    page.get_by_label("Players", exact=True).select_option("9")
    page.get_by_label("Speed", exact=True).select_option("60")
    page.get_by_role("button", name="Start", exact=True).tap()
    row = page.locator(".watched")
    expect(row).to_have_attribute("data-state", "waits")
    demo = SimulatedEvent.objects.get()
    assert (demo.players, demo.speed) == (9, 60)
    no_barriers(page)
    # No process plays here: the test records its progress.
    press(begin, by=DIRECTOR, demo=demo.pk)
    expect(row).to_have_attribute("data-state", "prepares")
    event = make_event()
    press(set_up, by=DIRECTOR, demo=demo.pk, tournament=event)
    expect(row).to_have_attribute("data-state", "plays")
    expect(row.get_by_role("link", name="Floor")).to_have_attribute("href", f"/staff/t/{event}/floor/")
    page.get_by_role("button", name="Stop: ").tap()
    expect(row).to_have_attribute("data-state", "stops")
    press(end, by=DIRECTOR, demo=demo.pk, how="stopped")
    expect(row).to_have_attribute("data-state", "stopped")
    expect(page.get_by_role("button", name="Stop: ")).to_have_count(0)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """Return a room as `make run` starts it."""
    # A soak starts from an empty directory; tests/ops/test_opening.py tests the first start.
    made = Room(tmp_path_factory.mktemp("watched"), None if EXPLORES else migrated_file())
    yield made
    made.close()


@pytest.fixture
def hub(room: Room, chromium: Browser) -> Iterator[Page]:
    """Open the director's start page on a tablet."""
    context = chromium.new_context(viewport=TABLET, has_touch=True, locale="en-GB")  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.goto(f"{room.url}/login/")
    page.fill("input[name=username]", "director")
    page.fill("input[name=password]", room.password())
    page.press("input[name=password]", "Enter")
    page.wait_for_url("**/staff/")
    yield page
    context.close()


def begun(page: Page, room: Room) -> int:
    """Press “Start”, wait until play begins, and return the event."""
    page.goto(f"{room.url}/staff/#watch")
    page.get_by_label("Players", exact=True).select_option("9")
    page.get_by_label("Speed", exact=True).select_option("60")
    page.get_by_role("button", name="Start", exact=True).tap()
    row = page.locator(".watched[data-state=plays]")
    expect(row).to_be_visible(timeout=60_000)
    address = row.get_by_role("link", name="Floor").get_attribute("href")
    assert address is not None
    return int(address.split("/")[3])


# `tests/simulation/test_watching.py` shows the same without a browser and processes: of a demo that plays to its end
# or is stopped, and of a runner that is killed.
@pytest.mark.soak
def test_demo_is_started_watched_and_stopped_by_buttons(room: Room, hub: Page) -> None:
    event = begun(hub, room)
    no_barriers(hub)
    # It continues without input: entries are sold, seats drawn, and the clock runs.
    card = hub.locator(f".event[data-tournament='{event}']")
    expect(card.locator(".event-field")).to_contain_text("left", timeout=60_000)
    # Levels this short are nearly always in their last minute.
    expect(card.locator(".badge.is-running")).to_be_visible(timeout=60_000)
    hub.get_by_role("button", name="Stop: ").tap()
    expect(hub.locator(".watched[data-state=stopped]")).to_be_visible(timeout=30_000)
    # The event is no longer listed as open once its tables are released.
    expect(card).to_be_hidden(timeout=30_000)
    assert room.ask(do="judge")["faults"] == []


@pytest.mark.soak
def test_demo_of_a_killed_process_is_shown_as_lost(room: Room, hub: Page) -> None:
    begun(hub, room)
    dead = room.kill("play")
    until(lambda: room.pid("play") not in {None, dead}, patience=30, message="play did not come back")
    expect(hub.locator(".watched[data-state=lost]")).to_be_visible(timeout=60_000)
    expect(hub.locator(".watched[data-state=plays]")).to_have_count(0, timeout=60_000)
    # And the next one plays again.
    begun(hub, room)
    hub.get_by_role("button", name="Stop: ").tap()
    expect(hub.locator(".watched[data-state=stopped]")).to_be_visible(timeout=30_000)


@pytest.mark.soak
def test_stopping_the_room_ends_simulations_and_returns_their_tables(room: Room, hub: Page) -> None:
    event = begun(hub, room)
    room._end_runner()
    room.log = (room.data / "runner.log").open("ab")
    room.start_again()
    hub.goto(f"{room.url}/staff/#watch")
    expect(hub.locator(".watched[data-state=shut]")).to_be_visible(timeout=30_000)
    expect(hub.locator(f".event[data-tournament='{event}']:visible")).to_have_count(0, timeout=30_000)
    assert room.ask(do="judge")["faults"] == []
