"""Displays: code, pairing, content, and one sound per event."""

import pytest
from django.test import Client
from django.urls import reverse

from clock.commands.events import close_event
from displays.boards import displays as screens_boards
from displays.commands.displays import (
    blank_screen,
    pair_screen,
    retire_screen,
    say_on_screen,
    set_screen,
    show_on_screen,
)
from displays.models import Pairing, Screen
from displays.services.pairing import PAIRINGS, TooMany, new_pairing, pairing_of
from displays.services.placement import just_closed
from tests.fixtures.journalled import all_rows, journal_tells_the_rows
from tests.fixtures.room import MakesEvents, press, refusal
from tests.fixtures.wall import Wall
from tests.fixtures.wire import as_sent
from tests.web.visitors import client_of, text_of
from tourney.access.roles import Actor
from tourney.access.viewers import SCREEN_COOKIE, token_of
from tourney.journal.undo import undo_in_room
from tourney.live.boards import names_in
from tourney.models import JournalEntry, Tournament

board_of = as_sent(screens_boards.screen)
screens = as_sent(screens_boards.screens)


def pair(director: Actor, name: str = "", **more: object) -> tuple[int, str]:
    """Return a paired display and its secret."""
    secret, pairing = new_pairing("10.0.0.9")
    name = name or f"Wall {pairing.code}"
    done = press(pair_screen, by=director, code=pairing.code, name=name, **more)
    assert done.answer is not None
    return done.answer["screen"], secret


def sounding() -> list[str]:
    return [row.name for row in Screen.objects.filter(sound=True)]


def test_a_code_becomes_a_display_with_a_token_of_its_own(event: int, floor: Actor) -> None:
    secret, pairing = new_pairing("10.0.0.9")
    assert len(pairing.code) == 4
    assert secret not in pairing.digest
    done = press(pair_screen, by=floor, code=f" {pairing.code.lower()} ", name="Main wall", tournament=event)
    assert done.answer is not None
    token = token_of(secret)
    assert token is not None
    assert (token.role, token.label) == ("display", "Main wall")
    board = board_of(0, str(done.answer["screen"]))
    assert board is not None
    assert (board["name"], board["tournament"], board["layout"], board["paired"]) == (
        "Main wall",
        event,
        "clock",
        True,
    )
    assert f"screen:{board['id']}" in names_in("room")
    assert not Pairing.objects.exists(), "a code pairs one screen"
    assert refusal(pair_screen, by=floor, code=pairing.code, name="Again").code == "unknown_code"


def test_a_wrong_code_is_refused_and_named(floor: Actor) -> None:
    new_pairing("10.0.0.9")
    before = all_rows()
    refused = refusal(pair_screen, by=floor, code="zzzz", name="Wall")
    assert refused.code == "unknown_code"
    assert "ZZZZ" in refused.message
    assert "code" in refused.fields
    assert all_rows() == before


def test_a_code_is_valid_for_half_an_hour(floor: Actor, wall: Wall) -> None:
    secret, pairing = new_pairing("10.0.0.9")
    wall.passes(minutes=29, seconds=59)
    assert pairing_of(secret) == pairing
    wall.passes(seconds=2)
    assert pairing_of(secret) is None
    assert refusal(pair_screen, by=floor, code=pairing.code, name="Wall").code == "unknown_code"


def test_one_address_cannot_use_up_all_codes(db: None, wall: Wall) -> None:
    first, _pairing = new_pairing("203.0.113.66")
    codes = {new_pairing("203.0.113.66")[1].code for _ in range(39)}
    assert len(codes) == 39
    with pytest.raises(TooMany):
        new_pairing("203.0.113.66")
    assert pairing_of(first) is not None
    new_pairing("203.0.113.67")
    PAIRINGS.forget_all()
    secrets = [new_pairing("203.0.113.66")[0] for _ in range(5)]
    assert pairing_of(first) is None, "the oldest codes of the same address are dropped"
    assert all(pairing_of(secret) is not None for secret in secrets)
    assert Pairing.objects.count() == 41
    wall.passes(minutes=31)
    new_pairing("203.0.113.66")
    assert Pairing.objects.count() == 1, "expired codes are dropped"


