"""The role matrix: which viewer is admitted to every address, operation and board.

Addresses, operations, boards and commands come from the registries; one missing in these tables fails.
Commands are compared with the table of roles, which `tests/access/test_roles.py` repeats.
"""

import uuid

import pytest
from django.test import Client

from api.commands import operation_id
from tests.access.some_arguments import arguments_of
from tests.matrix.viewers import (
    ROLES,
    VIEWERS,
    Room,
    api_operations,
    is_let_in,
    page_patterns,
    program_path,
)
from tourney.access.roles import ALLOWED, Role
from tourney.journal.commands import COMMANDS, Command
from tourney.live.boards import KINDS
from tourney.live.topics import PARTS

EVERYBODY = frozenset(VIEWERS)
KNOWN = EVERYBODY - {"anonymous"}
STAFF = frozenset({"dealer", "desk", "floor", "director"})
DESK = frozenset({"desk", "floor", "director"})
FLOOR = frozenset({"floor", "director"})
DIRECTOR = frozenset({"director"})
Who = frozenset[str]


def _all(who: Who, names: str) -> dict[str, Who]:
    return dict.fromkeys(names.split(), who)


PAGES: dict[str, Who] = {
    "tv_report": frozenset({"tv"}),
    # Open only after the right password.
    **_all(frozenset(), "login_code login_enrol"),
    **_all(
        EVERYBODY,
        "poll lobby cash_public event_public room_css address_qr login logout language tv tv_worker pairing_qr "
        "login_new_password login_forgotten login_sso login_sso_callback overlay overlay_feed "
        "calendar_feed results_feed phone_find phone_worker phone_map phone phone_manifest phone_push "
        "phone_serve phone_serve_in_room "
        "seats results championship draw season season_of phone_results "
        "draw_file words media_file health metrics print_structure",
    ),
    **_all(
        STAFF,
        "hub past_events remote palette_search bounties_open structures structure_preview structure structure_rows "
        "calendar structure_export event_structure event_structure_export books books_compare book rules rules_found "
        "floor event_end race_slips dealer_tables dealer cash_dealer_tables cash_dealer cash_dealer_money "
        "staff_championship print_championship own_login own_app own_password event_results result_note "
        "print_results room_command "
        "command",
    ),
    **_all(
        DESK,
        "desk desk_event desk_find desk_person desk_voucher desk_refunds desk_void journal journal_line "
        "journal_export event_journal event_journal_line event_journal_export players players_import "
        "desk_other_events players_import_file players_import_progress players_import_rejected "
        "player_photo player player_phone players_like registration event_tables waiting_list print_expected payouts "
        "payout_slips payout_vouchers prizes prizes_preview print_cards print_moves till till_drawer till_receipts "
        "till_receipt print_drawer print_entry print_booking print_receipt print_vouchers floor_people floor_penalty "
        "penalties_file entries entries_file home_game home_game_names rulings event_rulings "
        "ruling_correct ruling_keep ruling_photo "
        "championship_file results_file bounty_leaders_file print_seats stack_counts stacks_file "
        "cash_room bag_slips bag_list seasons season_lists season_file print_season event_stages event_chips "
        "print_chips",
    ),
    **_all(
        FLOOR,
        "players_export player_data triggers trigger_sentence "
        "displays announcements display_groups pair_event room_undo undo tables table dealers overlays "
        "layouts layout layout_preview layout_picture layout_import layout_export "
        "dealers_history deal deal_now deal_preview print_deal cash_games cash_game cash_free_tables",
    ),
    **_all(FLOOR | {"tv"}, "tv_layout"),
    **_all(
        DIRECTOR,
        "players_retention planning template_import template_export webhooks webhook audit audit_file audit_key "
        "new_event new_home_game new_event_preview structure_new structure_suggestion structure_suggestion_part "
        "structure_what_if library_what_if structure_import structure_remove book_edit book_copy "
        "book_remove people person login_policy tokens token_revoke room_settings chips chip_set details event_money "
        "chip_set_import chip_set_export "
        "event_tickets till_drawers till_export print_till vouchers desk_settings season_settings print_certificate "
        "cash_takings cash_visits_file cash_takings_file",
    ),
}
READS: dict[str, Who] = {
    **_all(
        EVERYBODY,
        "read_clock read_boards read_structure read_structure_csv read_time read_room_boards read_lobby "
        "read_cash_lists read_seats read_draws read_draw read_waiting_list read_prizes read_results "
        "read_bounties read_seasons read_season read_overall_results read_chip_leaders",
    ),
    **_all(KNOWN, "read_me"),
    **_all(
        STAFF,
        "read_tournaments read_structures read_library_structure_csv read_room read_chip_sets read_tables "
        "read_screens read_books read_book read_book_text read_books_compared read_rules read_event_tables "
        "read_staff_results read_stages suggest_structure read_structure_what_if read_chip_plan",
    ),
    **_all(
        DESK,
        "read_cash_floor read_journal read_room_journal read_players read_players_like read_player read_drawer "
        "read_own_drawer read_receipt read_bookings read_payables read_rulings",
    ),
    **_all(
        FLOOR,
        "read_overlays read_overlay "
        "read_receipts read_deal read_dealers read_dealers_history read_cash_money",
    ),
    **_all(
        DIRECTOR,
        "read_cash_visits read_cash_takings read_people read_drawers read_event_till read_vouchers read_tickets "
        "read_tokens read_webhooks read_webhook_deliveries read_templates read_weekly_plans read_closed_days",
    ),
}
# Operations that write without being commands.
MAKES: dict[str, Who] = _all(DIRECTOR, "read_structure_file make_token make_webhook make_picture make_sound")
TV = EVERYBODY - {"anonymous", "player"}
BOARDS: dict[str, Who] = {
    **_all(
        EVERYBODY,
        "seating moves eliminations free waiting_list registration prizes results bounties clock structure "
        "lobby look race hand_for_hand chip_leaders cash_lists",
    ),
    **_all(TV, "map screen season_ranking announcements triggers house_layouts feature_table"),
    **_all(
        STAFF,
        "floor penalties clock_staff cash_table demos table table_count table_race table_shot table_bags",
    ),
    **_all(DESK, "cash_floor payables jobs attention entries people journal stack_count bags home_game"),
    **_all(FLOOR, "deal attention_room cash_money screen_health"),
}
# The same data on a page, in the API and on a board: the page, the operation, the board.
SAME: list[tuple[str, str, str]] = [
    ("payouts", "read_payables", "payables"),
    ("deal", "read_deal", "deal"),
    ("waiting_list", "read_bookings", ""),
    ("players", "read_players", ""),
    ("players_like", "read_players_like", ""),
    ("player", "read_player", ""),
    ("journal", "read_room_journal", ""),
    ("event_journal", "read_journal", ""),
    ("rulings", "read_rulings", ""),
    ("till_receipt", "read_receipt", ""),
    ("till_drawer", "read_drawer", ""),
    ("till_drawers", "read_drawers", ""),
    ("event_money", "read_event_till", ""),
    ("cash_takings", "read_cash_takings", ""),
    ("vouchers", "read_vouchers", ""),
    ("event_tickets", "read_tickets", ""),
    ("people", "read_people", ""),
    ("tokens", "read_tokens", ""),
    ("webhooks", "read_webhooks", ""),
    ("webhook", "read_webhook_deliveries", ""),
    ("dealers", "read_dealers", ""),
    ("dealers_history", "read_dealers_history", ""),
    ("event_results", "read_staff_results", ""),
    ("floor", "read_event_tables", "floor"),
    ("floor", "read_event_tables", "penalties"),
    ("structures", "read_structures", ""),
    ("books", "read_books", ""),
    ("rules", "read_rules", ""),
    ("remote", "read_tournaments", "clock_staff"),
    ("results", "read_results", "results"),
    ("seats", "read_seats", "seating"),
    ("lobby", "read_lobby", "lobby"),
]
# Required by operations that search.
_QUERY = {"name": "x", "q": "x", "a": "munot", "b": "tda"}


