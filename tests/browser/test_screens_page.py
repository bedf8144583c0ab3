"""The displays' page, with real displays in other browsers."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from clock.commands.clock import start
from clock.commands.events import close_event, reopen_event
from displays.commands.displays import show_on_screen
from displays.commands.groups import save_group, save_rotation
from displays.commands.layouts import add_shipped_layout
from displays.commands.triggers import save_trigger
from displays.models import Screen, Trigger
from procedures.commands.stack_counts import close_count, count_table, open_count
from seating.commands import bust
from tests.browser.floors import seated
from tests.browser.rooms import PHONE, TABLET, Visit, fits, no_barriers, no_barriers_in, toast
from tests.examples import in_soak
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def code_of(tv: Page) -> str:
    """Return the code that an unpaired display shows."""
    code = tv.locator(".pair-code")
    expect(code).to_have_text(re.compile(r"^[A-Z0-9]{4}$"))
    return code.inner_text()


def pair(page: Page, tv: Page, name: str) -> Screen:
    """Pair a display by its code, once the page has loaded the events."""
    expect(page.locator("#tournament")).not_to_have_value("")
    page.get_by_label("Code on the TV").fill(code_of(tv).lower())
    page.locator("#name").fill(name)
    page.get_by_role("button", name="Pair", exact=True).click()
    page.locator(".screen h3", has_text=name).wait_for()
    return Screen.objects.get(name=name)


def without_messages(page: Page) -> None:
    """Close the message of the last press, which covers the bottom of the page."""
    # On a busy machine it may close by itself first.
    with suppress(PlaywrightTimeout):
        page.locator(".toast").last.get_by_role("button", name="Close").click(timeout=8_000)
    expect(page.locator(".toast")).to_have_count(0)


def test_a_display_is_paired_by_its_code_and_steered(visit: Visit, director: Actor, event: int) -> None:
    tv = visit("/tv/")
    page = visit("/staff/screens/", director, size=TABLET)
    expect(page.locator("#no-screens")).to_be_visible()
    expect(page.locator("#tournament")).to_have_value(str(event))
    screen = pair(page, tv, "Main wall")
    expect(tv.locator("[data-layout=clock]")).to_contain_text("Friday Deep", timeout=15_000)
    card = page.locator(f"#screen-{screen.pk}")

    card.get_by_role("button", name="Structure").click()
    expect(tv.locator("[data-layout=structure]")).to_be_visible()
    expect(card.get_by_role("button", name="Structure")).to_have_attribute("aria-pressed", "true")
    page.locator(".toast", has_text="Changed what a display shows").get_by_role("button", name="Undo").click()
    expect(tv.locator("[data-layout=clock]")).to_be_visible()
    without_messages(page)

    card.get_by_label("Message").fill("Seats are drawn")
    card.get_by_role("button", name="Show", exact=True).click()
    expect(tv.locator("[data-layout=message]")).to_contain_text("Seats are drawn")
    without_messages(page)
    card.get_by_role("button", name="Remove").click()
    expect(tv.locator("[data-layout=clock]")).to_be_visible()

    without_messages(page)
    card.get_by_role("button", name="Blank screen").click()
    expect(tv.locator("body")).to_have_attribute("data-blank", "")
    expect(card.locator(".badge")).to_have_text("Blank")
    without_messages(page)
    card.get_by_role("button", name="End blank screen").click()
    expect(tv.locator("body")).not_to_have_attribute("data-blank", "")

    without_messages(page)
    expect(card.get_by_text("Not seen yet")).to_be_hidden(timeout=20_000)
    card.get_by_role("button", name="Show its name").click()
    expect(tv.locator("[data-layout=message]")).to_contain_text("Main wall")
    without_messages(page)
    with tv.expect_event("load"):
        card.get_by_role("button", name="Reload").click()
    expect(tv.locator("[data-layout=clock]")).to_be_visible()
    without_messages(page)

    card.get_by_label("Shows").select_option(label="No event")
    expect(tv.locator("[data-layout=idle]")).to_contain_text("No event has been chosen")

    without_messages(page)
    card.locator("summary").click()
    card.get_by_label("Language").select_option("de-ch")
    expect(tv.locator("html")).to_have_attribute("lang", "de-ch")
    without_messages(page)
    card.get_by_label("Name").fill("Bar")
    card.get_by_role("button", name="Rename").click()
    expect(card.locator("h3")).to_have_text("Bar")
    card.get_by_label("Volume").focus()
    page.keyboard.press("ArrowLeft")
    toast(page, "Changed the display “Bar”")
    for _attempt in range(100):  # The toast of the renaming has the same text.
        screen.refresh_from_db()
        if screen.volume == 75:
            break
        page.wait_for_timeout(100)
    assert (screen.name, screen.language, screen.volume) == ("Bar", "de-ch", 75)


@pytest.mark.soak
def test_unpairing_takes_two_presses_and_the_display_shows_a_code_again(
    visit: Visit, director: Actor, event: int
) -> None:
    tv = visit("/tv/")
    page = visit("/staff/screens/", director)
    screen = pair(page, tv, "Main wall")
    expect(tv.locator("[data-layout=clock]")).to_be_visible(timeout=15_000)
    card = page.locator(f"#screen-{screen.pk}")
    card.locator("summary").click()
    unpair = card.locator("details button").last
    expect(unpair).not_to_have_class(re.compile("btn-danger"))
    unpair.click()
    expect(unpair).to_have_class(re.compile("btn-danger"))
    card.get_by_role("button", name="Press again to unpair").click()
    expect(card).to_have_count(0)
    expect(page.locator("#no-screens")).to_be_visible()
    expect(tv.locator(".pair-code")).to_have_text(re.compile(r"^[A-Z0-9]{4}$"), timeout=15_000)


@pytest.mark.soak
def test_one_display_of_an_event_sounds(visit: Visit, director: Actor, event: int) -> None:
    page = visit("/staff/screens/", director)
    first = pair(page, visit("/tv/"), "Main wall")
    second = pair(page, visit("/tv/"), "Bar")
    one, two = (page.locator(f"#screen-{screen.pk}") for screen in (first, second))
    one.locator("summary").click()
    two.locator("summary").click()
    expect(one.get_by_label("Sounds")).to_be_checked()
    expect(two.get_by_label("Sounds")).not_to_be_checked()
    two.get_by_label("Sounds").check()
    expect(one.get_by_label("Sounds")).not_to_be_checked()
    expect(two.get_by_label("Sounds")).to_be_checked()


def test_scanned_code_is_filled_in_and_a_wrong_one_is_refused(
    visit: Visit, director: Actor, event: int
) -> None:
    page = visit("/staff/screens/?code=K7P3", director, size=PHONE)
    expect(page.get_by_label("Code on the TV")).to_have_value("K7P3")
    expect(page.locator("#name")).to_be_focused()
    page.get_by_role("button", name="Pair", exact=True).click()
    toast(page, "No display shows the code K7P3.")
    expect(page.get_by_label("Code on the TV")).to_have_attribute("aria-invalid", "true")
    page = visit('/staff/screens/?code="><b>', director)
    expect(page.get_by_label("Code on the TV")).to_have_value("")


@pytest.mark.soak
def test_the_remote_names_the_displays_of_its_event_only(
    visit: Visit, director: Actor, make_event: MakesEvents
) -> None:
    first, second = make_event(name="First"), make_event(name="Second")
    page = visit("/staff/screens/", director)
    expect(page.locator("#tournament")).to_have_value(str(first))
    screen = pair(page, visit("/tv/"), "Main wall")
    remote = visit(f"/staff/t/{first}/", director)
    added = press(add_shipped_layout, by=director, key="classic", name="House clock").answer
    assert added is not None
    shown = {"screen": screen.pk, "tournament": first, "layout": f"house:{added['layout']}"}
    press(show_on_screen, by=director, **shown)
    expect(remote.locator("#screens")).to_contain_text("House clock")
    # An event that has been closed keeps its name on the card.
    press(close_event, first, by=director)
    expect(page.locator(f"#tournament-{screen.pk} option:checked")).to_have_text(
        re.compile(r"^First \(.+\)$")
    )
    press(reopen_event, first, by=director)
    slides = [{"layout": "structure", "tournament": second}, {"layout": "clock"}]
    turning = press(save_rotation, by=director, name="Turns", slides=slides).answer
    assert turning is not None
    made = {"screens": [screen.pk], "tournament": first, "rotation": turning["rotation"]}
    press(save_group, by=director, name="Bar", **made)
    expect(remote.locator("#screens")).to_contain_text("Rotation: Structure, Clock")
    other = visit(f"/staff/t/{second}/", director)
    expect(other.locator("#screens")).to_contain_text("Main wall")
    remote.locator("#screens").get_by_role("link", name="Main wall").click()
    expect(remote.locator(".screen.is-found h3")).to_have_text("Main wall")
    third = make_event(name="Third")
    remote = visit(f"/staff/t/{third}/", director)
    expect(remote.locator("#screens")).to_have_text("No display is showing this event.")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "scheme"), [in_soak(PHONE, "dark"), (TABLET, "light")], ids=["phone-dark", "tablet-light"]
)
def test_the_displays_page_has_no_barriers_and_fits(
    visit: Visit, director: Actor, event: int, size: dict[str, int], scheme: str
) -> None:
    page = visit("/staff/screens/", director, size=size, color_scheme=scheme)
    pair(page, visit("/tv/"), "Main wall")
    page.locator(".screen summary").click()
    no_barriers(page)
    fits(page)
    no_barriers_in(page, PHONE, "dark")


@pytest.mark.soak
def test_the_pages_of_groups_and_announcements_have_no_barriers_and_fit(
    visit: Visit, director: Actor, event: int
) -> None:
    tv = visit("/tv/")
    page = visit("/staff/screens/", director, size=TABLET)
    screen = pair(page, tv, "Grossbildschirm neben der Bar im hinteren Saal")
    # The event has no waiting list, and it has not ended.
    skipped = [{"layout": "waiting"}, {"layout": "results", "when": "over"}]
    slides = [{"layout": "structure", "seconds": 600}, *skipped]
    turning = press(save_rotation, by=director, name="Lobby and breaks", slides=slides).answer
    assert turning is not None
    made = {"screens": [screen.pk], "tournament": event, "rotation": turning["rotation"]}
    group = press(save_group, by=director, name="Main hall and the corridor", **made).answer
    assert group is not None
    card = page.locator(f"#screen-{screen.pk}")
    expect(card).to_contain_text("Now: Structure · Friday Deep")
    left_out = "Left out now: Waiting list (nothing to show), Results (only after the end)"
    expect(card).to_contain_text(left_out)
    expect(tv.locator("[data-layout=structure]")).to_be_visible()
    no_barriers(page)
    fits(page)
    page.goto(page.url + f"groups/?group={group['group']}&rotation={turning['rotation']}")
    no_barriers(page)
    fits(page)
    no_barriers_in(page, PHONE, "dark")

    page = visit("/staff/screens/announcements/", director, size=TABLET)
    page.get_by_label("Text", exact=True).fill("Cards in the air")
    page.get_by_role("button", name="Announce", exact=True).click()
    expect(page.locator("#announcements li")).to_contain_text("Showing now · all displays")
    expect(tv.locator("#announcement-bar")).to_have_text("Cards in the air")
    no_barriers(page)
    fits(page)
    no_barriers_in(page, PHONE, "dark")
    page.locator("#announcements").get_by_role("button", name="Remove").click()
    expect(page.locator("#announcements")).to_contain_text("No announcements now or later.")
    expect(tv.locator("#announcement-bar")).to_be_hidden()
    page.goto(page.url.replace("announcements", "triggers"))
    own = page.get_by_text("Choose a file")
    expect(own).to_be_hidden()
    page.get_by_label("Sound", exact=True).select_option("own")
    expect(own).to_be_visible()


@pytest.mark.soak
def test_an_undone_pairing_gives_the_display_its_code_back(visit: Visit, director: Actor, event: int) -> None:
    tv = visit("/tv/")
    page = visit("/staff/screens/", director)
    screen = pair(page, tv, "Main wall")
    undo = page.locator(".toast", has_text="Paired the display").get_by_role("button", name="Undo")
    # A message stays while the pointer is on it, even if the display takes long.
    undo.hover()
    expect(tv.locator("[data-layout=clock]")).to_be_visible(timeout=15_000)
    undo.click()
    expect(page.locator(f"#screen-{screen.pk}")).to_have_count(0)
    expect(tv.locator(".pair-code")).to_have_text(re.compile(r"^[A-Z0-9]{4}$"), timeout=15_000)


def test_the_card_says_when_chip_leaders_appear_and_equal_stacks_share_a_rank(
    visit: Visit, director: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="tda")
    found = seated(event, 3, 1)
    page, tv = visit("/staff/screens/", director, size=TABLET), visit("/tv/")
    card = page.locator(f"#screen-{pair(page, tv, 'Main wall').pk}")
    card.get_by_role("button", name="Chip leaders").click()
    hint = card.get_by_text("Chip leaders appear once a count is closed")
    expect(hint).to_be_visible()
    press(open_count, event, by=director)
    stacks = [{"seat": seat, "chips": 10_000} for _table, seat in found]
    press(count_table, event, by=director, number=1, stacks=stacks)
    press(close_count, event, by=director)
    expect(hint).to_be_hidden()
    expect(tv.locator(".paged-row th").first).to_contain_text("1–3. ")


@pytest.mark.soak
def test_the_card_says_when_a_list_without_rows_yields_to_the_clock(
    visit: Visit, director: Actor, floor: Actor, make_event: MakesEvents
) -> None:
    event = make_event(book="tda")
    entry = next(iter(seated(event, 3, 1).values()))
    page = visit("/staff/screens/", director, size=TABLET)
    screen = pair(page, visit("/tv/"), "Main wall")
    card = page.locator(f"#screen-{screen.pk}")
    hint = card.get_by_text("Nothing to list yet: the display shows the clock.")
    expect(hint).to_be_hidden()
    card.get_by_role("button", name="Latest eliminations").click()
    expect(hint).to_be_visible()
    press(bust, event, by=floor, entry=entry)
    expect(hint).to_be_hidden()
    without_messages(page)
    card.get_by_role("button", name="Prizes", exact=True).click()
    no_prizes = card.get_by_text("Prizes are not set up yet: the display shows the clock.")
    expect(no_prizes).to_be_visible()
    no_barriers(page)
    card.get_by_role("button", name="Clock", exact=True).click()
    expect(no_prizes).to_be_hidden()


def test_the_card_names_the_trigger_whose_layout_a_display_shows(
    visit: Visit, director: Actor, event: int
) -> None:
    press(save_trigger, by=director, when="level_start", layout="structure")
    page = visit("/staff/screens/", director, size=TABLET)
    tv = visit("/tv/")
    screen = pair(page, tv, "Main wall")
    now = page.locator(f"#screen-{screen.pk}").get_by_text("Now:")
    expect(now).to_have_count(0)
    press(start, event, by=director)
    expect(now).to_have_text("Now: Structure (trigger “A level starts”)")
    hint = now.locator("xpath=ancestor::p/following-sibling::p[1]")
    expect(hint).to_have_text("The layout stays for the whole level. Triggers")
    expect(hint.get_by_role("link")).to_have_attribute("href", "/staff/screens/triggers/")
    expect(tv.locator("[data-layout=structure]")).to_be_visible(timeout=15_000)
    # A page that is opened later knows it, too.
    later = visit("/staff/screens/", director, size=TABLET).locator(f"#screen-{screen.pk}")
    expect(later.get_by_text("Now:")).to_have_text("Now: Structure (trigger “A level starts”)")
    # One press ends it on every display; the trigger stays on for the next level.
    no_barriers(page)
    page.locator(f"#screen-{screen.pk}").get_by_role("button", name="End it now on all displays").click()
    toast(page, "Ended the layout of the trigger “A level starts”")
    expect(now).to_have_count(0)
    expect(tv.locator("[data-layout=structure]")).to_have_count(0)
    expect(later.get_by_text("Now:")).to_have_count(0)
    assert Trigger.objects.get(when="level_start").is_on
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(now).to_have_text("Now: Structure (trigger “A level starts”)")


def test_a_new_trigger_for_players_left_offers_an_end_and_keeps_what_is_typed(
    visit: Visit, director: Actor
) -> None:
    page = visit("/staff/screens/triggers/", director, size=TABLET)
    when, seconds = page.get_by_label("When", exact=True), page.get_by_label("Layout for (seconds)")
    page.get_by_label("Layout", exact=True).select_option("payouts")
    expect(seconds).to_have_value("")
    when.select_option("players_left")
    expect(seconds).to_have_value("30")
    page.get_by_label("Players left").fill("26")
    expect(page.locator("#sentence")).to_have_text("26 players left: show the layout “Prizes” for 30 seconds")
    when.select_option("bubble")
    expect(seconds).to_have_value("")
    seconds.fill("45")
    when.select_option("players_left")
    expect(seconds).to_have_value("45")


def test_the_announcements_page_says_that_it_is_loading_until_it_has_loaded(
    visit: Visit, director: Actor
) -> None:
    def without_a_feed(page: Page) -> None:
        page.route_web_socket("**/*", lambda _socket: None)
        page.route(re.compile(r"/live/"), lambda route: route.abort())

    page = visit("/staff/screens/announcements/", director, size=TABLET, before=without_a_feed)
    page.wait_for_timeout(1_500)
    expect(page.locator("#announcements")).to_have_text("Loading…")
    page = visit("/staff/screens/announcements/", director, size=TABLET)
    expect(page.locator("#announcements")).to_have_text("No announcements now or later.")
