"""Password guessing: growing delays per name and address, and no permanent lockout."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.fixtures.room import PASSWORD
from tests.fixtures.wall import Wall
from tourney.access.logins import DEVICE_COOKIE, Guesses
from tourney.access.passwords import Busy, Turns
from tourney.access.roles import Actor, Role
from tourney.models import Attempt
from web.public.login import LoginForm

OUTSIDE, ROOM = "203.0.113.{}", "192.168.1.{}"


def _try(name: str, password: str, address: str, client: Client | None = None) -> Any:
    return (client or Client()).post("/login/", {"username": name, "password": password}, REMOTE_ADDR=address)


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the names whose passwords were checked."""
    found: list[str] = []
    clean = LoginForm.__bases__[0].clean

    def counted(form: Any) -> Any:
        found.append(form.cleaned_data["username"])
        return clean(form)

    monkeypatch.setattr(LoginForm.__bases__[0], "clean", counted)
    return found


def test_one_name_from_many_addresses_is_slowed_down(
    director: Actor, looked_at: list[str], wall: Wall
) -> None:
    answers = [_try("dora", f"guess {n}", OUTSIDE.format(n)) for n in range(80)]
    assert len(looked_at) < 15
    assert answers[-1].status_code == 429
    assert int(answers[-1]["Retry-After"]) >= 1


def test_many_names_from_one_address_are_slowed_down(
    director: Actor, looked_at: list[str], wall: Wall
) -> None:
    answers = [_try(f"name {n}", "guess", OUTSIDE.format(1)).status_code for n in range(60)]
    assert len(looked_at) < 25
    assert answers[-1] == 429


def test_the_pause_grows_and_ends(director: Actor, looked_at: list[str], wall: Wall) -> None:
    for n in range(40):
        _try("dora", "guess", OUTSIDE.format(n))
    before = len(looked_at)
    for minute in range(3):
        wall.passes(seconds=61)
        assert _try("dora", "guess", OUTSIDE.format(100 + minute)).status_code == 200
        assert _try("dora", "guess", OUTSIDE.format(200 + minute)).status_code == 429
    assert len(looked_at) == before + 3
    wall.passes(seconds=61)
    assert _try("dora", PASSWORD, OUTSIDE.format(250)).status_code == 302


def test_outside_guesses_do_not_delay_logins_in_the_room(director: Actor) -> None:
    for n in range(40):
        _try("dora", "guess", OUTSIDE.format(n))
    assert _try("dora", PASSWORD, ROOM.format(7)).status_code == 302


def test_known_device_is_not_delayed_by_guesses_from_others(director: Actor) -> None:
    known = Client()
    assert _try("dora", PASSWORD, ROOM.format(7), known).status_code == 302
    assert known.cookies[DEVICE_COOKIE]["httponly"]
    known.post("/logout/")
    # Another user behind the same address guesses, until the name is locked for that address.
    for _n in range(30):
        _try("dora", "guess", ROOM.format(7))
    assert _try("dora", PASSWORD, ROOM.format(7)).status_code == 429
    assert _try("dora", PASSWORD, ROOM.format(7), known).status_code == 302


def test_a_known_device_that_guesses_is_slowed_down_as_well(
    director: Actor, looked_at: list[str], wall: Wall
) -> None:
    known = Client()
    _try("dora", PASSWORD, ROOM.format(7), known)
    known.post("/logout/")
    for _n in range(20):
        _try("dora", "guess", ROOM.format(7), known)
    assert len(looked_at) < 10


def test_a_device_is_known_for_its_own_name_and_password_only(
    director: Actor, person: Callable[..., Actor], looked_at: list[str], wall: Wall
) -> None:
    person("flo", Role.FLOOR)
    known = Client()
    _try("flo", PASSWORD, OUTSIDE.format(7), known)
    known.post("/logout/")
    for n in range(40):
        _try("dora", "guess", OUTSIDE.format(n), known)
    assert looked_at.count("dora") < 15


def test_a_locked_name_is_free_again_after_the_time_in_the_settings(
    director: Actor, wall: Wall, settings: Any
) -> None:
    settings.LOGIN_FAILURES, settings.LOGIN_LOCKED_HOURS = 3, 2.0
    for _n in range(3):
        wall.passes(minutes=30)
        assert _try("dora", "guess", ROOM.format(7)).status_code == 200
    wall.passes(minutes=119)
    answer = _try("dora", PASSWORD, ROOM.format(7))
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")
    assert "120 minutes" in answer.content.decode()
    wall.passes(minutes=1, seconds=1)
    assert _try("dora", "guess", ROOM.format(7)).status_code == 200, "it has as many attempts as before"
    assert _try("dora", PASSWORD, ROOM.format(7)).status_code == 302


def test_the_right_password_clears_the_count_of_wrong_ones(director: Actor, settings: Any) -> None:
    for _round in range(2):
        for _n in range(settings.LOGIN_FAILURES - 1):
            assert _try("dora", "guess", ROOM.format(7)).status_code == 200
        assert _try("dora", PASSWORD, ROOM.format(7)).status_code == 302


def test_concurrent_attempt_counts_before_the_password_is_checked(
    director: Actor, looked_at: list[str], wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = Guesses.note

    def with_others(guesses: Guesses) -> list[int]:
        # Thirty requests read the delay before any attempt was recorded.
        for _other in range(30):
            note(guesses)
        return note(guesses)

    monkeypatch.setattr(Guesses, "note", with_others)
    assert _try("dora", PASSWORD, OUTSIDE.format(1)).status_code == 429
    assert not looked_at
    assert Attempt.objects.count() == 30 * 3, "its own attempt was withdrawn"


def test_right_passwords_do_not_count_as_attempts(director: Actor) -> None:
    assert [_try("dora", PASSWORD, OUTSIDE.format(1)).status_code for _n in range(30)] == [302] * 30


def test_concurrent_password_checks_are_limited() -> None:
    turns = Turns(2)
    inside, most, busy = 0, 0, 0
    lock, go = threading.Lock(), threading.Event()

    def check() -> None:
        nonlocal inside, most, busy
        try:
            with turns:
                with lock:
                    inside += 1
                    most = max(most, inside)
                go.wait(4)
                with lock:
                    inside -= 1
        except Busy:
            with lock:
                busy += 1
                if busy == 10:
                    go.set()

    threads = [threading.Thread(target=check) for _number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert most == 2
    assert busy == 10, "two at once, and eight that wait"


def test_login_during_too_many_checks_is_answered_with_503(
    director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        def __enter__(self) -> None:
            raise Busy

        def __exit__(self, *failure: object) -> None: ...

    monkeypatch.setattr("web.public.login.TURNS", Full())
    answer = _try("dora", PASSWORD, OUTSIDE.format(1))
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert not Attempt.objects.exists(), "no password was checked"
