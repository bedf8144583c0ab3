"""Each command for each role: permitted, or refused before any data is read."""

import pytest

from tests.fixtures.journalled import all_rows
from tests.fixtures.room import press, refusal
from tourney.access.roles import ALLOWED, Actor, Permission, Role
from tourney.journal.commands import COMMANDS, Command
from tourney.journal.refused import Refused
from tourney.models import JournalEntry, User

KINDS = sorted(COMMANDS)


def arguments_of(kind: str) -> dict[str, object]:
    """Return a value for every required argument."""
    given: dict[str, object] = {}
    for name, field in COMMANDS[kind].arguments.model_fields.items():
        if field.is_required():
            # A command may use the same argument name for another type of value.
            given[name] = SOMETHING[f"{kind}.{name}"] if f"{kind}.{name}" in SOMETHING else SOMETHING[name]
    return given


LEVEL = {"kind": "level", "duration": 60_000, "small_blind": 1, "big_blind": 2}
SOMETHING: dict[str, object] = {
    "announcement": 999,
    "group": 999,
    "rotation": 999,
    "slides": [{"layout": "clock"}],
    "screens": [],
    "accent": "#2f6feb",
    "betting": "no_limit",
    "big_blind": 1_000,
    "buy_in": 100_000,
    "buy_in_min": 50_000,
    "cash_list.call.table": 7,
    "cash_list.call_next.table": 7,
    "coming": True,
    "cash_hand.finish.table": 7,
    "cash_seat.away.seat": 3,
    "cash_seat.away.table": 7,
    "cash_seat.change.seat": 3,
    "cash_seat.change.table": 7,
    "cash_seat.change.to": 4,
    "cash_seat.missed.seat": 3,
    "cash_seat.missed.table": 7,
    "cash_seat.move.seat": 3,
    "cash_seat.move.table": 7,
    "cash_seat.move.to": 8,
    "cash_seat.return.seat": 3,
    "cash_seat.return.table": 7,
    "cash_table.break.players": [{"seat": 3, "stake": 100_000}],
    "cash_table.break.table": 7,
    "cash_table.answer_call.table": 7,
    "cash_table.button.table": 7,
    "cash_table.call_floor.table": 7,
    "cash_table.send_dealer.dealers_to": 8,
    "cash_table.send_dealer.table": 7,
    "cash_table.undo.table": 7,
    "dinner.end.seat": 3,
    "dinner.end.table": 7,
    "dinner.start.seat": 3,
    "dinner.start.table": 7,
    "blind": "big",
    "dinner": 999,
    "to_seat": 4,
    "cash_seat.leave.seat": 3,
    "cash_seat.leave.table": 7,
    "cash_seat.take.seat": 3,
    "cash_seat.take.table": 7,
    "game": 999,
    "cash_seat.count.seat": 3,
    "cash_seat.count.table": 7,
    "cash_seat.top_up.seat": 3,
    "cash_seat.top_up.table": 7,
    "cash_table.collect_time.table": 7,
    "cash_table.drop.kind": "rake",
    "cash_table.drop.table": 7,
    "cash_table.tray.kind": "fill",
    "cash_table.tray.table": 7,
    "cash_table.must_move.main": 8,
    "money": 999,
    "cash_penalty.impose.kind": "warning",
    "comp.use.what": "Dinner",
    "small_blind": 500,
    "stake": 100_000,
    "variant": "holdem",
    "accessible": True,
    "across": None,
    "active": True,
    "look.picture.place": "logo",
    "picture": "",
    "cue": "tick",
    "look.sound.sound": "",
    "theme": "felt",
    "desk.register_for_events.events": [998, 999],
    "player.import_batch.file": 999,
    "player.import_batch.part": 0,
    "amount": 1_000,
    "amounts": [{"entry": 999, "amount": 1_000}],
    "at": 4_000_000_000_000,
    "at_once_seconds": 60,
    "auto_balance": False,
    "auto_break": False,
    "ban": 999,
    "bank_seconds": 30,
    "banks": 4,
    "before": "2026-01-01",
    "blank": True,
    "booking": 999,
    "book": "tda",
    "button": 1,
    "call": 999,
    "capacity": None,
    "cards": [{"seat": 1, "cards": ["As"]}],
    "chips": [{"value": 25, "face": "#ffffff", "edge": "#000000"}],
    "chip_set": 999,
    "code": "ABCD",
    "company": "Grand Casino Bern AG",
    "confirmed_by": "Obmann",
    "copied": 999,
    "count": 3,
    "counted": 1_000,
    "currency": "CHF",
    "dealer": 999,
    "dealer.assign_tables.tables": [7],
    "dealers.every.minutes": 30,
    "desk.printed.what": "receipt",
    "bust.confirm_hand.entries": [998, 999],
    "bust.different_hands.entries": [998, 999],
    "bust.one_hand.entries": [998, 999],
    "bust.stack_order.entries": [998, 999],
    "entries.bust.entries": [998, 999],
    "desk.surrender.chips": 100,
    "digest": "ab" * 32,
    "down": None,
    "ends_on": None,
    "entries": 9,
    "entry": 999,
    "first": 1,
    "first_day": "2026-01-01",
    "last_day": "2026-12-31",
    "has_seat": True,
    "season": 999,
    "closed_days.add.first_day": "2026-12-24",
    "closed_days.add.last_day": "2026-12-26",
    "closed_days": 999,
    "template.import.text": "{}",
    "template.save.source": 999,
    "template": 999,
    "weekly_plan.make_event.day": "2026-12-04",
    "weekly_plan.make_event_now.day": "2026-12-04",
    "weekly_plan.save.first_day": "2026-12-01",
    "weekly_plan.save.start": "19:00",
    "weekly_plan.set_date.day": "2026-12-04",
    "weekday": 4,
    "webhook": 999,
    "webhook.stop.reason": "failures",
    "delivery": 999,
    "url": "https://club.example/hook",
    "kinds": ["player.out"],
    "plan": 999,
    "season.add_event.role": "counts",
    "season.add_event.tournament": 999,
    "season.award_title.kind": "champion",
    "season.correct_points.points": 3,
    "season.leave_out_event.tournament": 999,
    "season.withdraw_title.kind": "champion",
    "halted": True,
    "hand": 1,
    "into": 998,
    "kind": "floor",
    "key": "house",
    "label": "Results",
    "given": [{"value": 25, "count": 4}],
    "taken": [{"value": 100, "count": 1}],
    "language": "de-ch",
    "last": 3,
    "late_stage": False,
    "layout": "clock",
    "left": 9,
    "levels": [LEVEL],
    "logo": "",
    "lookup_by_name": False,
    "membership": 999,
    "memberships": [999],
    "method": "table",
    "minimum_age": 18,
    "mix": {"icm": 1},
    "months": None,
    "move": 999,
    "ms": 60_000,
    "name": "Name",
    "note": "Wobbly",
    "number": 1,
    "numbers": [],
    "offer_seconds": 180,
    "one": 998,
    "one_event_at_a_time": False,
    "opening_float": 1_000,
    "other": 999,
    "password": "correct horse",
    "payment": 999,
    "payments": [],
    "outcome": "acted",
    "people": [{"name": "Nele", "card": "PLAY-00001", "birth_date": "1990-01-01"}],
    "penalty": 999,
    "penalty.impose.kind": "warning",
    "contact": "email",
    "phone": "+491701234567",
    "photo": "",
    "simulation.end.how": "over",
    "simulation.furnish.tournament": 999,
    "simulation.watch.players": 9,
    "demo": 999,
    "player": 999,
    "players": [999],
    "position": 1,
    "preset": "flights_best",
    "proposal": 999,
    "race": 999,
    "reason": "A slip",
    "reservations": [999],
    "recalls": 1,
    "receipt": 999,
    "home_game.start.buy_in": 2_000,
    "home_game.start.minutes": 180,
    "home_game.start.players": 9,
    "home_game.take_back.kind": "entry",
    "names": True,
    "registration.due.what": "started",
    "role": "floor",
    "rows": [{"do": "add", "name": "Name"}],
    "ruling": 999,
    "screen": 999,
    "partner": 999,
    "partner_plays": True,
    "seat": 3,
    "seats": [{"seat": 1, "small": 3}],
    "stage": 999,
    "stages.set_up.first": 999,
    "stages.set_seats.seats": "kept",
    "bags.hand_in.seats": [1],
    "bags.open_table.seats": [1],
    "bags.seal_table.seats": [1],
    "bags.unseal.seats": [1],
    "day.close.seats": "redraw",
    "day.plan.seats": "redraw",
    "seats_per_table": 9,
    "seq": 999,
    "served": 0,
    "since": 1,
    "small": 25,
    "sound": True,
    "speech": False,
    "shot.set.seconds": 30,
    "stacks": [{"entry": 998, "chips": 100}, {"entry": 999, "chips": 100}],
    "self_service.report_stack.chips": 100,
    "chips.make_up.stacks": [],
    "chips.count_returned.move": 999,
    "share": 5_000,
    "pieces": [{"value": 100, "count": 1}],
    "stacks.count_table.stacks": [{"seat": 3, "chips": 100}],
    "stack_changed": True,
    "stack.count.chips": 1_000,
    "starting_stack": 10_000,
    "state": "open",
    "structure": 999,
    "table": 1,
    "tables": 1,
    "text": "Dinner",
    "thing": 999,
    "ticket.void.number": "T1",
    "to": 1,
    "token": 999,
    "tournament": None,
    "until": 2,
    "user": 999,
    "username": "newcomer",
    "value": 1_000,
    "values": [{"value": 1_000, "count": 1}],
    "volume": 50,
    "voucher.extend.number": "V1",
    "voucher.void.number": "V1",
    "way": "auto",
    "what": "level",
}