@pytest.fixture
def room(event: int) -> Room:
    """Make a room with one viewer of each kind."""
    return Room(event)


def test_every_address_is_declared() -> None:
    assert sorted(name for name, _path in page_patterns()) == sorted(PAGES)


def test_every_operation_that_reads_is_declared(db: None) -> None:
    assert sorted(name for name, method, _path in api_operations() if method == "GET") == sorted(READS)


def test_every_board_is_declared() -> None:
    assert sorted(KINDS) == sorted(BOARDS)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_viewer_opens_the_pages_it_may_and_no_other(room: Room, viewer: str) -> None:
    wrong = []
    for name, pattern in page_patterns():
        # Logout shows no data and is open to every viewer.
        if name != "logout":
            opened = is_let_in(room.pages[viewer], room.address(pattern))
            if opened != (viewer in PAGES[name]):
                wrong.append((name, opened))
    assert not wrong


@pytest.mark.parametrize("viewer", VIEWERS)
def test_program_reads_only_permitted_resources(room: Room, viewer: str) -> None:
    wrong = []
    program = Client(raise_request_exception=False, headers=room.programs[viewer])
    for name, method, path in api_operations():
        if method == "GET":
            status = program.get(program_path(room, path), _QUERY).status_code
            assert status < 500, name
            if (status not in {401, 403}) != (viewer in READS[name]):
                wrong.append((name, status))
    assert not wrong