def test_when_all_codes_are_in_use_the_greediest_address_makes_way(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("displays.services.pairing._MOST", 12)
    mine, _pairing = new_pairing("198.51.100.7")
    for number in range(11):
        new_pairing("203.0.113.66" if number % 2 else "203.0.113.67")
    for _number in range(20):
        PAIRINGS.forget_all()
        new_pairing("203.0.113.66")
    assert pairing_of(mine) is not None
    assert Pairing.objects.count() == 12


def test_an_ipv6_client_has_one_share_of_the_codes(db: None) -> None:
    for number in range(40):
        new_pairing(f"2001:db8:1:2::{number:x}")
    with pytest.raises(TooMany):
        new_pairing("2001:db8:1:2::ffff")


def test_the_page_keeps_its_code_over_a_reload_and_its_pairing_over_a_restart(
    event: int, floor: Actor
) -> None:
    client = Client()
    client.get("/tv/")
    secret = client.cookies[SCREEN_COOKIE].value
    pairing = pairing_of(secret)
    assert pairing is not None
    assert pairing.code in client.get("/tv/").content.decode()
    assert client.cookies[SCREEN_COOKIE].value == secret
    press(pair_screen, by=floor, code=pairing.code, name="Main wall", tournament=event)
    again = Client()
    again.cookies[SCREEN_COOKIE] = secret
    answer = again.get("/tv/")
    assert answer.context["config"]["code"] is None
    assert answer.context["config"]["screen"] == Screen.objects.get().pk
    press(retire_screen, by=floor, screen=Screen.objects.get().pk)
    answer = again.get("/tv/")
    assert answer.context["config"]["screen"] is None
    assert answer.context["config"]["code"]
    assert answer.cookies[SCREEN_COOKIE].value != secret


def test_staff_set_layout_message_and_blanking_of_a_display(make_event: MakesEvents, floor: Actor) -> None:
    friday, saturday = make_event(), make_event()
    number, _secret = pair(floor, tournament=friday)
    press(show_on_screen, by=floor, screen=number, tournament=saturday, layout="structure")
    press(say_on_screen, by=floor, screen=number, text="  Seat\n open ")
    press(blank_screen, by=floor, screen=number, blank=True)
    board = board_of(0, str(number))
    assert board is not None
    assert (board["tournament"], board["layout"], board["message"], board["blank"]) == (
        saturday,
        "structure",
        "Seat open",
        True,
    )
    press(undo_in_room, by=floor, seq=JournalEntry.journal(None).latest("seq").seq)
    again = board_of(0, str(number))
    assert again is not None
    assert again["blank"] is False
    journal_tells_the_rows()


def test_a_closed_or_unknown_event_or_screen_is_refused(event: int, director: Actor, wall: Wall) -> None:
    number, _secret = pair(director)
    press(close_event, event, by=director)
    shown = {"screen": number, "tournament": event, "layout": "clock"}
    wall.passes(minutes=24 * 60 - 1)
    assert just_closed() == [(event, Tournament.objects.get().name)]
    press(show_on_screen, by=director, **shown)
    press(show_on_screen, by=director, **{**shown, "tournament": None})
    wall.passes(minutes=1)
    assert just_closed() == []
    assert refusal(show_on_screen, by=director, **shown).code == "event_closed"
    assert refusal(show_on_screen, by=director, **{**shown, "tournament": 999}).code == "not_found"
    assert refusal(blank_screen, by=director, screen=999, blank=True).code == "not_found"
    assert refusal(show_on_screen, by=director, **{**shown, "layout": "cinema"}).code == "bad_argument"


def test_one_screen_of_an_event_sounds(make_event: MakesEvents, floor: Actor) -> None:
    friday, saturday = make_event(), make_event()
    one, _ = pair(floor, "One", tournament=friday)
    two, _ = pair(floor, "Two", tournament=friday)
    three, _ = pair(floor, "Three", tournament=saturday)
    four, _ = pair(floor, "Four")
    assert sounding() == ["One", "Three"]
    look = {"language": "", "volume": 50, "speech": True}
    press(set_screen, by=floor, screen=two, name="Two", sound=True, **look)
    assert sounding() == ["Three", "Two"]
    # A display that switches to an event with sound goes silent; the first display of an event has sound.
    press(show_on_screen, by=floor, screen=three, tournament=friday, layout="clock")
    press(show_on_screen, by=floor, screen=four, tournament=saturday, layout="clock")
    assert sounding() == ["Four", "Two"]
    press(retire_screen, by=floor, screen=two)
    assert sounding() == ["Four", "One"]
    press(set_screen, by=floor, screen=one, name="One", sound=True, **look)
    assert sounding() == ["Four", "One"]
    journal_tells_the_rows()


def test_a_retired_display_is_gone_for_good(event: int, floor: Actor) -> None:
    number, secret = pair(floor, tournament=event)
    done = press(retire_screen, by=floor, screen=number)
    assert token_of(secret) is None
    assert screens() == []
    assert f"screen:{number}" not in names_in("room")
    assert refusal(retire_screen, by=floor, screen=number).code == "not_found"
    assert refusal(undo_in_room, by=floor, seq=done.seq).code == "not_undoable"


def test_a_pairing_can_be_undone(event: int, floor: Actor, director: Actor) -> None:
    _number, secret = pair(floor, tournament=event)
    press(undo_in_room, by=floor, seq=JournalEntry.journal(None).latest("seq").seq)
    assert token_of(secret) is None
    assert not Screen.objects.exists()


def test_two_displays_do_not_have_the_same_name(event: int, floor: Actor) -> None:
    wall, _secret = pair(floor, "Main wall")
    bar, _secret = pair(floor, "Bar")
    secret, pairing = new_pairing("10.0.0.9")
    refused = refusal(pair_screen, by=floor, code=pairing.code, name=" main  Wall ")
    assert (refused.code, list(refused.fields)) == ("name_taken", ["name"])
    look = {"language": "", "sound": False, "volume": 50, "speech": False}
    assert refusal(set_screen, by=floor, screen=bar, name="Main wall", **look).code == "name_taken"
    press(set_screen, by=floor, screen=bar, name="BAR", **look)
    # The same names from before the rule stay, and an unpaired display frees its name.
    Screen.objects.filter(pk=bar).update(name="Main wall")
    press(set_screen, by=floor, screen=bar, name="Main wall", **look)
    press(set_screen, by=floor, screen=bar, name="Bar", **look)
    press(retire_screen, by=floor, screen=wall)
    press(pair_screen, by=floor, code=pairing.code, name="Main wall")
    assert token_of(secret) is not None


@pytest.mark.parametrize("way", ["moved", "retired"])
def test_another_display_takes_over_the_sound(make_event: MakesEvents, director: Actor, way: str) -> None:
    event, other = make_event(), make_event()
    first, second = (pair(director, tournament=event)[0] for _ in range(2))
    assert (Screen.objects.get(pk=first).sound, Screen.objects.get(pk=second).sound) == (True, False)
    if way == "moved":
        press(show_on_screen, by=director, screen=first, tournament=other, layout="clock")
    else:
        press(retire_screen, by=director, screen=first)
    assert Screen.objects.get(pk=second).sound is True
    journal_tells_the_rows()


def test_the_form_pairs_a_display_before_its_script_has_loaded(event: int, floor: Actor) -> None:
    page = client_of(floor)
    _secret, pairing = new_pairing("10.0.0.9")
    form = page.get(reverse("displays")).context["form"]
    sent = {"command_id": form.command_id, "name": "Bar", "tournament": str(event), "layout": "seats"}
    wrong = page.post(reverse("displays"), {**sent, "code": "ZZZZ"})
    assert wrong.status_code == 422
    assert "No display shows the code ZZZZ." in text_of(wrong)
    assert 'value="Bar"' in wrong.content.decode()
    done = page.post(reverse("displays"), {**sent, "code": pairing.code.lower()})
    assert (done.status_code, done["Location"]) == (302, reverse("displays"))
    row = Screen.objects.get()
    assert (row.name, row.tournament_id, row.layout) == ("Bar", event, "seats")