def outcome(made: Command, where: int | None, actor: Actor, kind: str) -> str:
    """Return "done", or the code of the refusal."""
    try:
        press(made, where, by=actor, **arguments_of(kind))
    except Refused as refused:
        return refused.code
    return "done"


@pytest.mark.parametrize("kind", KINDS)
def test_role_may_run_exactly_the_commands_of_the_table(event: int, kind: str) -> None:
    made = COMMANDS[kind]
    # The actors share a real login, because a drawer belongs to one.
    user = User.objects.create(username="somebody")
    actors = [Actor(f"user:{user.pk}", "Somebody", role) for role in Role]
    where = event if made.scope == "tournament" else None
    before = all_rows()
    for actor in actors:
        if made.permission not in ALLOWED[actor.role]:
            code = refusal(made, where, by=actor, **arguments_of(kind)).code
            assert (actor.role, code) == (actor.role, "not_allowed")
    assert all_rows() == before
    assert not JournalEntry.objects.filter(who="Somebody").exists()
    for actor in actors:
        if made.permission in ALLOWED[actor.role]:
            assert (actor.role, outcome(made, where, actor, kind)) != (actor.role, "not_allowed")


def test_permissions_follow_the_room_settings() -> None:
    """The table of permissions, repeated on purpose: a change must be made in both places."""
    director = set(Permission) - {Permission.KEEP_TIME, Permission.USE_SELF_SERVICE}
    floor = {
        Permission.SEE_STAFF,
        Permission.RUN_CLOCK,
        Permission.COUNT_FIELD,
        Permission.MANAGE_SCREENS,
        Permission.MANAGE_TABLES,
        Permission.EDIT_PLAYERS,
        Permission.REGISTER_PLAYERS,
        Permission.REFUND,
        Permission.CONFIRM_MEMBERSHIPS,
        Permission.BAN_PLAYERS,
        Permission.MAKE_DEALS,
        Permission.PAY_OUT,
        Permission.SEAT_PLAYERS,
        Permission.DEAL,
        Permission.READ_JOURNAL,
        Permission.READ_PERSONAL_DATA,
        Permission.UNDO,
    }
    assert {role: set(may) for role, may in ALLOWED.items()} == {
        Role.DIRECTOR: director,
        Role.FLOOR: floor,
        Role.DESK: {
            Permission.SEE_STAFF,
            Permission.COUNT_FIELD,
            Permission.EDIT_PLAYERS,
            Permission.REGISTER_PLAYERS,
            Permission.PAY_OUT,
            Permission.SEAT_PLAYERS,
            Permission.DEAL,
            Permission.READ_JOURNAL,
        },
        Role.DEALER: {Permission.SEE_STAFF, Permission.DEAL},
        Role.DISPLAY: set(),
        Role.PLAYER: {Permission.USE_SELF_SERVICE},
        Role.SYSTEM: {Permission.KEEP_TIME},
    }


