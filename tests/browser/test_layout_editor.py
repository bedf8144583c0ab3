"""The editor of layouts, as somebody new uses it: logo, sponsor strip, prizes beside the clock, seats in breaks."""

import re

import pytest
from playwright.sync_api import Page, expect

from displays.commands.layouts import add_shipped_layout, remove_layout
from displays.models import HouseLayout
from tests.browser.barriers import barriers
from tests.browser.rooms import Visit
from tests.fixtures.picture import plain_png, png
from tests.fixtures.room import press
from tourney.access.roles import Actor

pytestmark = [pytest.mark.browser, pytest.mark.processes]

# Rows of the grid that type needs on a wide and on an upright screen.
LEAST_ROWS = {"list": (6, 4), "field": (2, 1), "text": (2, 1)}


def test_somebody_new_edits_a_layout(visit: Visit, director: Actor) -> None:
    page = visit("/staff/screens/layouts/", by=director)
    page.locator("li", has_text="Classic clock").get_by_role("button").click()
    expect(page).to_have_url(re.compile(r"/staff/screens/layouts/\d+/$"))
    frame = page.frame_locator("#layout-frame")
    expect(frame.locator("[data-field=time] .house-value")).to_have_text(re.compile(r"^\d+:\d\d$"))
    cells = page.locator(".layout-cell")
    before = cells.count()
    add = page.locator(".layout-adds")
    add.get_by_role("button", name="Prizes").click()
    add.get_by_role("button", name="Sponsor").click()
    add.get_by_role("button", name="Logo").click()
    expect(cells).to_have_count(before + 3)
    expect(frame.locator("[data-list=payouts]")).to_be_visible()
    # No other shape has the prizes; they are placed there.
    cells.nth(before).focus()
    expect(page.get_by_text("It is missing in:")).to_have_text("It is missing in: ultra-wide, upright.")
    page.get_by_role("button", name="Place it there too").click()
    expect(page.get_by_text("It is missing in:")).to_have_count(0)
    assert not barriers(page)
    # By keyboard: the selected cell gives way, and undo brings it back.
    chosen = page.locator(".layout-cell[aria-pressed=true]")
    chosen.focus()
    page.keyboard.press("Delete")
    expect(cells).to_have_count(before + 2)
    page.keyboard.press("Control+z")
    expect(cells).to_have_count(before + 3)
    page.get_by_label("State", exact=True).select_option("break")
    page.locator(".layout-cell", has_text="").nth(5).focus()
    page.get_by_label("Also show, in turn").select_option("list:seats")
    page.get_by_role("button", name="Save layout").click()
    expect(page.locator(".layout-bar [role=status]")).to_have_text("Saved")
    document = HouseLayout.objects.get().document
    states = [one.get("states", []) for one in document["shapes"]["wide"]]
    assert states == [["over"], ["break"], []]
    kinds = [show["kind"] for cell in document["shapes"]["wide"][2]["cells"] for show in cell["show"]]
    assert (kinds.count("sponsor"), kinds.count("logo"), kinds.count("list")) == (2, 2, 1)
    # What the room or the event lacks leaves its space to other cells.
    added = document["shapes"]["wide"][2]["cells"][-3:]
    assert [(cell["show"][0]["kind"], cell["gives_room"]) for cell in added] == [
        ("list", True),
        ("sponsor", True),
        ("logo", True),
    ]
    assert document["shapes"]["wide"][1]["cells"][5]["show"][1] == {"kind": "list", "list": "seats"}


def test_added_texts_and_rules_are_readable_and_missed_in_other_shapes(visit: Visit, director: Actor) -> None:
    page = visit("/staff/screens/layouts/", by=director)
    page.locator("li", has_text="Classic clock").get_by_role("button").click()
    cells = page.locator(".layout-cell")
    expect(cells.first).to_be_visible()
    before = cells.count()
    for added, kind in enumerate(("Text", "House rules"), 1):
        page.locator(".layout-adds").get_by_role("button", name=kind).click()
        expect(cells).to_have_count(before + added)
        expect(page.get_by_text("It is missing in:")).to_have_text("It is missing in: ultra-wide, upright.")
        size = cells.last.evaluate("cell => [cell.offsetWidth, cell.offsetHeight]")
        stage = page.locator("#layout-stage").evaluate("stage => [stage.offsetWidth, stage.offsetHeight]")
        assert size[0] > stage[0] / 4
        assert size[1] > stage[1] / 12
    frame = page.frame_locator("#layout-frame")
    expect(frame.get_by_text("Phones off the table during a hand.")).to_be_visible()
    page.get_by_role("button", name="Place it there too").click()
    expect(page.get_by_text("It is missing in:")).to_have_count(0)


