"""Structures are edited in a real browser against a real server."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from clock.commands.clock import go_to, start
from clock.commands.structures import LevelInput, change_structure, save_structure
from clock.models import Structure
from clock.services.event_clock import event_clock_of, levels_of
from tests.browser.rooms import PHONE, Visit, kinds, no_barriers, no_barriers_in, toast
from tests.examples import in_soak
from tests.fixtures.room import MINUTE, club_night, level, press
from tests.waiting import until
from tourney.access.roles import FIRST_START, Actor
from tourney.models import Tournament

pytestmark = [pytest.mark.browser, pytest.mark.processes]
NEW = "/staff/structures/new/"


def ready(page: Page) -> Page:
    """Wait until the server has read the rows once."""
    page.wait_for_selector("#sheet[aria-busy=false]")
    return page


def rows(page: Page) -> Locator:
    """Return the rows of the table."""
    return page.locator("#sheet tbody tr:not(.sheet-under)")


def cell(page: Page, row: int, name: str) -> Locator:
    """Return a field; rows are counted from 1."""
    return rows(page).nth(row - 1).locator(f"[data-name={name}]")


def editor_of(event: int) -> str:
    """Return the address of an event's structure."""
    return f"/staff/t/{event}/structure/"


def stored(event: int) -> list[int]:
    """Return the stored big blinds of an event."""
    return [one.big_blind for one in event_clock_of(Tournament.objects.get(pk=event)).levels]


@pytest.fixture
def library(db: None) -> int:
    """Save a structure in the library: `club_night`."""
    answer = press(save_structure, by=FIRST_START, name="Club", levels=club_night()).answer
    assert answer is not None
    return int(answer["structure"])


# --- typing -------------------------------------------------------------------------------------------
def test_a_structure_is_made_with_the_keyboard_alone(visit: Visit, director: Actor) -> None:
    page = ready(visit(NEW, director))
    page.keyboard.type("Quick one")
    cell(page, 1, "big_blind").focus()
    page.keyboard.press("Enter")
    expect(cell(page, 2, "small_blind")).to_be_focused()
    page.keyboard.type("100")
    page.keyboard.press("ArrowRight")
    expect(cell(page, 2, "big_blind")).to_be_focused()
    page.keyboard.type("200")
    page.keyboard.press("ArrowUp")
    expect(cell(page, 1, "big_blind")).to_be_focused()
    page.keyboard.press("Control+s")
    toast(page, "Saved the structure “Quick one”")
    made = Structure.objects.get(name="Quick one")
    assert [one.big_blind for one in levels_of(made)] == [100, 200]
    expect(page).to_have_url(f"{page.url.split('/staff')[0]}/staff/structures/{made.pk}/")


@pytest.mark.soak
def test_reason_against_saving_is_shown_beside_the_button(visit: Visit, director: Actor) -> None:
    page = ready(visit(NEW, director))
    expect(page.locator("#sheet-save")).to_be_enabled()
    expect(page.locator("#sheet-state")).to_have_text("Not saved yet: a name is missing.")
    page.locator("#sheet-save").click()
    expect(page.locator("#sheet-name-error")).to_be_visible()
    page.locator("#sheet-name").fill("Quick one")
    expect(page.locator("#sheet-state")).to_have_text("Not saved yet")
    # A name that is too long is not silently truncated while typing.
    page.locator("#sheet-name").press_sequentially("long" * 25, delay=0)
    expect(page.get_by_text("80 of at most 80 characters")).to_be_visible()
    page.locator("#sheet-name").fill("Quick one")
    expect(page.get_by_text("of at most 80 characters")).to_have_count(0)


@pytest.mark.soak
def test_a_row_of_a_running_event_can_be_removed_on_a_small_laptop(
    visit: Visit, director: Actor, event: int
) -> None:
    press(start, event, by=director)
    page = ready(visit(editor_of(event), director, size={"width": 1366, "height": 768}))
    remove = rows(page).nth(2).get_by_role("button", name="Remove")
    box = remove.bounding_box()
    assert box is not None
    frame = page.locator("#sheet").bounding_box()
    assert frame is not None
    assert box["x"] + box["width"] <= frame["x"] + frame["width"]


