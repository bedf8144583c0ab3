"""The journal page in a real browser."""

import csv
import io

import pytest
from playwright.sync_api import Page, expect

from clock.commands.clock import pause, start
from players.commands.players import add_player
from players.models import Player
from tests.browser.rooms import PHONE, Visit, kinds, no_barriers, no_barriers_in, turn_to
from tests.examples import in_soak
from tests.fixtures.room import press
from tourney.access.roles import FIRST_START, Actor
from tourney.commands import set_field
from tourney.models import JournalEntry, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def journal_of(event: int) -> str:
    """Return the address of an event's journal."""
    return f"/staff/t/{event}/journal/"


def texts(page: Page) -> list[str]:
    """Return the texts of the journal entries, from the top."""
    return [text.strip() for text in page.locator(".line-text").all_inner_texts()]


def test_journal_entry_is_found_read_and_undone(visit: Visit, director: Actor, event: int) -> None:
    press(set_field, event, by=FIRST_START, entries=27, left=19)
    press(start, event, by=director)
    press(pause, event, by=director)
    page = visit(journal_of(event), director)
    assert len(texts(page)) == 3
    page.get_by_label("What", exact=True).select_option("field")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".line")).to_have_count(1)
    assert "27" in texts(page)[0]
    page.locator(".line").first.locator("summary").click()
    expect(page.locator(".changes")).to_contain_text("Players left")
    page.locator("#line-1").get_by_role("button").click()
    expect(page.locator(".notice.is-success")).to_contain_text("Undid #1")
    expect(page.locator(".line.is-undone")).to_contain_text("undone by #4")
    assert Tournament.objects.get(pk=event).counted_entries == 0


@pytest.mark.soak
def test_refused_undo_gives_its_reason_and_changes_nothing(visit: Visit, director: Actor, event: int) -> None:
    press(set_field, event, by=director, entries=27, left=19)
    press(set_field, event, by=director, entries=28, left=20)
    page = visit(journal_of(event), director)
    page.locator("#line-1").get_by_role("button").click()
    expect(page.locator(".notice[role=alert]")).to_contain_text("Undo it first")
    assert Tournament.objects.get(pk=event).counted_entries == 28


def test_an_undo_pressed_twice_in_a_row_happens_once(visit: Visit, director: Actor) -> None:
    press(add_player, by=FIRST_START, name="Ann")
    page = visit("/staff/journal/", director)
    seq = JournalEntry.journal(None).get(kind="player.add").seq
    page.locator(f"#line-{seq}").get_by_role("button").dblclick()
    expect(page.locator(".notice.is-good")).to_contain_text("Undid #")
    assert kinds(None).count("room.undo") == 1
    assert not Player.objects.exists()


@pytest.mark.soak
def test_the_journal_is_taken_along_as_a_file(visit: Visit, director: Actor, event: int) -> None:
    press(start, event, by=director)
    page = visit(f"{journal_of(event)}?kind=clock", director)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="CSV").click()
    text = waiting.value.path().read_text(encoding="utf-8-sig")
    assert waiting.value.suggested_filename.startswith("journal-")
    assert [row["Kind"] for row in csv.DictReader(io.StringIO(text))] == ["clock.start"]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "scheme"),
    [(None, "light"), in_soak(PHONE, "dark")],
    ids=["laptop-light", "phone-dark"],
)
def test_page_is_accessible_and_fits_its_width(
    visit: Visit, director: Actor, event: int, size: object, scheme: str
) -> None:
    press(set_field, event, by=director, entries=27, left=19)
    press(set_field, event, by=director, entries=28, left=19)
    page = visit("/staff/journal/", director, size=size, color_scheme=scheme)
    for path in (
        journal_of(event),
        "/staff/journal/",
        f"{journal_of(event)}1/",
        f"{journal_of(event)}?since=x",
    ):
        turn_to(page, path)
        if page.locator(".line summary").count():
            page.locator(".line summary").first.click()
        no_barriers(page, looks_alone=scheme == "dark")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        no_barriers_in(page, PHONE, "dark", fit=False)