def test_a_strip_for_all_arrangements_leaves_every_text_readable(visit: Visit, director: Actor) -> None:
    page = visit("/staff/screens/layouts/", by=director)
    page.locator("li", has_text="Clock and prizes").get_by_role("button").click()
    cells = page.locator(".layout-cell")
    expect(cells).to_have_count(13)
    time = HouseLayout.objects.get().document["shapes"]["wide"][2]["cells"][4]
    page.locator("#layout-picture").set_input_files(
        files=[{"name": "x.png", "mimeType": "image/png", "buffer": png(3)}]  # type: ignore[list-item]
    )
    expect(cells).to_have_count(14)
    for name in ("Rotating news", "Sponsor"):
        page.locator(f".layout-cell[aria-label*='{name}']").focus()
        page.keyboard.press("Delete")
    expect(cells).to_have_count(12)
    # The cell that follows a deleted one has its focus, but is not selected.
    cells.first.focus()
    cells.last.focus()
    for side, value in (("h", 3), ("y", 21), ("x", 0), ("w", 24)):
        page.locator(f"#layout-{side}").fill(str(value))
        page.locator(f"#layout-{side}").press("Tab")
        expect(page.locator(f"#layout-{side}")).to_have_value(str(value))
    page.get_by_role("button", name="Place it there too").click()
    page.get_by_role("button", name="Save layout").click()
    expect(page.locator(".layout-bar [role=status]")).to_have_text("Saved")
    shapes = HouseLayout.objects.get().document["shapes"]
    # The picture took space from the time at first, and gave it back when it was moved.
    assert shapes["wide"][2]["cells"][4] == time
    heights = [cell["h"] for cell in shapes["wide"][1]["cells"]]
    # A break: the head keeps its rows, and the strip takes those of the time and of the prizes.
    assert (heights[:4], heights[-1]) == ([3, 3, 3, 2], 3), heights
    small = [
        (shape, cell)
        for shape in ("wide", "ultrawide")
        for one in shapes[shape]
        for cell in one["cells"]
        if cell["h"] < 2 and cell["show"][0]["kind"] in ("field", "text", "ticker")
    ]
    assert not small
    low = page.locator("[data-low]")
    expect(low).to_have_count(0)
    page.locator(".layout-cell").nth(3).focus()
    page.keyboard.press("Shift+ArrowUp")
    expect(low).to_have_text(re.compile(r"^Cell 4 is too low: "))


def test_a_flat_picture_gets_a_flat_place_in_all_arrangements(visit: Visit, director: Actor) -> None:
    page = visit("/staff/screens/layouts/", by=director)
    page.locator("li", has_text="Clock and prizes").get_by_role("button").click()
    cells = page.locator(".layout-cell")
    expect(cells).to_have_count(13)
    before = HouseLayout.objects.get().document["shapes"]
    strip = {"name": "strip.png", "mimeType": "image/png", "buffer": plain_png(100, 10)}
    page.locator("#layout-picture").set_input_files(files=[strip])  # type: ignore[list-item]
    expect(cells).to_have_count(14)
    for side, value in (("w", 6), ("h", 2)):
        page.locator(f"#layout-{side}").fill(str(value))
        page.locator(f"#layout-{side}").press("Tab")
        expect(page.locator(f"#layout-{side}")).to_have_value(str(value))
    page.get_by_role("button", name="Place it there too").click()
    expect(page.get_by_text("It is missing in:")).to_have_count(0)
    page.get_by_role("button", name="Save layout").click()
    expect(page.locator(".layout-bar [role=status]")).to_have_text("Saved")
    after = HouseLayout.objects.get().document["shapes"]
    for shape, arrangements in after.items():
        across, down = {"wide": (16, 9), "ultrawide": (21, 9), "upright": (9, 16)}[shape]
        for at, one in enumerate(arrangements):
            where = (shape, one.get("states"))
            picture = one["cells"][-1]
            assert picture["show"][0]["kind"] == "picture", where
            assert picture["w"] * across > 3 * picture["h"] * down, (where, picture)
            # All other cells keep their column, and are high enough for their letters.
            others = before[shape][at]["cells"]
            assert [(cell["x"], cell["w"]) for cell in one["cells"][:-1]] == [
                (cell["x"], cell["w"]) for cell in others
            ], where
            for cell, whole in zip(one["cells"], others, strict=False):
                kind = cell["show"][0]["kind"]
                assert cell["h"] >= min(whole["h"], LEAST_ROWS.get(kind, (1, 1))[shape == "upright"]), (
                    where,
                    cell,
                )
    # What the strip took is back once it is removed.
    cells.last.focus()
    page.keyboard.press("Delete")
    page.get_by_role("button", name="Save layout").click()
    expect(page.locator(".layout-bar [role=status]")).to_have_text("Saved")
    assert HouseLayout.objects.get().document["shapes"]["wide"][2] == before["wide"][2]