def test_error_is_shown_at_its_cell_and_blocks_saving(visit: Visit, director: Actor, library: int) -> None:
    page = ready(visit(f"/staff/structures/{library}/", director))
    cell(page, 2, "small_blind").fill("12k")
    expect(cell(page, 2, "small_blind")).to_have_attribute("aria-invalid", "true")
    error = page.locator("#sheet .error").filter(has_text="abbreviated")
    expect(error).to_be_visible()
    # The message has its own line below its row, at full width; the list names the row as the table does.
    above = "one => one.closest('tr').previousElementSibling.querySelector('[data-name=small_blind]').value"
    assert error.evaluate(above) == "12k"
    expect(page.locator("#sheet-problems li").first).to_contain_text("Level 2, Small blind: ")
    before = kinds(None)
    page.locator("#sheet-save").click()
    expect(cell(page, 2, "small_blind")).to_be_focused()
    assert kinds(None) == before
    cell(page, 2, "small_blind").fill("1'000")
    cell(page, 2, "big_blind").fill("2.000")
    expect(page.locator("#sheet .error:not(:empty)")).to_have_count(0)
    expect(page.locator("#sheet-problems")).to_contain_text("decreases")
    page.locator("#sheet-save").click()
    toast(page, "Saved the structure")
    assert levels_of(Structure.objects.get(pk=library))[1].big_blind == 2000


@pytest.mark.soak
def test_rows_are_added_moved_and_removed_and_a_removed_one_is_put_back(
    visit: Visit, director: Actor, library: int
) -> None:
    page = ready(visit(f"/staff/structures/{library}/", director))
    page.get_by_role("button", name="Move down: Level 1").click()
    expect(cell(page, 2, "big_blind")).to_have_value("100")
    cell(page, 2, "big_blind").focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(cell(page, 1, "big_blind")).to_have_value("100")
    expect(cell(page, 1, "big_blind")).to_be_focused()
    page.keyboard.press("Control+Delete")
    expect(rows(page)).to_have_count(4)
    page.locator(".toast").get_by_role("button", name="Restore").click()
    expect(rows(page)).to_have_count(5)
    expect(cell(page, 1, "big_blind")).to_have_value("100")
    page.get_by_role("button", name="Add a break").click()
    expect(rows(page)).to_have_count(6)
    expect(cell(page, 6, "duration")).to_be_focused()
    expect(cell(page, 6, "small_blind")).to_be_disabled()


@pytest.mark.soak
def test_level_turned_into_a_break_and_back_keeps_its_values(
    visit: Visit, director: Actor, library: int
) -> None:
    page = ready(visit(f"/staff/structures/{library}/", director))
    cell(page, 2, "kind").select_option("break")
    expect(cell(page, 2, "big_blind")).to_be_disabled()
    expect(page.locator("#sheet .error:not(:empty)")).to_have_count(0)
    cell(page, 2, "kind").select_option("level")
    expect(cell(page, 2, "big_blind")).to_have_value("200")


def test_cells_of_a_spreadsheet_are_pasted_filled_down_and_undone(
    visit: Visit, director: Actor, library: int
) -> None:
    page = ready(visit(f"/staff/structures/{library}/", director))

    def blinds() -> list[str]:
        boxes = page.locator("#sheet [data-name=big_blind]")
        return [boxes.nth(at).input_value() for at in range(boxes.count())]

    before = blinds()
    cell(page, 4, "small_blind").focus()
    paste = """text => {
        const data = new DataTransfer();
        data.setData("text/plain", text);
        document.activeElement.dispatchEvent(
            new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }"""
    page.evaluate(
        paste, "Small\tBig\tAnte\tWho\n150\t350\t350\tBig blind pays\n250\t500\t500\tbig_blind\n400\t800"
    )
    expect(rows(page)).to_have_count(6)
    assert blinds() == [*before[:3], "350", "500", "800"]
    expect(cell(page, 5, "ante_kind")).to_have_value("big_blind")
    expect(page.locator("#sheet .odd").filter(has_text="doubles")).to_have_count(0)
    cell(page, 6, "big_blind").fill("1500")
    expect(page.locator("#sheet .odd").filter(has_text="more than doubles, from 500 to 1500")).to_be_visible()
    page.keyboard.press("Control+z")
    assert blinds() == [*before[:3], "350", "500", "800"]
    page.keyboard.press("Control+z")
    assert blinds() == before
    page.keyboard.press("Control+y")
    assert blinds() == [*before[:3], "350", "500", "800"]
    # A block is chosen with Shift, and copied as a spreadsheet pastes it.
    cell(page, 2, "small_blind").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"):
        page.keyboard.press(f"Shift+{key}")
    expect(page.locator("#sheet-chosen")).to_contain_text("12 cells chosen")
    copied = """() => {
        const data = new DataTransfer();
        document.activeElement.dispatchEvent(
            new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }));
        return data.getData("text/plain");
    }"""
    assert page.evaluate(copied) == "100\t200\t\tNo ante\n\t\t\t\n150\t350\t350\tBig blind pays"
    expect(page.locator("#sheet .is-chosen")).to_have_count(12)
    page.keyboard.press("Escape")
    expect(page.locator("#sheet .is-chosen")).to_have_count(0)
    cell(page, 2, "duration").fill("25")
    page.keyboard.press("Control+Shift+ArrowDown")
    expect(cell(page, 6, "duration")).to_have_value("25")
    # A break keeps its own length.
    expect(cell(page, 3, "duration")).not_to_have_value("25")
    cell(page, 1, "duration").fill("30")
    cell(page, 2, "duration").focus()
    page.keyboard.press("Control+d")
    expect(cell(page, 2, "duration")).to_have_value("30")


