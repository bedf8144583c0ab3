"""The navigation of the staff: every page is in one section, and every link opens for its role."""

import re
from typing import Any

import pytest
from django.test import Client

from clock.commands.structures import save_structure
from displays.commands.layouts import add_shipped_layout
from players.models import PlayerImport
from prizes.commands.payouts import set_payout
from rulings.commands.rulings import note_ruling
from seating.commands import bust
from seating.models import DealerTable
from tests.examples import in_soak
from tests.fixtures.room import club_night
from tests.matrix.viewers import ROLES, Room, page_patterns
from tests.web.test_players_import import large, page_of, upload
from tests.web.till_room import drawer_of, drawn, event, on_sale, sold_to
from tests.web.visitors import client_of, done, text_of
from tourney.access.roles import Actor, Role
from tourney.commands import add_chip_set
from tourney.models import Tournament
from web.shared import navigation
from webhooks.commands.webhooks import add_webhook

__all__ = ["event"]
pytestmark = pytest.mark.django_db
# Addresses of staff that are no pages with a navigation: files, data, parts of pages, forms, and paper.
NO_PAGES = set(
    """
    template_export chip_set_export trigger_sentence layout_preview layout_export layout_picture
    bounties_open championship_file command deal_now deal_preview desk_find desk_other_events desk_voucher
    desk_person desk_refunds desk_void event_end event_journal_export event_structure_export floor_people
    floor_penalty bounty_leaders_file journal_export payout_vouchers payout_slips penalties_file
    player_photo players_export players_import_progress players_import_rejected players_like print_booking print_cards
    print_championship print_deal print_drawer print_entry print_expected print_moves print_vouchers print_receipt
    print_results print_seats print_till prizes_preview race_slips results_file room_undo ruling_keep ruling_photo
    print_chips rules_found structure_export structure_preview structure_remove structure_rows
    structure_suggestion_part structure_what_if table till_export token_revoke undo library_what_if
    book_remove room_command new_event_preview palette_search entries_file stacks_file bag_slips bag_list
    season_file audit_file audit_key print_season print_certificate cash_free_tables cash_dealer_money cash_visits_file
    cash_takings_file
    """.split()  # noqa: SIM905
)


class Page:
    """The bars of a page."""

    def __init__(self, text: str) -> None:
        self.navs = {
            label: re.findall(r'<a href="([^"]+)"(?: aria-current="(page|true)")?', inside)
            for label, inside in re.findall(
                r'<nav class="[^"]*" aria-label="([^"]*)">(.*?)</nav>', text, re.S
            )
        }

    @property
    def links(self) -> set[str]:
        """Return the addresses of all links."""
        return {address for links in self.navs.values() for address, _current in links}

    def marked(self, *labels: str) -> list[str]:
        """Return the marked links of these bars."""
        return [address for label in labels for address, current in self.navs.get(label, []) if current]


def bars_of(client: Client, path: str) -> Page:
    """Return the bars of a page that opens."""
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return Page(text_of(answer))


CHIPS = [{"value": 25, "face": "#111111", "edge": "#ffffff"}]


@pytest.fixture
def room(event: int, desk: Actor, director: Actor) -> Room:
    """Make a room in which every page has something to show."""
    found = Room(on_sale(event))
    done(set_payout, event, method="table")
    drawer = drawer_of(desk)
    sale = sold_to(desk, event, "Ann Miller")
    sold_to(desk, event, "Bea Novak")
    drawn(event)
    done(bust, event, entry=sale["entry"])
    structure = done(save_structure, name="Library", levels=club_night())["structure"]
    ruling = done(note_ruling, event, text="Ruled so")["ruling"]
    page_of(upload(found.pages["director"], large("Anna Berger,1990-05-30")))
    found.values |= {
        "drawer_id": str(drawer),
        "receipt_id": str(sale["receipt"]),
        "entry_id": str(sale["entry"]),
        "ruling_id": str(ruling),
        "import_id": str(PlayerImport.objects.get().pk),
        "structure_id": str(structure),
        "webhook_id": str(
            done(add_webhook, name="Site", url="https://club.example/hook", kinds=["player.out"])["webhook"]
        ),
        "layout_id": str(done(add_shipped_layout, key="classic", name="Library")["layout"]),
        "chip_set_id": str(done(add_chip_set, name="Case", chips=CHIPS)["chip_set"]),
    }
    return found


def pages() -> dict[str, str]:
    """Return the pattern of each page of the staff, by name."""
    return {name: path for name, path in page_patterns() if path.startswith(("staff/", "do/"))}


def test_every_page_of_the_staff_has_its_place() -> None:
    named = {
        name
        for section in (*navigation.ROOM, *navigation.EVENT)
        for page in section.pages
        for name in page.names()
    }
    assert named | NO_PAGES | navigation.OWN == set(pages())
    assert not named & NO_PAGES


@pytest.mark.parametrize(
    "role", [role if role in ("director", "dealer") else in_soak(role) for role in ROLES]
)
def test_every_link_opens_and_each_page_marks_one_section(room: Room, role: str) -> None:
    client, opened, links = room.pages[role], set(), set()
    for name, pattern in pages().items():
        if name in NO_PAGES:
            continue
        address = room.address(pattern)
        answer = client.get(address, follow=True)
        if answer.status_code != 200:
            # Drawers, receipts and imports of others are not found.
            others = name in {"till_drawer", "till_receipt", "players_import_file"} and role != "dealer"
            assert answer.status_code == (404 if others else 403), name
            continue
        opened.add(name)
        shown = Page(text_of(answer))
        links |= shown.links
        here = "This event" if navigation.is_of_event(name) else "Main"
        # A dealer may read the season lists, but has no use for the players' section.
        expected = 0 if (role, name) == ("dealer", "staff_championship") or name in navigation.OWN else 1
        assert ('aria-current="true" title=' in text_of(answer)) == (name in navigation.OWN), name
        assert len(shown.marked("Main", "This event")) == expected, name
        assert len(shown.marked(here)) == expected, name
        assert len(shown.marked("Sections")) == expected, name
        assert len(shown.marked(*(set(shown.navs) - {"Main", "This event", "Sections"}))) <= 2, name
    assert {"hub", "remote"} <= opened
    for address in sorted(links):
        assert client.get(address).status_code in {200, 302}, address