def places_pictures(page: Page) -> None:
    """Add a picture to one arrangement, then to all, and take it away; a logo has none of its own."""
    cells = page.locator(".layout-cell")
    before = cells.count()
    cells.first.focus()
    # The only file field adds a picture; the page says once where the room's logo is set.
    expect(page.locator("#layout-panel input[type=file]")).to_have_count(1)
    expect(page.get_by_role("link", name="Theme, logo, sponsor, sounds")).to_have_count(1)
    cells.nth(1).focus()
    picture = {"name": "x.png", "mimeType": "image/png", "buffer": png(3)}
    page.locator("#layout-picture").set_input_files(files=[picture])  # type: ignore[list-item]
    expect(cells).to_have_count(before + 1)
    missing = page.get_by_text("It is missing in:")
    expect(missing).to_have_text(
        re.compile(r"wide \(after the end\), wide \(break\), ultra-wide .*, upright\.$")
    )
    page.get_by_role("button", name="Place it there too").click()
    expect(missing).to_have_count(0)
    page.get_by_label("Shape").select_option("upright")
    expect(page.locator(".layout-cell[aria-label*=Picture]")).to_have_count(1)
    for _step in range(2):
        page.locator("#layout-bar").get_by_role("button", name="Undo").click()
    page.get_by_label("Shape").select_option("wide")
    expect(cells).to_have_count(before)


