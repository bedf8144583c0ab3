"""Previewed refusals match those of the command."""

from typing import Any

import pytest

from clock.commands.clock import start
from desk.boards.person import person
from desk.commands.bookings import reserve, wait
from desk.commands.extras import rebuy, surrender
from desk.commands.registration import close_registration
from desk.commands.sales import register_player
from players.commands.bans import ban_player
from seating.commands.busts import bust
from tests.desk.tills import REBUY, buy, cash, drawer, enter, player, sold
from tests.fixtures.room import MakesEvents, press
from tourney.access.roles import FIRST_START, Actor
from tourney.journal.refused import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create an event with registration open whose rulebook does not require membership."""
    event = make_event(book="tda")
    sold(event, re_entries_most=1)
    return event


@pytest.fixture
def clerk(desk: Actor) -> Actor:
    """Return a clerk with an open drawer."""
    drawer(desk)
    return desk


def here(event: int, who: int, by: Actor) -> dict[str, Any]:
    """Return a player's part in an event, as sent to a clerk."""
    found = person(who, event, by)
    assert found is not None
    part: dict[str, Any] = found["event"]
    return part


def refused(done: Any, event: int, by: Actor, **arguments: Any) -> tuple[str, str, str] | None:
    """Return code, message and rule of a command's refusal; None if it succeeds."""
    try:
        press(done, event, by=by, **arguments)
    except Refused as no:
        return no.code, no.message, no.rule
    return None


def preview(event: int, who: int, by: Actor, verb: str) -> tuple[str, str, str] | None:
    """Return the previewed refusal of an action."""
    why = here(event, who, by)["refused"].get(verb)
    return (why["code"], why["message"], why["rule"]) if why else None


def young(event: int, clerk: Actor) -> int:
    return player("Tim Young", birth_date="2015-01-01", under_age=True)


def banned(event: int, clerk: Actor) -> int:
    who = player("Ben Barred")
    press(ban_player, by=FIRST_START, player=who, ends_on=None, reason="Stole chips.", rule="TDA 70")
    return who


def inside(event: int, clerk: Actor) -> int:
    who = player("Ina Inside")
    enter(event, clerk, who)
    return who


def late(event: int, clerk: Actor) -> int:
    press(close_registration, event, by=FIRST_START)
    return player("Leo Late")


def out_of_re_entries(event: int, clerk: Actor) -> int:
    who = player("Rita Again")
    for _time in range(2):
        entry = enter(event, clerk, who)["entry"]
        press(bust, event, by=FIRST_START, entry=entry)
    return who


def new_player(event: int, clerk: Actor) -> int:
    return player("Anna Berger")


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("made", "code"),
    [
        (young, "too_young"),
        (banned, "banned"),
        (inside, "already_in"),
        (late, "registration_closed"),
        (out_of_re_entries, "no_re_entry"),
        (new_player, None),
    ],
)
def test_entry_refusal_is_previewed_in_the_same_words(
    event: int, clerk: Actor, made: Any, code: str | None
) -> None:
    who = made(event, clerk)
    before = {verb: preview(event, who, clerk, verb) for verb in ("enter", "reserve", "wait")}
    assert (before["enter"][0] if before["enter"] else None) == code
    wants = here(event, who, clerk)["wants"]
    if before["reserve"]:
        assert refused(reserve, event, clerk, player=who) == before["reserve"]
    if before["wait"]:
        assert refused(wait, event, clerk, player=who, wants=wants) == before["wait"]
    assert refused(register_player, event, clerk, player=who, payments=[cash()]) == before["enter"]


def test_a_full_event_refuses_an_entry_and_not_the_waiting_list(event: int, clerk: Actor) -> None:
    sold(event, capacity=1)
    enter(event, clerk, player("First There"))
    who = player("Will Wait")
    before = preview(event, who, clerk, "enter")
    assert before is not None
    assert before[0] == "full"
    assert preview(event, who, clerk, "wait") is None
    assert refused(register_player, event, clerk, player=who, payments=[cash()]) == before
    assert refused(wait, event, clerk, player=who) is None


def test_unknown_age_asks_for_id_without_refusing(event: int, clerk: Actor) -> None:
    who = player("Nora Noday", birth_date=None)
    part = here(event, who, clerk)
    assert "enter" not in part["refused"]
    assert part["needs"]["id"]["code"] == "age_unknown"
    assert refused(register_player, event, clerk, player=who, payments=[cash()]) is not None
    enter(event, clerk, who, id_seen=True)
    assert here(event, player("Anna Known"), clerk)["needs"] == {"id": None, "membership": None}


def test_a_membership_that_is_asked_for_is_offered_with_the_entry(
    make_event: MakesEvents, clerk: Actor
) -> None:
    club = make_event(book="five_spades")
    sold(club)
    who = player("Gina Guest")
    part = here(club, who, clerk)
    assert part["memberships"] == ["day", "season"]
    assert part["needs"]["membership"]["code"] == "not_a_member"
    assert part["needs"]["membership"]["rule"]
    assert "enter" not in part["refused"]
    sold(club, members_only=True)
    part = here(club, who, clerk)
    assert part["memberships"] == ["season"]
    assert part["needs"]["membership"]["code"] == "members_only"


def test_members_only_without_a_membership_to_sell_refuses_beforehand(event: int, clerk: Actor) -> None:
    sold(event, members_only=True)
    who = player("Gina Guest")
    part = here(event, who, clerk)
    assert part["memberships"] == [None]
    before = preview(event, who, clerk, "enter")
    assert before is not None
    assert before[0] == "members_only"
    assert refused(register_player, event, clerk, player=who, payments=[cash()]) == before


@pytest.mark.postgres
def test_extras_show_their_chips_or_the_refusal(event: int, clerk: Actor) -> None:
    who = inside(event, clerk)
    entry = here(event, who, clerk)["entries"][0]["entry"]
    before = preview(event, who, clerk, "rebuy")
    assert before is not None
    assert before[0] == "not_yet"
    assert refused(rebuy, event, clerk, entry=entry, payments=[cash(REBUY)]) == before
    press(start, event, by=FIRST_START)
    part = here(event, who, clerk)
    assert "rebuy" not in part["refused"]
    offered = part["extras"]["rebuy"]
    assert (offered["price"], offered["chips"], offered["stack_most"], offered["two"]) == (
        REBUY,
        5_000,
        None,
        True,
    )
    # The rule that makes an announced surrender binding.
    assert offered["binds"].startswith("TDA")
    assert part["extras"]["add_on"]["chips"] == 8_000
    assert not part["extras"]["add_on"]["binds"]


def test_announced_rebuy_is_shown_as_binding(event: int, clerk: Actor) -> None:
    who = inside(event, clerk)
    entry = here(event, who, clerk)["entries"][0]["entry"]
    press(start, event, by=FIRST_START)
    buy("rebuy", event, clerk, entry, announced=True)
    buy("rebuy", event, clerk, entry)
    items = [item for receipt in here(event, who, clerk)["receipts"] for item in receipt["items"]]
    assert [(item["kind"], item["binds"]) for item in items] == [
        ("rebuy", False),
        ("rebuy", True),
        ("entry", False),
    ]


def test_unavailable_surrender_is_explained(event: int, clerk: Actor) -> None:
    sold(event, surrender_allowed=False)
    who = inside(event, clerk)
    entry = here(event, who, clerk)["entries"][0]["entry"]
    before = preview(event, who, clerk, "surrender")
    assert before is not None
    assert refused(surrender, event, clerk, entry=entry, chips=100) == before