def test_a_director_opens_every_page(room: Room) -> None:
    for name, pattern in pages().items():
        if name not in NO_PAGES:
            assert bars_of(room.pages["director"], room.address(pattern)), name


def test_the_title_of_each_page_of_an_event_names_it(room: Room) -> None:
    name = Tournament.objects.get(pk=room.values["tournament_id"]).name
    for page, pattern in page_patterns():
        # The desk's script names the event that is selected; displays are the room's.
        if "<id:tournament_id>" not in pattern or page in NO_PAGES | {"desk_event", "pair_event"}:
            continue
        answer = room.pages["director"].get(room.address(pattern), follow=True)
        title = re.search(r"<title>(.*?)</title>", text_of(answer), re.S)
        if title is not None and answer.redirect_chain == []:
            assert name in title[1], (page, title[1])


def labels(links: tuple[navigation.Link, ...]) -> list[str]:
    """Return the labels of links."""
    return [link.label for link in links]


@pytest.mark.parametrize(
    ("role", "in_room", "in_event"),
    [
        (
            Role.DIRECTOR,
            ["Live", "Desk", "Cash room", "Displays", "Players", "Set-up"],
            ["Clock", "Floor", "Entries", "Money", "Results", "Set-up"],
        ),
        (
            Role.FLOOR,
            ["Live", "Desk", "Cash room", "Displays", "Players", "Set-up"],
            ["Clock", "Floor", "Entries", "Money", "Results", "Set-up"],
        ),
        (
            Role.DESK,
            ["Live", "Desk", "Cash room", "Players", "Set-up"],
            ["Clock", "Floor", "Entries", "Money", "Results", "Set-up"],
        ),
        (Role.DEALER, ["Live", "Cash tables", "Rulebooks"], ["Clock", "Tablets", "Results", "Structure"]),
    ],
)
def test_each_role_sees_its_sections(role: Role, in_room: list[str], in_event: list[str]) -> None:
    actor = Actor("user:1", "x", role)
    assert labels(navigation.navigation(actor, "hub", None).room) == in_room
    assert labels(navigation.navigation(actor, "remote", 7).event) == in_event


def test_a_section_with_one_page_has_no_second_row() -> None:
    dealer = Actor("user:1", "x", Role.DEALER)
    found = navigation.navigation(dealer, "dealer", 7)
    assert [(link.label, link.current) for link in found.event if link.current] == [("Tablets", "page")]
    assert found.pages == ()


def test_pages_beside_each_other_share_an_entry_and_have_tabs() -> None:
    director = Actor("user:1", "x", Role.DIRECTOR)
    found = navigation.navigation(director, "tokens", None)
    assert [link.key for link in found.pages if link.current] == ["people"]
    assert [(link.key, link.current) for link in found.tabs] == [
        ("people", ""),
        ("tokens", "page"),
        ("login_policy", ""),
    ]


def test_public_pages_and_errors_mark_nothing(room: Room) -> None:
    director = room.pages["director"]
    for path, status in (("/", 200), (f"/events/{room.event}/", 200), ("/staff/nothing/", 404)):
        answer = director.get(path)
        assert answer.status_code == status
        shown = Page(text_of(answer))
        assert "Main" in shown.navs
        assert shown.marked("Main", "This event", "Sections") == []
    assert not Page(text_of(Client().get("/"))).navs.keys() & {"Main", "Sections"}


def test_every_page_of_an_event_has_its_clock_except_a_tablet_with_its_own(room: Room) -> None:
    for name, pattern in pages().items():
        if navigation.is_of_event(name):
            text = text_of(room.pages["director"].get(room.address(pattern)))
            assert text.count('id="event-strip"') == (name != "dealer"), name


def test_first_steps_are_shown_to_directors(event: int, director: Actor, floor: Actor) -> None:
    steps = 'id="first-steps"'
    assert steps in client_of(director).get("/staff/").content.decode()
    assert steps not in client_of(floor).get("/staff/").content.decode()


def landed(actor: Actor) -> str:
    """Return where a logged-in browser is sent from the login page."""
    answer: Any = client_of(actor).get("/login/")
    assert answer.status_code == 302
    return str(answer["Location"])


def test_each_role_lands_where_it_works(
    event: int, desk: Actor, floor: Actor, director: Actor, person: Any
) -> None:
    assert landed(director) == "/staff/"
    assert landed(floor) == "/staff/"
    assert landed(desk) == "/staff/desk/"
    dealer = person("new-dealer", Role.DEALER)
    assert landed(dealer) == f"/staff/t/{event}/dealer/"


def test_a_dealer_with_a_table_lands_on_its_tablet(event: int, person: Any, make_event: Any) -> None:
    on_sale(event)
    make_event(name="Other")
    dealer = person("new-dealer", Role.DEALER)
    DealerTable.objects.all().delete()
    assert landed(dealer) == "/staff/"
    DealerTable.objects.create(number=2, user_id=int(dealer.key.removeprefix("user:")))
    assert landed(dealer) == f"/staff/t/{event}/dealer/2/"