def test_the_editor_says_what_it_refuses_and_shows_what_an_undo_of_the_save_brings_back(
    visit: Visit, director: Actor
) -> None:
    page = visit("/staff/screens/layouts/", by=director)
    page.locator("li", has_text="Classic clock").get_by_role("button").click()
    page.locator(".layout-cell").nth(1).focus()
    added = page.locator(".notice", has_text="Added the layout “Classic clock”")
    expect(added.get_by_role("button", name="Undo")).to_be_visible()
    page.locator("#layout-name").fill("Bar left")
    page.locator("#layout-name").press("Tab")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bar left")
    expect(page).to_have_title(re.compile(r"^Bar left · "))
    page.locator(".layout-cell").nth(1).focus()
    width, alert = page.locator("#layout-w"), page.locator("#layout-panel [role=alert]")
    before = width.input_value()
    for label, field, values, low, high in (
        ("Width", width, ("", "0", "-3", "11.5", "30"), 1, 24),
        ("Left", page.locator("#layout-x"), ("-1", "24"), 0, 23),
    ):
        expect(page.get_by_label(label, exact=True)).to_have_accessible_description(f"{low} to {high}")
        held = field.input_value()
        for wrong in values:
            field.fill(wrong)
            field.press("Tab")
            expect(alert).to_have_text(f"Enter a whole number from {low} to {high}.")
            expect(field).to_have_value(held)
    expect(page.get_by_label("Shape")).to_have_accessible_description("Each shape has its own arrangement.")
    width.fill("24")
    width.press("Tab")
    expect(alert).to_have_text("Not changed: the cell would extend beyond the screen.")
    expect(width).to_have_value(before)
    # While a number is being typed, the cell stays where it is.
    width.press("Control+a")
    width.press_sequentially("12")
    chosen = page.locator(".layout-cell[aria-pressed=true]")
    assert chosen.evaluate("(one) => one.style.getPropertyValue('--w')") == before
    expect(alert).to_have_text("Not changed: the cell would extend beyond the screen.")
    width.fill(str(24 - int(page.locator("#layout-x").input_value())))
    width.press("Tab")
    expect(alert).to_have_text(re.compile(r"^Not changed: the cell would overlap cell \d+\.$"))
    # Another cell, state or shape removes what was said of this one.
    page.locator(".layout-cell").nth(2).focus()
    expect(alert).to_be_hidden()
    page.locator(".layout-cell").nth(1).focus()
    for label, value in (("State", "break"), ("Shape", "upright")):
        width.fill("24")
        width.press("Tab")
        expect(alert).to_be_visible()
        page.get_by_label(label, exact=True).select_option(value)
        expect(alert).to_be_hidden()
        if label == "State":
            expect(page.get_by_text("States with this arrangement: break")).to_be_visible()
        page.get_by_label(label, exact=True).select_option({"State": "running", "Shape": "wide"}[label])
        page.locator(".layout-cell").nth(1).focus()
    large = {"name": "x.png", "mimeType": "image/png", "buffer": b"x" * 1_100_000}
    page.locator("#layout-picture").set_input_files(files=[large])  # type: ignore[list-item]
    expect(alert).to_have_text("The picture is too large. It can have at most 1 MB.")
    # The name is what can be undone so far.
    for step in ("Undo", "Redo"):
        page.locator(".layout-bar").get_by_role("button", name=step).click()
        expect(alert).to_be_hidden()
    places_pictures(page)
    cells = page.locator(".layout-cell")
    count = cells.count()
    page.locator(".layout-cell").nth(1).focus()
    page.keyboard.press("Delete")
    page.get_by_role("button", name="Save layout").click()
    expect(page.locator(".layout-bar [role=status]")).to_have_text("Saved")
    expect(cells).to_have_count(count - 1)
    # The message has the former name of the layout.
    expect(added).to_have_count(0)
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(cells).to_have_count(count)
    expect(page.locator(".layout-bar [role=status]")).to_have_text("Saved")


def test_a_state_that_is_shown_as_another_one_can_be_arranged_separately(
    visit: Visit, director: Actor
) -> None:
    made = press(add_shipped_layout, by=director, key="classic", name="Bar").answer["layout"]
    page = visit(f"/staff/screens/layouts/{made}/", by=director)
    state, cells = page.get_by_label("State", exact=True), page.locator(".layout-cell")
    separately = page.get_by_role("button", name="Arrange this state separately")
    remove = page.get_by_role("button", name="Remove this arrangement")
    separately.click()
    expect(page.get_by_text("States with this arrangement: running")).to_be_visible()
    expect(separately).to_be_hidden()
    before = cells.count()
    cells.nth(1).focus()
    page.keyboard.press("Delete")
    for chosen, name in (("last_minute", "last minute"), ("final_table", "final table")):
        state.select_option(chosen)
        shown = f"The state “{name}” is shown as “running” until you arrange it separately."
        expect(page.get_by_text(shown)).to_be_visible()
        # Removing would remove the arrangement of "running".
        expect(remove).to_be_hidden()
        separately.click()
        expect(page.get_by_text(f"States with this arrangement: {name}")).to_be_visible()
        expect(separately).to_be_hidden()
        expect(cells).to_have_count(before - 1)
    remove.click()
    expect(page.get_by_text("The state “final table” is shown as “running”")).to_be_visible()
    # The arrangement of a more general state, made later, does not hide that of hand-for-hand.
    for chosen in ("hand_for_hand", "pause"):
        state.select_option(chosen)
        separately.click()
        expect(separately).to_be_hidden()
    state.select_option("hand_for_hand")
    expect(page.get_by_text("States with this arrangement: hand-for-hand")).to_be_visible()
    page.get_by_role("button", name="Save layout").click()
    expect(page.locator(".layout-bar [role=status]")).to_have_text("Saved")
    wide = HouseLayout.objects.get().document["shapes"]["wide"]
    assert [one.get("states", []) for one in wide] == [
        ["hand_for_hand"], ["last_minute"], ["pause"], ["running"], ["over"], ["break"], [],
    ]  # fmt: skip


