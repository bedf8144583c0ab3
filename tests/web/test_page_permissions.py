"""Every staff page: which roles may open it, which are refused, and when a login is required."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from clock.commands.structures import save_structure
from clock.models import Structure
from players.commands.players import add_player
from tests.fixtures.room import club_night
from tests.web.addresses import addresses_of
from tests.web.visitors import ROLES, done, lines
from tourney.access.roles import Role
from tourney.commands import add_chip_set, set_field
from tourney.models import Token, User

PATTERNS = addresses_of(
    "office.books",
    "desk.page",
    "office.details",
    "office.structure_editor",
    "office.chip_sets",
    "office.event_structure",
    "shared.forms",
    "office.journal",
    "office.journal_export",
    "office.login_policy",
    "office.logins",
    "office.own_login",
    "office.own_password",
    "office.player_data",
    "office.player_phone",
    "office.players",
    "office.players_export",
    "office.players_files",
    "office.players_import",
    "office.room",
    "floor.rule_finder",
    "office.structure_files",
    "office.structure_suggestion",
    "office.structure_what_if",
    "office.structures",
    "office.tables",
    "office.tokens",
    "desk.void_sale",
)

pytestmark = pytest.mark.django_db

DIRECTOR = {Role.DIRECTOR}
FLOOR = {Role.DIRECTOR, Role.FLOOR}
DESK = {Role.DIRECTOR, Role.FLOOR, Role.DESK}
ALL = set(ROLES)

# Name of the address → roles that may open it.
PAGES: dict[str, set[Role]] = {
    "desk": DESK,
    "desk_event": DESK,
    "desk_find": DESK,
    "desk_person": DESK,
    "desk_other_events": DESK,
    "desk_voucher": DESK,
    "desk_refunds": DESK,
    "structures": ALL,
    "structure_new": DIRECTOR,
    "structure_suggestion": DIRECTOR,
    "structure_suggestion_part": DIRECTOR,
    "structure_import": DIRECTOR,
    "structure": ALL,
    "structure_rows": ALL,
    "structure_export": ALL,
    "event_structure": ALL,
    "event_structure_export": ALL,
    "journal": DESK,
    "journal_line": DESK,
    "journal_export": DESK,
    "event_journal": DESK,
    "event_journal_line": DESK,
    "event_journal_export": DESK,
    "books": ALL,
    "books_compare": ALL,
    "book": ALL,
    "book_edit": DIRECTOR,
    "book_copy": DIRECTOR,
    "rules": ALL,
    "rules_found": ALL,
    "people": DIRECTOR,
    "person": DIRECTOR,
    "login_policy": DIRECTOR,
    "own_login": ALL,
    "own_app": ALL,
    "own_password": ALL,
    "tokens": DIRECTOR,
    "room_settings": DIRECTOR,
    "chips": DIRECTOR,
    "chip_set": DIRECTOR,
    "tables": FLOOR,
    "players": DESK,
    "player": DESK,
    "player_data": FLOOR,
    "player_phone": DESK,
    "players_import": DESK,
    "players_export": FLOOR,
    "players_like": DESK,
    "details": DIRECTOR,
}
# These need a row of their own; the role matrix covers them.
WITH_A_ROW = {"player_photo", "players_import_file", "players_import_progress", "players_import_rejected"}
# Addresses that only accept forms → roles that may send them.
FORMS: dict[str, set[Role]] = {
    "desk_void": DESK,
    "room_undo": FLOOR,
    "undo": FLOOR,
    "structure_preview": ALL,
    "structure_what_if": DIRECTOR,
    "library_what_if": DIRECTOR,
    "structure_remove": DIRECTOR,
    "book_remove": DIRECTOR,
    "token_revoke": DIRECTOR,
    "table": FLOOR,
}


@pytest.fixture
def addresses(event: int) -> dict[str, str]:
    """Return every address with existing values."""
    done(save_structure, name="Library", levels=club_night())
    structure = Structure.objects.get(name="Library").pk
    player = done(add_player, name="Ann")["player"]
    done(set_field, event, entries=12, left=9)
    chips = [{"value": 25, "face": "#111111", "edge": "#ffffff"}]
    values = {
        "structure_id": structure,
        "chip_set_id": done(add_chip_set, name="Case", chips=chips)["chip_set"],
        "tournament_id": event,
        "seq": 1,
        "ending": "csv",
        "key": "tda",
        "user_id": 1,
        "token_id": 1,
        "number": 1,
        "player_id": player,
    }
    found = {}
    for pattern in PATTERNS:
        assert isinstance(pattern, URLPattern)
        name = str(pattern.name)
        if name in WITH_A_ROW:
            continue
        wanted = pattern.pattern.converters  # type: ignore[attr-defined]
        found[name] = reverse(name, kwargs={key: values[key] for key in wanted})
    return found


def test_every_address_is_in_one_of_the_lists() -> None:
    assert {str(pattern.name) for pattern in PATTERNS} == {*PAGES, *FORMS, *WITH_A_ROW}


def test_page_opens_only_to_permitted_roles(people: dict[Role, Client], addresses: dict[str, str]) -> None:
    addresses["person"] = f"/staff/people/{User.objects.order_by('pk').values_list('pk', flat=True)[0]}/"
    before = lines()
    # Entries about logins are not for all who read the journal; this one is about chips.
    addresses["journal_line"] = f"/staff/journal/{before}/"
    for name, allowed in PAGES.items():
        for role, client in people.items():
            answer = client.get(addresses[name])
            assert answer.status_code == (200 if role in allowed else 403), (name, role)
    assert lines() == before


def test_form_is_accepted_only_from_permitted_roles(
    people: dict[Role, Client], addresses: dict[str, str]
) -> None:
    for name, allowed in FORMS.items():
        for role, client in people.items():
            before = lines()
            answer = client.post(addresses[name], {"command_id": str(uuid.uuid4())})
            assert (answer.status_code == 403) is (role not in allowed), (name, role)
            if role not in allowed:
                assert lines() == before, (name, role)


def test_every_page_requires_a_login(client: Client, addresses: dict[str, str]) -> None:
    before = lines()
    for name, address in addresses.items():
        answer = client.post(address) if name in FORMS else client.get(address)
        assert answer.status_code == 302, name
        assert answer["Location"].startswith("/login/?next="), name
    assert lines() == before


def test_an_address_that_takes_forms_only_answers_no_look(
    people: dict[Role, Client], addresses: dict[str, str]
) -> None:
    for name in FORMS:
        assert people[Role.DIRECTOR].get(addresses[name]).status_code == 405, name


def test_a_form_without_the_pages_own_mark_is_refused(
    people: dict[Role, Client], addresses: dict[str, str]
) -> None:
    stranger = Client(enforce_csrf_checks=True)
    stranger.cookies = people[Role.DIRECTOR].cookies
    before = lines()
    answer = stranger.post(addresses["players"], {"name": "X", "command_id": str(uuid.uuid4())})
    assert answer.status_code == 403
    assert lines() == before


@pytest.mark.parametrize("number", [0, 999_999, 10**30])
def test_missing_item_is_reported(people: dict[Role, Client], number: int) -> None:
    director = people[Role.DIRECTOR]
    for path in (
        f"structures/{number}/",
        f"structures/{number}/rows/",
        f"structures/{number}/export.csv",
        f"t/{number}/structure/",
        f"t/{number}/journal/",
        f"t/{number}/details/",
        f"journal/{number}/",
        f"people/{number}/",
        f"room/players/{number}/",
        "books/nothing/",
        "books/nothing/edit/",
        "journal/export.xlsx",
    ):
        assert director.get(f"/staff/{path}").status_code == 404, path
    assert not Token.objects.filter(revoked_at__isnull=False).exists()


def test_no_page_shows_a_script_or_a_style_in_its_text(
    people: dict[Role, Client], addresses: dict[str, str]
) -> None:
    for name in PAGES:
        if name.endswith(("export", "rows")):
            continue
        page = people[Role.DIRECTOR].get(addresses[name]).content.decode()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=", page), name
        for script in re.findall(r"<script[^>]*>", page):
            # The import map has a nonce, and names files only.
            plain = ("src=", 'type="application/json"', 'type="importmap" nonce="')
            assert any(one in script for one in plain), name