def test_times_are_recalculated_while_typing(visit: Visit, director: Actor, library: int) -> None:
    page = ready(visit(f"/staff/structures/{library}/", director))
    expect(page.locator("#sheet-total")).to_contain_text("1:30:00")
    cell(page, 1, "duration").fill("45:30")
    expect(rows(page).nth(1).locator("td.num").first).to_have_text("45:30")
    expect(page.locator("#sheet-total")).to_contain_text("1:55:30")


@pytest.mark.soak
def test_saving_is_undone_from_the_message(visit: Visit, director: Actor, library: int) -> None:
    page = ready(visit(f"/staff/structures/{library}/", director))
    cell(page, 1, "small_blind").fill("25")
    page.locator("#sheet-save").click()
    toast(page, "Saved the structure")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    until(lambda: levels_of(Structure.objects.get(pk=library))[0].small_blind == 50)
    expect(cell(page, 1, "small_blind")).to_have_value("50")


@pytest.mark.soak
def test_taken_name_is_reported_at_the_name_field(visit: Visit, director: Actor, library: int) -> None:
    page = ready(visit(NEW, director))
    page.locator("#sheet-name").fill("Club")
    page.locator("#sheet-save").click()
    expect(page.locator("#sheet-name-error")).to_contain_text("A structure with this name already exists")
    expect(page.locator("#sheet-name")).to_be_focused()


def test_input_is_kept_while_the_server_is_unreachable(visit: Visit, director: Actor, library: int) -> None:
    page = ready(visit(f"/staff/structures/{library}/", director))

    def away(route: Route) -> None:
        route.abort()

    page.route("**/structures/preview/", away)
    cell(page, 1, "small_blind").fill("25")
    expect(page.locator("#sheet-notice")).to_contain_text("kept here")
    page.unroute("**/structures/preview/", away)
    expect(page.locator("#sheet-notice")).to_be_hidden(timeout=15_000)
    page.locator("#sheet-save").click()
    toast(page, "Saved the structure")


# --- structure of an event --------------------------------------------------------------------------
def test_played_rows_are_locked_and_later_rows_editable(visit: Visit, director: Actor, event: int) -> None:
    press(start, event, by=director)
    press(go_to, event, by=director, to=1)
    page = ready(visit(editor_of(event), director))
    expect(cell(page, 1, "duration")).to_be_disabled()
    expect(cell(page, 2, "big_blind")).to_be_disabled()
    expect(cell(page, 2, "duration")).to_be_enabled()
    expect(page.get_by_role("button", name="Remove: Level 2")).to_be_disabled()
    cell(page, 4, "big_blind").fill("350")
    cell(page, 2, "duration").fill("25")
    page.evaluate("() => (window.still = true)")
    page.locator("#sheet-save").click()
    toast(page, "Changed the structure")
    expect(page.locator("#sheet-state")).to_have_text("Saved")
    # The page checks what it has saved, and must not treat it as another user's change and reload.
    with page.expect_response("**/structures/preview/", timeout=12_000):
        pass
    assert page.evaluate("window.still")
    assert stored(event) == [100, 200, 0, 350, 400]
    assert event_clock_of(Tournament.objects.get(pk=event)).levels[1].duration == 25 * MINUTE


@pytest.mark.soak
def test_clock_commands_meanwhile_do_not_block_saving(
    visit: Visit, director: Actor, other_director: Actor, event: int
) -> None:
    page = ready(visit(editor_of(event), director))
    press(start, event, by=other_director)
    cell(page, 4, "big_blind").fill("350")
    page.locator("#sheet-save").click()
    toast(page, "Changed the structure")
    assert stored(event) == [100, 200, 0, 350, 400]