def _may(viewer: str, made: Command) -> bool:
    role = {"player": Role.PLAYER, "tv": Role.DISPLAY, **ROLES}.get(viewer)
    return role is not None and made.permission in ALLOWED[role]


def test_every_operation_that_writes_is_a_command_or_declared(db: None) -> None:
    commands = [operation_id(made) for made in COMMANDS.values() if made.public]
    assert sorted(name for name, method, _path in api_operations() if method != "GET") == sorted(
        [*commands, *MAKES]
    )


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_browser_gives_the_commands_it_may_and_no_other(room: Room, viewer: str) -> None:
    wrong = []
    for kind, made in COMMANDS.items():
        where = "t/999/" if made.scope == "tournament" else ""
        body = {"command_id": str(uuid.uuid4()), "arguments": arguments_of(kind)}
        status = (
            room.pages[viewer].post(f"/do/{where}{kind}/", body, content_type="application/json").status_code
        )
        assert status < 500, kind
        # Pages send commands of logins; phones and displays send to addresses of their own.
        if viewer not in ROLES:
            right = status == 401
        elif not made.public:
            right = status == 404
        else:
            right = (status not in {401, 403}) == _may(viewer, made)
        if not right:
            wrong.append((kind, status))
    assert not wrong


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_program_gives_the_commands_it_may_and_no_other(room: Room, viewer: str) -> None:
    commands = {operation_id(made): made for made in COMMANDS.values() if made.public}
    program = Client(raise_request_exception=False, headers=room.programs[viewer])
    wrong = []
    for name, method, path in api_operations():
        if method == "GET":
            continue
        # The request is empty: viewers with the permission get a validation error, all others a refusal.
        key = {"Idempotency-Key": str(uuid.uuid4())}
        answer = program.generic(
            method, program_path(room, path), "{}", content_type="application/json", headers=key
        )
        status = answer.status_code
        assert status < 500, name
        may = _may(viewer, commands[name]) if name in commands else viewer in MAKES[name]
        if (status not in {401, 403}) != may:
            wrong.append((name, status))
    assert not wrong


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_viewer_is_sent_the_boards_it_may_see_and_no_other(room: Room, viewer: str) -> None:
    sent = set()
    for topic in ("room", f"t{room.event}"):
        answer = room.pages[viewer].get(f"/live/{topic}/")
        sent |= {name.partition(":")[0] for name in answer.json()["boards"]}
    for part in PARTS.values():
        number = "/1" if part.numbered else ""
        answer = room.pages[viewer].get(f"/live/t{room.event}/{part.name}{number}/")
        assert answer.status_code in {200, 403}
        sent |= set(answer.json().get("boards", {}))
    # Empty boards are not sent; a player's own board is tested in `tests/phone`.
    expected = {name for name, who in BOARDS.items() if viewer in who}
    assert sent - {"mine", "prize", "stack", "cash"} <= expected
    assert expected - sent <= {"waiting_list", "registration", "home_game"}


@pytest.mark.parametrize(("page", "operation", "board"), SAME)
def test_a_page_its_operation_and_its_board_have_the_same_readers(
    page: str, operation: str, board: str
) -> None:
    assert PAGES[page] == READS[operation]
    if board:
        assert PAGES[page] == BOARDS[board]


def test_every_board_that_asks_for_a_permission_says_which() -> None:
    for kind in KINDS.values():
        assert (kind.permission is not None) == (BOARDS[kind.name] <= STAFF), kind.name