@pytest.mark.parametrize(
    "kind",
    [
        "add_on.credit",
        "day.close",
        "day.plan",
        "day.draw_next",
        "day.resume",
        "stages.advance",
        "stages.end_event",
        "stages.set_seats",
    ],
)
def test_the_floor_decides_what_begins_or_ends_a_day_and_the_desk_does_not(kind: str) -> None:
    permission = COMMANDS[kind].permission
    assert permission in ALLOWED[Role.FLOOR]
    assert permission not in ALLOWED[Role.DESK]


def test_time_keeps_time_and_no_person_can_take_its_place(event: int, director: Actor) -> None:
    assert (
        refusal(COMMANDS["clock.due"], event, by=director, what="level", position=1, at=1).code
        == "not_allowed"
    )
    assert not COMMANDS["clock.due"].public
    assert not COMMANDS["clock.note_outage"].public


def test_the_last_director_cannot_be_dismissed(director: Actor) -> None:
    number = int(director.key.partition(":")[2])
    for role, active in (("floor", True), ("director", False)):
        refused = refusal(COMMANDS["login.change"], by=director, user=number, role=role, active=active)
        assert refused.code == "last_director"


def test_a_login_needs_a_name_of_its_own_and_a_password_worth_the_name(director: Actor) -> None:
    add = COMMANDS["login.add"]
    assert (
        refusal(add, by=director, username="DORA", role="floor", password="correct horse").code
        == "name_taken"
    )
    for weak in ("short", "password123", "12345678901"):
        refused = refusal(add, by=director, username="flo", role="floor", password=weak)
        assert refused.code == "weak_password"
        assert refused.fields["password"]
    assert (
        refusal(add, by=director, username="a b\n", role="floor", password="correct horse").code
        == "bad_value"
    )


def test_only_people_have_a_language_of_their_own(director: Actor) -> None:
    press(COMMANDS["login.language"], by=director, language="de-ch")
    program = Actor("token:4", "Program", Role.DIRECTOR)
    assert refusal(COMMANDS["login.language"], by=program, language="de").code == "no_person"
