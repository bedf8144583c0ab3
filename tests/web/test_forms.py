"""Behaviour of all plain forms: repeated sends count once, input is kept, and links lead back."""

import uuid

import pytest
from django.test import Client

from players.models import Player
from tests.web.visitors import COMMAND, lines, send, text_of
from tourney.models import JournalEntry

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
PLAYERS = "/staff/room/players/"


def test_a_form_sent_twice_happens_once(page: Client) -> None:
    command = COMMAND.findall(text_of(page.get(PLAYERS)))[-1]
    for _time in range(2):
        answer = send(page, PLAYERS, command=command, name="Ann Miller", nickname="Ace")
        assert answer.status_code == 302
    assert Player.objects.filter(name="Ann Miller").count() == 1


def test_each_time_a_page_is_shown_its_form_has_another_number(page: Client) -> None:
    first, second = (COMMAND.findall(text_of(page.get(PLAYERS))) for _time in range(2))
    assert set(first).isdisjoint(second)


def test_a_form_sent_again_with_other_contents_is_not_taken_for_the_first(page: Client) -> None:
    command = str(uuid.uuid4())
    send(page, PLAYERS, command=command, name="Ann")
    answer = send(page, PLAYERS, command=command, name="Bob")
    assert answer.status_code == 422
    shown = text_of(answer)
    assert "was already sent" in shown
    assert 'value="Bob"' in shown
    again = COMMAND.findall(shown)[-1]
    assert again != command
    assert send(page, PLAYERS, command=again, name="Bob").status_code == 302
    assert set(Player.objects.values_list("name", flat=True)) == {"Ann", "Bob"}


@pytest.mark.parametrize("command", ["", "1", "x" * 5000, "\x00"])
def test_form_without_a_command_id_is_refused_and_keeps_input(page: Client, command: str) -> None:
    before = lines()
    answer = page.post(PLAYERS, {"name": "Ann", "command_id": command})
    assert answer.status_code == 422
    assert "Reload the page" in text_of(answer)
    assert 'value="Ann"' in text_of(answer)
    assert lines() == before


def test_refused_input_is_kept_with_its_error_at_the_field(page: Client) -> None:
    answer = send(page, PLAYERS, name="   ", nickname="<b>Ace</b>")
    assert answer.status_code == 422
    shown = text_of(answer)
    assert ">This must not be empty.<" in shown
    assert "&lt;b&gt;Ace&lt;/b&gt;" in shown
    assert 'aria-invalid="true"' in shown
    assert not Player.objects.exists()


def test_a_text_with_a_nul_is_refused_in_words(page: Client) -> None:
    answer = send(page, PLAYERS, name="Ann\x00")
    assert answer.status_code == 422
    assert "characters that are not text" in text_of(answer)
    assert not Player.objects.exists()


def test_the_message_carries_the_undo_and_undo_takes_it_back(page: Client) -> None:
    answer = page.post(PLAYERS, {"name": "Ann", "command_id": str(uuid.uuid4())}, follow=True)
    shown = text_of(answer)
    assert "Added the player Ann" in shown
    seq = JournalEntry.journal(None).get(kind="player.add").seq
    assert f'name="seq" value="{seq}"' in shown
    undone = page.post(
        "/staff/undo/", {"seq": seq, "command_id": str(uuid.uuid4()), "next": PLAYERS}, follow=True
    )
    assert undone.redirect_chain[-1][0] == PLAYERS
    assert "Undid #" in text_of(undone)
    assert not Player.objects.exists()


def test_refused_undo_gives_its_reason(page: Client) -> None:
    send(page, PLAYERS, name="Ann")
    added = JournalEntry.journal(None).get(kind="player.add")
    player = Player.objects.get()
    send(page, f"{PLAYERS}{player.pk}/", name="Anna")
    answer = page.post("/staff/undo/", {"seq": added.seq, "command_id": str(uuid.uuid4())}, follow=True)
    assert "changed the same data later" in text_of(answer)
    assert Player.objects.get().name == "Anna"


@pytest.mark.parametrize("seq", ["", "abc", "-1", "99999", "9" * 40])
def test_undo_without_an_entry_is_refused_with_a_message(page: Client, seq: str) -> None:
    before = lines()
    answer = page.post("/staff/undo/", {"seq": seq, "command_id": str(uuid.uuid4())}, follow=True)
    assert answer.status_code == 200
    assert 'role="alert"' in text_of(answer)
    assert lines() == before


@pytest.mark.parametrize(
    "wanted", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "x" * 9000]
)
def test_a_form_leads_nowhere_but_to_our_own_pages(page: Client, wanted: str) -> None:
    answer = send(page, "/staff/undo/", seq="1", next=wanted)
    assert answer["Location"] == "/staff/"


@pytest.mark.parametrize("wanted", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_the_choice_of_a_language_leads_nowhere_but_to_our_own_pages(client: Client, wanted: str) -> None:
    answer = client.post("/language/", {"language": "de", "next": wanted})
    assert answer["Location"] == "/"
    assert client.post("/language/", {"language": "de", "next": "/p/"})["Location"] == "/p/"
