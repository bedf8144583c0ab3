"""The pages of the staff, by section: declared once for the top bar, the tabs, the bottom bar and the palette."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

from tourney.access import reads
from tourney.access.roles import Actor, Permission


@dataclass(frozen=True, slots=True)
class Page:
    """A page with an entry of its own.

    Attributes:
        name: of its address.
        label: of its link.
        permission: needed to open and use the page.
        parts: names of the addresses of pages reached from it, without an entry.
        beside: pages that share its entry, behind tabs on the page; the first one is the page itself.
    """

    name: str
    label: str | Promise
    permission: Permission = Permission.SEE_STAFF
    parts: tuple[str, ...] = ()
    beside: tuple["Page", ...] = ()

    def names(self) -> Iterator[str]:
        """Yield the names of all addresses that belong to the page."""
        yield self.name
        yield from self.parts
        for page in self.beside:
            yield from page.names() if page.name != self.name else page.parts


@dataclass(frozen=True, slots=True)
class Section:
    """Pages behind one entry of the bar. A section with one page for a role is called like that page.

    Attributes:
        key: its name in tests and styles.
        label: of its link.
        icon: a name of `web/templatetags/icons.py`.
        pages: in order; the first one a role may use is where the section opens.
    """

    key: str
    label: str | Promise
    icon: str
    pages: tuple[Page, ...]


ROOM = (
    Section(
        "live",
        lazy("Live"),
        "live",
        (
            Page(
                "hub",
                lazy("Live"),
                parts=("calendar", "past_events", "new_event", "new_home_game"),
            ),
        ),
    ),
    Section(
        "desk",
        lazy("Desk"),
        "desk",
        (
            Page("desk", lazy("Desk"), Permission.REGISTER_PLAYERS, parts=("desk_event",)),
            Page("till", lazy("My drawer"), Permission.REGISTER_PLAYERS),
            Page("till_receipts", lazy("Receipts"), reads.RECEIPTS, parts=("till_receipt",)),
            Page("till_drawers", lazy("All drawers"), reads.DRAWERS, parts=("till_drawer",)),
            Page("vouchers", lazy("Vouchers"), reads.VOUCHERS),
        ),
    ),
    Section(
        "cash",
        lazy("Cash room"),
        "cash",
        (
            Page("cash_room", lazy("Cash room"), Permission.SEAT_PLAYERS),
            Page("cash_dealer_tables", lazy("Cash tables"), reads.FLOOR, parts=("cash_dealer",)),
            Page("cash_takings", lazy("Takings and visits"), reads.CASH_VISITS),
        ),
    ),
    Section(
        "displays",
        lazy("Displays"),
        "displays",
        (
            Page("displays", lazy("Displays"), Permission.MANAGE_SCREENS, parts=("pair_event",)),
            Page("display_groups", lazy("Groups and rotations"), Permission.MANAGE_SCREENS),
            Page("layouts", lazy("Layouts"), Permission.MANAGE_SCREENS, parts=("layout", "layout_import")),
            Page("announcements", lazy("Announcements"), Permission.MANAGE_SCREENS),
            Page("triggers", lazy("Triggers"), Permission.MANAGE_SCREENS),
            Page("overlays", lazy("Stream overlays"), Permission.MANAGE_SCREENS),
        ),
    ),
    Section(
        "players",
        lazy("Players"),
        "players",
        (
            Page(
                "players",
                lazy("Players"),
                reads.PLAYERS,
                parts=(
                    "player",
                    "player_data",
                    "player_phone",
                    "players_import",
                    "players_import_file",
                    "players_retention",
                ),
            ),
            Page(
                "seasons",
                lazy("Seasons"),
                reads.PLAYERS,
                parts=("season_lists", "season_settings", "staff_championship"),
            ),
        ),
    ),
    Section(
        "setup",
        lazy("Set-up"),
        "setup",
        (
            Page(
                "structures",
                lazy("Structures"),
                # All staff may read them; those who run clocks use them.
                Permission.RUN_CLOCK,
                parts=("structure", "structure_new", "structure_suggestion", "structure_import"),
            ),
            Page("planning", lazy("Weekly plans"), Permission.MANAGE_EVENTS, parts=("template_import",)),
            Page(
                "chips",
                lazy("Chip sets"),
                Permission.MANAGE_EVENTS,
                parts=("chip_set", "chip_set_import"),
            ),
            Page("tables", lazy("Tables"), Permission.MANAGE_TABLES),
            Page("cash_games", lazy("Cash games"), Permission.MANAGE_TABLES, parts=("cash_game",)),
            Page("dealers", lazy("Dealers"), reads.DEALERS, parts=("dealers_history",)),
            Page(
                "books",
                lazy("Rulebooks"),
                beside=(
                    Page(
                        "books", lazy("Rulebooks"), parts=("book", "book_edit", "book_copy", "books_compare")
                    ),
                    Page("rules", lazy("Find a rule")),
                    Page("rulings", lazy("Rulings"), reads.JOURNAL, parts=("ruling_correct",)),
                ),
            ),
            Page(
                "people",
                lazy("Staff"),
                reads.LOGINS,
                beside=(
                    Page("people", lazy("Logins"), reads.LOGINS, parts=("person",)),
                    Page("tokens", lazy("Tokens"), reads.LOGINS),
                    Page("login_policy", lazy("Policy"), reads.LOGINS),
                ),
            ),
            Page(
                "room_settings",
                lazy("Room"),
                Permission.MANAGE_EVENTS,
                beside=(
                    Page("room_settings", lazy("Settings"), Permission.MANAGE_EVENTS),
                    Page("desk_settings", lazy("Desk"), Permission.SET_REGISTRATION),
                    Page("webhooks", lazy("Webhooks"), reads.WEBHOOKS, parts=("webhook",)),
                ),
            ),
            Page("journal", lazy("Journal"), reads.JOURNAL, parts=("journal_line", "audit")),
        ),
    ),
)
EVENT = (
    Section(
        "clock",
        lazy("Clock"),
        "clock",
        (Page("remote", lazy("Clock"), parts=("home_game", "home_game_names")),),
    ),
    Section(
        "floor",
        lazy("Floor"),
        "floor",
        (
            Page("floor", lazy("Map"), Permission.SEAT_PLAYERS),
            Page("waiting_list", lazy("Waiting list"), reads.BOOKINGS),
            Page("stack_counts", lazy("Chip count"), Permission.SEAT_PLAYERS),
            Page("dealer_tables", lazy("Tablets"), reads.FLOOR, parts=("dealer",)),
            Page("event_rulings", lazy("Rulings"), reads.JOURNAL),
        ),
    ),
    Section(
        "entries",
        lazy("Entries"),
        "entries",
        (Page("entries", lazy("Entries"), reads.BOOKINGS),),
    ),
    Section(
        "money",
        lazy("Money"),
        "money",
        (
            Page("prizes", lazy("Prizes"), Permission.PAY_OUT),
            Page("deal", lazy("Deal"), reads.DEAL),
            Page("payouts", lazy("Payouts"), reads.PAYOUTS),
            Page("event_money", lazy("Takings"), Permission.MANAGE_MONEY),
            Page("event_tickets", lazy("Tickets"), reads.VOUCHERS),
        ),
    ),
    Section(
        "results",
        lazy("Results"),
        "results",
        (Page("event_results", lazy("Results"), parts=("result_note",)),),
    ),
    Section(
        "event_setup",
        lazy("Set-up"),
        "setup",
        (
            Page("event_structure", lazy("Structure")),
            Page("registration", lazy("Registration"), Permission.REGISTER_PLAYERS),
            Page("event_stages", lazy("Flights and days"), Permission.SEAT_PLAYERS),
            Page("event_tables", lazy("Tables and draw"), Permission.SEAT_PLAYERS),
            Page("event_chips", lazy("Chips"), Permission.SEAT_PLAYERS),
            Page("details", lazy("Details"), Permission.MANAGE_EVENTS),
            Page("event_journal", lazy("Journal"), reads.JOURNAL, parts=("event_journal_line",)),
        ),
    ),
)


def _by_name(sections: tuple[Section, ...]) -> dict[str, tuple[Section, Page]]:
    found = {}
    for section in sections:
        for page in section.pages:
            for name in page.names():
                if name in found:
                    raise ValueError(f"The page {name} has two entries.")
                found[name] = (section, page)
    return found


# Pages of a person's own login: in no section; linked on every page, next to “Log out”.
OWN = frozenset({"own_login", "own_app", "own_password"})
_IN_ROOM, _IN_EVENT = _by_name(ROOM), _by_name(EVENT)


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it is rendered.

    Attributes:
        key: of the section, or the name of the page.
        current: "page", "true" (a section that contains the page) or "".
        pages: of a section: its pages for this role.
    """

    key: str
    label: str
    address: str
    icon: str = ""
    current: str = ""
    pages: tuple["Link", ...] = ()


