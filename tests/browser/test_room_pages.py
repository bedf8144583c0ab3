"""People, tokens, chips, tables, players and an event's details in a real browser."""

from pathlib import Path

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from playwright.sync_api import expect

from players.commands.players import add_player
from seating.commands import add_tables
from tests.browser.rooms import PHONE, Visit, no_barriers, no_barriers_in, turn_to
from tests.examples import in_soak
from tests.fixtures.room import PASSWORD, press
from tests.fixtures.sound import wav
from tourney.access.roles import FIRST_START, Actor
from tourney.access.viewers import token_of
from tourney.commands import add_chip_set
from tourney.models import ChipSet, Tournament, User

pytestmark = [pytest.mark.browser, pytest.mark.processes]
# The smallest PNG there is: one grey dot.
DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a49444154789c63680000008200817ef6be150000000049454e44ae426082"
)


@pytest.mark.soak
def test_the_own_password_is_asked_for_while_a_director_is_chosen(visit: Visit, director: Actor) -> None:
    # The server of the tests knows the product's hashes only, not the fast ones of this process.
    User.objects.update(password=PBKDF2PasswordHasher().encode(PASSWORD, "salt" * 6))
    page = visit("/staff/people/", director)
    own = page.get_by_label("Your password")
    expect(own).to_be_hidden()
    page.get_by_label("Name", exact=True).fill("mona")
    page.get_by_label("Role", exact=True).select_option("director")
    page.get_by_label("Password", exact=True).fill("a long enough secret")
    no_barriers(page)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(own).to_have_attribute("aria-invalid", "true")
    own.fill(PASSWORD)
    page.get_by_label("Password", exact=True).fill("a long enough secret")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".notice.is-good")).to_contain_text("Added mona")
    expect(own).to_be_hidden()


@pytest.mark.soak
def test_a_login_is_added_and_can_log_in(visit: Visit, director: Actor) -> None:
    page = visit("/staff/people/", director)
    page.get_by_label("Name", exact=True).fill("anna")
    page.get_by_label("Password", exact=True).fill("short")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_label("Password", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Name", exact=True)).to_have_value("anna")
    expect(page.get_by_label("Password", exact=True)).to_have_value("")
    page.get_by_label("Password", exact=True).fill("a long enough secret")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".notice.is-good")).to_contain_text("Added anna")
    door = visit("/login/")
    door.locator("[name=username]").fill("anna")
    door.locator("[name=password]").fill("a long enough secret")
    door.locator("main form").get_by_role("button").click()
    expect(door).to_have_url(f"{page.url.split('/staff')[0]}/staff/")


def test_a_secret_is_there_once_and_revoking_asks_first(visit: Visit, director: Actor) -> None:
    page = visit("/staff/people/tokens/", director)
    page.get_by_label("Purpose").fill("Scoreboard")
    page.get_by_role("button", name="Issue", exact=True).click()
    secret = page.locator(".secret-text").input_value()
    assert token_of(secret) is not None
    page.goto(page.url)
    expect(page.locator(".secret-text")).to_have_count(0)
    page.locator(".sure summary").click()
    page.get_by_role("button", name="Revoke permanently").click()
    expect(page.locator(".badge", has_text="revoked")).to_be_visible()
    assert token_of(secret) is None


def test_chips_are_drawn_while_their_colours_are_chosen(visit: Visit, director: Actor) -> None:
    page = visit("/staff/room/chips/", director)
    first = page.locator(".chip-edit-row").first
    first.locator("[name=face]").fill("#aa1122")
    expect(first.locator("svg circle").first).to_have_attribute("fill", "#aa1122")
    first.locator("[name=value]").fill("5")
    expect(first.locator("svg")).to_have_attribute("aria-label", "5")
    page.get_by_role("button", name="Add chip", exact=True).click()
    expect(page.locator(".chip-edit-row")).to_have_count(8)
    page.locator(".chip-edit-row").last.locator("[name=value]").fill("100'000")
    page.get_by_label("Name", exact=True).fill("New case")
    page.get_by_role("button", name="Add chip set").click()
    expect(page.locator(".notice.is-good")).to_be_visible()
    values = [chip.value for chip in ChipSet.objects.get(name="New case").chips.all()]
    assert values == [5, 100, 500, 1000, 5000, 25_000, 100_000]


