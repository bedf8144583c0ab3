"""Guesses sent at the same moment: together they get no more tries than one after the other."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from django.test import Client

from tests.fixtures.room import PASSWORD
from tests.fixtures.together import at_once
from tests.phone.people import a_player
from tourney.access import guard
from tourney.access.passwords import Turns
from tourney.access.roles import Actor
from tourney.models import Attempt
from web.phone import find

pytestmark = pytest.mark.django_db(transaction=True)
GUESSES = 24


def outcome_of(guess: Callable[[], object]) -> Callable[[], str]:
    """Return a guess that tells whether it was checked."""

    def guessed() -> str:
        try:
            return "right" if guess() else "wrong"
        except guard.LockedOut:
            return "refused"

    return guessed


def test_parallel_guesses_of_a_year_get_no_more_tries_than_the_limit() -> None:
    a_player("Anna Berg", birth_date="1990-05-30")
    guesses = [outcome_of(partial(find.find, "Anna Berg", 1900 + n, f"10.0.0.{n}")) for n in range(GUESSES)]
    assert Counter(at_once(*guesses)) == {"wrong": 5, "refused": GUESSES - 5}
    # A refused guess counts nowhere.
    assert Attempt.objects.filter(kind="find").count() == 5


def test_parallel_wrong_links_get_no_more_tries_than_the_limit() -> None:
    link = guard.Bound("link", "10.0.0.66")
    found = Counter(at_once(*[outcome_of(lambda: guard.count(link))] * GUESSES))
    assert found == {"right": 20, "refused": GUESSES - 20}
    assert guard.count(guard.Bound("link", "10.0.0.67"))


def test_right_guesses_are_not_counted() -> None:
    player = a_player("Anna Berg", birth_date="1990-05-30")
    for _time in range(8):
        assert find.find("Anna Berg", 1990, "10.0.0.7") == player.pk
    assert not Attempt.objects.exists()


def test_parallel_passwords_for_one_name_get_no_more_tries_than_the_limit(
    director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.public.login.TURNS", Turns(GUESSES))

    def guess() -> int:
        sent = {"username": "dora", "password": f"not {PASSWORD}"}
        return Client().post("/login/", sent, REMOTE_ADDR="10.0.0.66").status_code

    assert Counter(at_once(*[guess] * 8))[200] <= 5