@dataclass(frozen=True, slots=True)
class Navigation:
    """The navigation of a page, for a role.

    Attributes:
        room, event: the sections; `event` is empty outside an event.
        pages: the pages of the current section, if there are several.
        section: the label of the current section.
        page: the label of the current page's entry.
        tabs: the tabs on the page.
        own: whether this is a page of the person's own login.
    """

    room: tuple[Link, ...]
    event: tuple[Link, ...]
    pages: tuple[Link, ...]
    section: str
    page: str
    tabs: tuple[Link, ...]
    own: bool


def is_of_event(name: str) -> bool:
    """Return whether an address is one of an event's pages."""
    return name in _IN_EVENT


def navigation(actor: Actor, name: str, event: int | None) -> Navigation:
    """Return the navigation of a page.

    Args:
        actor: who reads the page.
        name: of its address; "" for a page of nobody's section, such as an error.
        event: the event whose page it is, or None.
    """
    here = (_IN_EVENT if event is not None else _IN_ROOM).get(name)
    room = _links(ROOM, actor, name, None, here)
    of_event = () if event is None else _links(EVENT, actor, name, event, here)
    current = next((link for link in (*of_event, *room) if link.current), None)
    tabs: tuple[Link, ...] = ()
    if here is not None and here[1].beside:
        tabs = _allowed(here[1].beside, actor, name, event)
    return Navigation(
        room=room,
        event=of_event,
        pages=current.pages if current is not None and len(current.pages) > 1 else (),
        section="" if current is None else current.label,
        page="" if here is None else str(here[1].label),
        tabs=tabs if len(tabs) > 1 else (),
        own=name in OWN,
    )


def _links(
    sections: tuple[Section, ...],
    actor: Actor,
    name: str,
    event: int | None,
    here: tuple[Section, Page] | None,
) -> tuple[Link, ...]:
    found = []
    for section in sections:
        pages = _allowed(section.pages, actor, name, event)
        if not pages:
            continue
        alone = len(pages) == 1
        inside = here is not None and here[0] is section
        found.append(
            Link(
                section.key,
                pages[0].label if alone else str(section.label),
                pages[0].address,
                section.icon,
                "" if not inside else "page" if alone else "true",
                pages,
            )
        )
    return tuple(found)


def _allowed(pages: tuple[Page, ...], actor: Actor, name: str, event: int | None) -> tuple[Link, ...]:
    return tuple(
        Link(
            page.name,
            str(page.label),
            reverse(page.name, args=[] if event is None else [event]),
            current="page" if name in page.names() else "",
        )
        for page in pages
        if actor.may(page.permission)
    )


def of_request(request: HttpRequest) -> tuple[str, int | None]:
    """Return the name of a request's page, and the event whose page it is."""
    match = request.resolver_match
    name = "" if match is None else str(match.url_name or "")
    event = match.kwargs.get("tournament_id") if match is not None and is_of_event(name) else None
    return name, event