@pytest.mark.soak
def test_a_logo_is_shown_and_the_event_closed(
    visit: Visit, director: Actor, event: int, tmp_path: Path
) -> None:
    file = tmp_path / "logo.png"
    file.write_bytes(DOT)
    page = visit(f"/staff/t/{event}/details/", director)
    page.get_by_label("Picture").set_input_files(file)
    page.get_by_role("button", name="Use this picture").click()
    expect(page.get_by_alt_text("Current logo")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.logo-now').naturalWidth === 1")
    page.get_by_role("button", name="Close event").click()
    # The results follow, with the undo.
    page.wait_for_url(f"**/staff/t/{event}/results/")
    expect(page.get_by_text("Closed the event")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Undid")).to_be_visible()
    assert Tournament.objects.get(pk=event).closed_at is None


@pytest.mark.soak
def test_a_sound_of_displays_is_heard_before_it_is_used(
    visit: Visit, director: Actor, tmp_path: Path
) -> None:
    for name, data in {"gong.wav": wav(3), "broken.wav": wav()[:40]}.items():
        (tmp_path / name).write_bytes(data)
    page = visit("/staff/room/", director)
    row = page.get_by_role("form", name="End of a level")
    row.get_by_role("button", name="Play", exact=True).click()
    row.get_by_role("button", name="Stop playing").click()
    expect(row.get_by_role("button", name="Use this sound")).to_be_hidden()
    row.get_by_label("End of a level").set_input_files(tmp_path / "broken.wav")
    row.get_by_role("button", name="Play", exact=True).click()
    expect(row.locator(".own-sound-state")).to_contain_text("This browser cannot play the file.")
    row.get_by_label("End of a level").set_input_files(tmp_path / "gong.wav")
    expect(row.locator(".own-sound-state")).to_be_hidden()
    row.get_by_role("button", name="Use this sound").click()
    expect(row).to_contain_text("Custom sound")
    with page.expect_response("**/media/*.wav") as loaded:
        row.get_by_role("button", name="Play", exact=True).click()
    assert loaded.value.header_value("Content-Type") == "audio/wav"
    row.get_by_role("button", name="Stop playing").click()
    row.get_by_role("button", name="Use the built-in sound").click()
    expect(row).to_contain_text("Built-in sound")
    page.locator(".notice").get_by_role("button", name="Undo").click()
    expect(row).to_contain_text("Custom sound")


def test_a_file_over_the_limit_is_named_at_its_field_and_not_uploaded(visit: Visit, director: Actor) -> None:
    page = visit("/staff/room/", director)
    logo = page.get_by_label("Logo", exact=True)
    fault = page.get_by_text("This file is too large. It can have at most 1 MB.")
    large = {"name": "logo.png", "mimeType": "image/png", "buffer": DOT + bytes(2**20)}
    logo.set_input_files(files=[large])  # type: ignore[list-item]
    expect(fault).to_be_visible()
    expect(logo).to_have_attribute("aria-invalid", "true")
    logo.set_input_files(files=[{**large, "buffer": b""}])  # type: ignore[list-item]
    expect(page.get_by_text("This file is empty.")).to_be_visible()
    # The errors of a file disappear once another one is chosen.
    form = page.locator("form", has=logo)
    logo.set_input_files(files=[{**large, "buffer": b"text"}])  # type: ignore[list-item]
    form.locator(".form-actions button").first.click()
    expect(page.get_by_text("Only PNG, JPEG and WebP pictures are supported.")).to_have_count(2)
    logo.set_input_files(files=[large])  # type: ignore[list-item]
    expect(fault).to_be_visible()
    expect(page.get_by_text("Only PNG, JPEG and WebP pictures are supported.")).to_have_count(0)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    form.locator(".form-actions button").first.click()
    expect(logo).to_be_focused()
    assert "POST" not in sent
    logo.set_input_files(files=[{**large, "buffer": DOT}])  # type: ignore[list-item]
    expect(fault).to_be_hidden()
    form.locator(".form-actions button").first.click()
    expect(page.get_by_text("Changed the logo of the displays")).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "scheme"),
    [(None, "light"), in_soak(PHONE, "dark")],
    ids=["laptop-light", "phone-dark"],
)
def test_page_is_accessible_and_fits_its_width(
    visit: Visit, director: Actor, event: int, size: object, scheme: str
) -> None:
    press(add_tables, by=FIRST_START, first=1, last=2)
    press(add_player, by=FIRST_START, name="Ann", nickname="Ace")
    press(add_chip_set, by=FIRST_START, name="A", chips=[{"value": 25, "face": "#111111", "edge": "#eeeeee"}])
    me = director.key.removeprefix("user:")
    paths = [
        "people/",
        f"people/{me}/",
        "people/tokens/",
        "room/",
        "room/chips/",
        "room/tables/",
        "room/players/",
    ]
    page = visit("/staff/room/", director, size=size, color_scheme=scheme)
    for path in (*paths, f"t/{event}/details/", "structures/import/"):
        turn_to(page, f"/staff/{path}")
        no_barriers(page, looks_alone=scheme == "dark")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
        no_barriers_in(page, PHONE, "dark", fit=False)
