"""The pages of an event's registration, tables and draw, and of the desk settings."""

import itertools
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desk.models import DeskSettings, Extra, Registration
from players.commands.players import add_player
from seating.commands import add_tables, set_plan
from seating.models import Apart, Draw, Plan, Seat, Table, TournamentTable
from tests.examples import examples
from tests.web.visitors import done, lines, send, text_of
from tourney.access.roles import Role
from tourney.jobs.commands import run_job
from tourney.models import Entry, Job, Room, Tournament

pytestmark = pytest.mark.django_db
# The form of `registration` with only a price, as a browser sends it.
GOOD: dict[str, str] = {
    "pool": "80",
    "fee": "12,50",
    "staff": "",
    "bounty": "1'000.05",
    "capacity": "",
    "late": "none",
    "late_at": "",
    "re_entries_most": "0",
    "flights": "",
}
REBUY = {
    "rebuy_on": "on",
    "rebuy_pool": "50",
    "rebuy_fee": "",
    "rebuy_staff": "",
    "rebuy_chips": "10'000",
    "rebuy_from_row": "0",
    "rebuy_until_row": "2",
    "rebuy_most": "2",
    "rebuy_stack_most": "10000",
}
ADD_ON = {name.replace("rebuy", "add_on"): value for name, value in REBUY.items()}


def page_of(event: int) -> str:
    return f"/staff/t/{event}/registration/"


def test_prices_are_stored_in_minor_units_and_shown_in_the_languages_habit(page: Client, event: int) -> None:
    assert send(page, page_of(event), **GOOD).status_code == 302
    row = Registration.objects.get(tournament=event)
    assert (row.pool, row.fee, row.staff, row.bounty) == (8000, 1250, 0, 100_005)
    assert not Tournament.objects.get(pk=event).counted_by_hand
    shown = text_of(page.get(page_of(event)))
    assert 'value="1000.05"' in shown
    assert "1,092.55" in shown
    page.cookies["django_language"] = "de"
    page.post("/language/", {"language": "de", "next": "/"})
    assert 'value="1000,05"' in text_of(page.get(page_of(event)))


def test_a_currency_without_decimals_takes_whole_amounts(page: Client, event: int) -> None:
    Room.objects.update_or_create(id=1, defaults={"currency": "JPY"})
    assert (
        send(page, page_of(event), **{**GOOD, "fee": "0", "bounty": "", "pool": "1'500"}).status_code == 302
    )
    assert Registration.objects.get().pool == 1500
    assert send(page, page_of(event), **{**GOOD, "bounty": ""}).status_code == 422


def test_how_late_entry_closes_is_stored(page: Client, event: int) -> None:
    send(page, page_of(event), **{**GOOD, "late": "row-2"})
    row = Registration.objects.get()
    assert (row.late_ends, row.late_row, row.late_at) == ("row", 2, None)
    send(page, page_of(event), **{**GOOD, "late": "time", "late_at": "2031-05-01T21:30"})
    row.refresh_from_db()
    assert row.late_ends == "time"
    assert row.late_at is not None
    assert row.late_at.year == 2031
    assert 'value="2031-05-01T21:30"' in text_of(page.get(page_of(event)))


def test_a_row_is_chosen_with_its_clock_time(page: Client, make_event: Any) -> None:
    # 4 February 2031, 19:00 in the room; levels of 20 minutes, the break of 10 after two.
    planned = make_event(planned_start=1_927_994_400_000)
    shown = text_of(page.get(page_of(planned)))
    assert "after: Level 2 · until" in shown
    assert "after: Break after level 2 · until" in shown
    times = [shown.partition(f"after: {row} · until ")[2][:5] for row in ("Level 1", "Level 2", "Level 3")]
    minutes = [int(time[:2]) * 60 + int(time[3:]) for time in times]
    assert [late - early for early, late in itertools.pairwise(minutes)] == [20, 30]


def test_an_add_on_is_first_proposed_for_a_break_and_rebuys_until_then(page: Client, event: int) -> None:
    form = page.get(page_of(event)).context["form"]
    # Two levels, then the first break.
    assert (form.text("rebuy_from_row"), form.text("rebuy_until_row")) == ("0", "1")
    assert (form.text("add_on_from_row"), form.text("add_on_until_row")) == ("2", "2")