def test_a_stored_layout_that_names_a_state_twice_is_repaired_in_the_editor(
    visit: Visit, director: Actor
) -> None:
    made = press(add_shipped_layout, by=director, key="classic", name="Bar").answer["layout"]
    row = HouseLayout.objects.get(pk=made)
    cells = row.document["shapes"]["wide"][-1]["cells"]
    row.document["shapes"]["wide"] = [
        {"states": ["running", "pause"], "cells": cells},
        {"states": ["running"], "cells": cells[:2]},
        {"cells": cells},
    ]
    row.save()
    page = visit(f"/staff/screens/layouts/{made}/", by=director)
    state = page.get_by_label("State", exact=True)
    separately = page.get_by_role("button", name="Arrange this state separately")
    remove = page.get_by_role("button", name="Remove this arrangement")
    state.select_option("hand_for_hand")
    expect(page.get_by_text("The state “hand-for-hand” is shown as “paused”")).to_be_visible()
    expect(separately).to_be_visible()
    expect(remove).to_be_hidden()
    state.select_option("running")
    expect(page.get_by_text("States with this arrangement: running, paused")).to_be_visible()
    page.locator("#layout-name").fill("Bar left")
    page.get_by_role("button", name="Save layout").click()
    expect(page.locator("#layout-panel [role=alert]")).to_have_text(
        "wide: The state “running” is named more than once. Each state can have only one arrangement."
    )
    separately.click()
    page.get_by_role("button", name="Save layout").click()
    expect(page.locator(".layout-bar [role=status]")).to_have_text("Saved")
    wide = HouseLayout.objects.get().document["shapes"]["wide"]
    assert [one.get("states", []) for one in wide] == [["running"], ["pause"], []]


def test_changes_by_others_are_not_overwritten_without_notice(visit: Visit, director: Actor) -> None:
    made = press(add_shipped_layout, by=director, key="classic", name="Bar").answer["layout"]
    address = f"/staff/screens/layouts/{made}/"
    first, second = visit(address, by=director), visit(address, by=director)
    for page, text in ((first, "Saved"), (second, "Not saved yet")):
        page.locator(".layout-cell").nth(1).focus()
        page.keyboard.press("Delete")
        # The second press of a double click is no change by someone else.
        page.get_by_role("button", name="Save layout").dblclick()
        expect(page.locator(".layout-bar [role=status]")).to_have_text(text)
    expect(first.locator("#layout-panel [role=alert]")).to_be_hidden()
    # Later changes on the same page do not count as those of someone else.
    first.locator(".layout-cell").nth(1).focus()
    first.keyboard.press("Delete")
    first.get_by_role("button", name="Save layout").click()
    expect(first.locator(".layout-bar [role=status]")).to_have_text("Saved")
    alert = second.locator("#layout-panel [role=alert]")
    expect(alert).to_have_text(re.compile("^This layout has been changed since you opened it."))
    # Only the panel says it: an additional message would cover its buttons.
    expect(second.get_by_text("This layout has been changed since you opened it.")).to_have_count(1)
    stored = HouseLayout.objects.get(pk=made).document
    second.get_by_role("button", name="Save as a new layout").click()
    expect(second.get_by_role("heading", level=1)).to_have_text("Bar 2")
    assert HouseLayout.objects.get(pk=made).document == stored
    press(remove_layout, by=director, layout=made)
    first.locator(".layout-cell").nth(1).focus()
    first.keyboard.press("Delete")
    first.get_by_role("button", name="Save layout").click()
    expect(first.locator("#layout-panel [role=alert]")).to_have_text(
        re.compile("^This layout has been removed.")
    )
    first.get_by_role("button", name="Save as a new layout").click()
    expect(first).not_to_have_url(re.compile(f"{re.escape(address)}$"))
    expect(first).to_have_url(re.compile(r"/staff/screens/layouts/\d+/$"))
    expect(first.get_by_role("heading", level=1)).to_have_text("Bar")