def test_structure_changed_meanwhile_is_not_overwritten(
    visit: Visit, director: Actor, other_director: Actor, event: int
) -> None:
    page = ready(visit(editor_of(event), director))
    cell(page, 4, "big_blind").fill("350")
    theirs: list[LevelInput] = [*club_night(), level(500)]
    press(change_structure, event, by=other_director, levels=theirs)
    expect(page.locator("#sheet-notice")).to_contain_text("Someone else has changed", timeout=15_000)
    assert stored(event) == [100, 200, 0, 300, 400, 500]
    page.locator("#sheet-save").click()
    toast(page, "Changed the structure")
    assert stored(event) == [100, 200, 0, 350, 400]


def test_a_slider_suggests_a_structure_that_an_event_takes_and_what_if_changes(
    visit: Visit, director: Actor, event: int
) -> None:
    page = visit(f"/staff/structures/suggestion/?event={event}", director)
    with page.expect_response("**/structures/suggestion/part/*"):
        page.locator("[data-for=minutes]").evaluate(
            "slider => { slider.value = 240; slider.dispatchEvent(new Event('input', { bubbles: true })); }"
        )
    expect(page.locator("#minutes")).to_have_value("240")
    page.get_by_role("link", name="Use this structure").click()
    ready(page)
    expect(page.locator("#sheet-state")).to_have_text("Not saved yet")
    page.locator("#sheet-save").click()
    toast(page, "Changed the structure")
    assert len(stored(event)) > 12
    page.get_by_text("What if…").click()
    page.locator("[data-change=level_minutes] input").fill("17")
    page.locator("[data-change=level_minutes] button").click()
    expect(page.locator("#what-if-answer")).to_contain_text("instead of")
    expect(cell(page, 1, "duration")).to_have_value("17:00")
    assert event_clock_of(Tournament.objects.get(pk=event)).levels[0].duration != 17 * MINUTE
    page.locator("#sheet-save").click()
    expect(page.locator("#sheet-state")).to_have_text("Saved")
    assert event_clock_of(Tournament.objects.get(pk=event)).levels[0].duration == 17 * MINUTE


@pytest.mark.soak
def test_library_structure_is_loaded_after_the_played_rows(visit: Visit, director: Actor, event: int) -> None:
    answer = press(
        save_structure, by=FIRST_START, name="Aces", levels=[level(10), level(20), level(40)]
    ).answer
    assert answer is not None
    press(start, event, by=director)
    page = ready(visit(editor_of(event), director))
    page.locator("#library").select_option(label="Aces")
    page.get_by_role("button", name="Load", exact=True).click()
    expect(rows(page)).to_have_count(3)
    assert stored(event) == [100, 200, 0, 300, 400]
    page.locator("#sheet-save").click()
    toast(page, "Changed the structure")
    assert stored(event) == [100, 20, 40]


# --- files --------------------------------------------------------------------------------------------
@pytest.mark.soak
def test_file_is_previewed_before_it_is_saved(visit: Visit, director: Actor, tmp_path: Path) -> None:
    file = tmp_path / "Friday.csv"
    file.write_text("Small blind,Big blind,Duration\n50,100,20\n100,50,20\n")
    page = visit("/staff/structures/import/", director)
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("larger than the big blind")
    file.write_text("Small blind,Big blind,Duration\n50,100,20\n100,200,20\n")
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.get_by_role("heading", name="Result")).to_be_visible()
    no_barriers(page)
    assert not Structure.objects.filter(name="Friday").exists()
    page.get_by_role("button", name="Add to the library").click()
    expect(page.locator(".notice.is-good")).to_contain_text("Saved the structure “Friday”")
    assert [one.big_blind for one in levels_of(Structure.objects.get(name="Friday"))] == [100, 200]


# --- permissions and sizes ----------------------------------------------------------------------------
@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "scheme"),
    [(None, "light"), in_soak(PHONE, "dark")],
    ids=["laptop-light", "phone-dark"],
)
def test_page_is_accessible_and_fits_its_width(
    visit: Visit, director: Actor, event: int, library: int, size: object, scheme: str
) -> None:
    press(start, event, by=director)
    plain = ("/staff/structures/", "/staff/structures/suggestion/")
    for path in (*plain, f"/staff/structures/{library}/", editor_of(event)):
        page = visit(path, director, size=size, color_scheme=scheme)
        if path not in plain:
            ready(page)
            cell(page, 4, "small_blind").fill("wrong")
            expect(page.locator("#sheet .error:not(:empty)")).to_have_count(1)
        no_barriers(page, looks_alone=scheme == "dark")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        no_barriers_in(page, PHONE, "dark", fit=False)