def test_rebuys_and_add_ons_can_be_switched_on_and_off(page: Client, event: int) -> None:
    assert send(page, page_of(event), **GOOD, **REBUY).status_code == 302
    row = Extra.objects.get()
    assert (row.kind, row.price, row.chips, row.until_row, row.most) == ("rebuy", 5000, 10_000, 2, 2)
    shown = text_of(page.get(page_of(event)))
    assert 'name="rebuy_on" value="on" checked' in shown
    send(page, page_of(event), **GOOD)
    assert not Extra.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"pool": "abc"}, "pool"),
        ({"pool": "1.250"}, "pool"),
        ({"pool": "-5"}, "pool"),
        ({"pool": "12.345"}, "pool"),
        ({"fee": "99999999999999"}, "fee"),
        ({"staff": "\x00"}, "staff"),
        ({"bounty": "1e3"}, "bounty"),
        ({"capacity": "0"}, "capacity"),
        ({"capacity": "x"}, "capacity"),
        ({"capacity": "999999999999"}, "capacity"),
        ({"late": ""}, "late"),
        ({"late": "row"}, "late"),
        ({"late": "row-99"}, "late"),
        ({"late": "row-999999999"}, "late"),
        ({"late": "row-²"}, "late"),
        ({"late": "never"}, "late"),
        ({"late": "time", "late_at": ""}, "late_at"),
        ({"late": "time", "late_at": "tomorrow"}, "late_at"),
        ({"re_entries_most": "-1"}, "re_entries_most"),
        ({"flights": "x" * 81}, "flights"),
        ({**REBUY, "rebuy_chips": ""}, "rebuy_chips"),
        ({**REBUY, "rebuy_chips": "0"}, "rebuy_chips"),
        ({**REBUY, "rebuy_pool": "x"}, "rebuy_pool"),
        ({**REBUY, "rebuy_until_row": "77"}, "rebuy_until_row"),
        ({**REBUY, "rebuy_from_row": "3", "rebuy_until_row": "1"}, "rebuy_until_row"),
        ({**REBUY, "rebuy_most": "0"}, "rebuy_most"),
        ({**ADD_ON, "add_on_without_rebuy_times": "11"}, "add_on_without_rebuy_times"),
    ],
)
def test_error_is_shown_at_its_field(page: Client, event: int, wrong: dict[str, str], field: str) -> None:
    before = lines(event)
    answer = send(page, page_of(event), **{**GOOD, **wrong})
    shown = text_of(answer)
    assert answer.status_code == 422
    marked = shown.partition(f'name="{field}"')[2].partition("</div>")[0]
    assert 'aria-invalid="true"' in marked, field
    assert 'class="error"' in marked, field
    assert lines(event) == before


@pytest.mark.postgres
@settings(
    max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    st.dictionaries(st.sampled_from(sorted({**GOOD, **REBUY, "what": ""})), st.text(max_size=20), max_size=6)
)
def test_any_request_is_answered(page: Client, event: int, junk: dict[str, str]) -> None:
    assert send(page, page_of(event), **{**GOOD, **junk}).status_code in {302, 422}


def test_unpriced_rebuy_is_flagged_until_declared_free(page: Client, event: int) -> None:
    forgotten = {**GOOD, **REBUY, "rebuy_pool": ""}
    answer = send(page, page_of(event), **forgotten)
    assert answer.status_code == 422
    assert "rebuy_pool" in answer.context["form"].errors
    assert 'name="rebuy_free"' in text_of(answer)
    assert send(page, page_of(event), **forgotten, rebuy_free="on").status_code == 302
    assert Extra.objects.get().price == 0


def test_registration_is_closed_and_opened_again(page: Client, event: int) -> None:
    send(page, page_of(event), **GOOD)
    send(page, page_of(event), what="close")
    assert Registration.objects.get().closed_at is not None
    again = send(page, page_of(event), what="close")
    assert again.status_code == 422
    assert 'role="alert"' in text_of(again)
    send(page, page_of(event), what="open_again")
    assert Registration.objects.get().closed_at is None


def test_rulebook_is_cited_beside_the_settings_it_decides(page: Client, make_event: Any) -> None:
    shown = text_of(page.get(page_of(make_event(book="munot"))))
    for rule in ("Munot 73", "Munot 27, 72", "Munot 8, 74"):
        assert rule in shown


def test_page_is_read_only_without_permission(people: dict[Role, Client], event: int) -> None:
    shown = people[Role.DESK].get(page_of(event))
    assert '<fieldset class="stack" disabled>' in text_of(shown)
    before = lines(event)
    assert send(people[Role.DESK], page_of(event), **GOOD).status_code == 422
    assert lines(event) == before
    assert people[Role.DEALER].get(page_of(event)).status_code == 403


# --- tables and draw ----------------------------------------------------------------------------------
def draw_page(event: int) -> str:
    return f"/staff/t/{event}/tables/"


def test_tables_are_assigned_by_ranges_ordered_and_returned(page: Client, event: int) -> None:
    done(add_tables, first=1, last=6)
    assert send(page, draw_page(event), what="assign", numbers="1-3, 5").status_code == 302
    assert list(TournamentTable.objects.order_by("order").values_list("table__number", flat=True)) == [
        1,
        2,
        3,
        5,
    ]
    send(page, draw_page(event), what="state", number="5", state="reserve", order="7")
    tournament_table = TournamentTable.objects.get(table__number=5)
    assert (tournament_table.state, tournament_table.order) == ("reserve", 6)
    assert 'name="order" value="7"' in text_of(page.get(draw_page(event)))
    send(page, draw_page(event), what="access", number="2", accessible="on")
    assert Table.objects.get(number=2).accessible
    send(page, draw_page(event), what="access", number="2")
    assert not Table.objects.get(number=2).accessible
    send(page, draw_page(event), what="release", number="1")
    assert TournamentTable.objects.get(table__number=1).released_at is not None


def test_range_sent_twice_is_assigned_once(page: Client, event: int) -> None:
    done(add_tables, first=1, last=3)
    command = "7f3c1c9a-2f0e-4c36-9f2b-0c2f6d5b1a11"
    before = lines(event)
    for _time in range(2):
        assert send(page, draw_page(event), command=command, what="assign", numbers="1-3").status_code == 302
    assert lines(event) == before + 3


def test_tables_that_are_taken_are_named_and_the_rest_stays_to_be_sent(page: Client, make_event: Any) -> None:
    one, other = make_event(name="One"), make_event(name="Other")
    done(add_tables, first=1, last=4)
    send(page, draw_page(one), what="assign", numbers="3")
    answer = send(page, draw_page(other), what="assign", numbers="1-4")
    assert answer.status_code == 422
    assert "is assigned to" in text_of(answer)
    assert 'value="3–4"' in text_of(answer)
    assert TournamentTable.objects.filter(tournament=other).count() == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"what": "plan", "seats_per_table": "13"},
        {"what": "plan", "seats_per_table": "many"},
        {"what": "plan", "seats_per_table": ""},
        {"what": "assign", "numbers": ""},
        {"what": "assign", "numbers": "a-b"},
        {"what": "assign", "numbers": "5-1"},
        {"what": "assign", "numbers": "1-9999"},
        {"what": "assign", "numbers": "77"},
        {"what": "state", "number": "1", "state": "gone", "order": ""},
        {"what": "state", "number": "x", "state": "open", "order": ""},
        {"what": "state", "number": "1", "state": "open", "order": "x"},
        {"what": "access", "number": ""},
        {"what": "release", "number": "99"},
        {"what": "button"},
        {"what": "apart", "one": "", "other": "Ben"},
        {"what": "apart", "one": "Nobody", "other": "Ben"},
        {"what": "apart", "one": "Ben", "other": "Ben"},
        {"what": "apart", "one": "\x00", "other": "Ben"},
        {"what": "together", "one": "x", "other": "2"},
        {"what": "explode"},
        {},
    ],
)
def test_refused_table_commands_show_their_reason(page: Client, event: int, wrong: dict[str, str]) -> None:
    done(add_player, name="Ben")
    before = lines(), lines(event)
    answer = send(page, draw_page(event), **wrong)
    assert answer.status_code == 422
    assert 'role="alert"' in text_of(answer)
    assert (lines(), lines(event)) == before


def test_people_are_kept_apart_by_name(page: Client, event: int) -> None:
    for name in ("Ann", "Ben"):
        done(add_player, name=name)
    send(page, draw_page(event), what="apart", one="ann", other="Ben", reason="couple")
    pair = Apart.objects.get()
    assert pair.reason == "couple"
    send(page, draw_page(event), what="together", one=pair.one_id, other=pair.other_id)
    assert not Apart.objects.exists()


def test_two_of_one_name_are_not_guessed_between(page: Client, event: int) -> None:
    for card in ("1", "2"):
        done(add_player, name="Ann", card=card)
    done(add_player, name="Ben")
    answer = send(page, draw_page(event), what="apart", one="Ann", other="Ben")
    assert answer.status_code == 422
    assert send(page, draw_page(event), what="apart", one="2", other="Ben").status_code == 302


def test_the_hash_is_shown_before_the_draw_and_the_draw_linked_after_it(page: Client, event: int) -> None:
    done(add_tables, first=1, last=1)
    send(page, draw_page(event), what="assign", numbers="1")
    assert send(page, draw_page(event), what="plan", seats_per_table="9").status_code == 302
    digest = Plan.objects.get().next_digest
    assert digest in text_of(page.get(draw_page(event)))
    player = done(add_player, name="Ann")["player"]
    Entry.objects.create(
        tournament_id=event, player_id=player, created_at=Tournament.objects.get(pk=event).created_at
    )
    assert send(page, draw_page(event), what="draw").status_code == 302
    run_job(Job.objects.get().pk)
    assert Seat.objects.count() == 1
    shown = text_of(page.get(draw_page(event)))
    assert Draw.objects.get().digest == digest
    assert f'href="/draw/{digest}/"' in shown
    assert Plan.objects.get().next_digest in shown


def test_the_desk_draws_but_changes_no_tables(people: dict[Role, Client], event: int) -> None:
    done(set_plan, event, seats_per_table=9)
    shown = text_of(people[Role.DESK].get(draw_page(event)))
    assert 'value="button"' in shown
    assert 'value="assign"' not in shown
    before = lines(event)
    answer = send(people[Role.DESK], draw_page(event), what="plan", seats_per_table="8")
    assert answer.status_code == 422
    assert lines(event) == before


# --- desk settings ------------------------------------------------------------------------------------
HOUSE = {"minimum_age": "21", "capacity": "", "offer_seconds": "120", "recalls": "2", "at_once_seconds": "60"}


def test_the_desks_settings_are_changed(page: Client) -> None:
    assert send(page, "/staff/room/desk/", **HOUSE, lookup_by_name="on").status_code == 302
    row = DeskSettings.objects.get()
    assert (row.minimum_age, row.capacity, row.offer_seconds, row.lookup_by_name) == (21, None, 120, True)
    assert 'value="21"' in text_of(page.get("/staff/room/desk/"))


@pytest.mark.parametrize("field", sorted(HOUSE))
@pytest.mark.parametrize("wrong", ["x", "-1", "9" * 15, "1.5"])
def test_wrong_desk_settings_are_reported_at_their_field(page: Client, field: str, wrong: str) -> None:
    answer = send(page, "/staff/room/desk/", **{**HOUSE, field: wrong})
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in text_of(answer).partition(f'name="{field}"')[2].partition("</div>")[0]


def test_fewer_places_than_players_are_taken_with_a_word(page: Client, event: int) -> None:
    assert send(page, page_of(event), **GOOD).status_code == 302
    for number in range(3):
        who = done(add_player, name=f"Player {number}")["player"]
        Entry.objects.create(
            tournament_id=event, player_id=who, created_at=Tournament.objects.get(pk=event).created_at
        )
    send(page, page_of(event), **{**GOOD, "capacity": "2"})
    assert "3 are in play and the maximum is 2" in text_of(page.get(page_of(event)))


def test_actions_on_phones_that_other_settings_prevent_are_saved_with_a_warning(
    page: Client, event: int
) -> None:
    def warned(**given: str) -> list[bool]:
        sent = {**GOOD, "re_entries_most": "", "partner_until": "", **given}
        assert send(page, page_of(event), **sent).status_code == 302
        row, shown = Registration.objects.get(tournament=event), text_of(page.get(page_of(event)))
        assert (row.self_wait, row.self_re_enter) == (True, True)
        return [
            "Players can’t request a re-entry on their phones" in shown,
            "Players can’t join the waiting list on their phones" in shown,
        ]

    phones = {"self_wait": "on", "self_re_enter": "on"}
    assert warned(**phones) == [False, False]
    assert warned(**phones, re_entries_most="0") == [True, False]
    assert warned(**phones, partner_until="close") == [False, False]
    assert warned(**phones, partner_until="entry") == [False, True]
