"""Indistinguishable logins and weak passwords are refused."""

import pytest

from tests.fixtures.room import refusal
from tourney.access.look_alikes import skeleton
from tourney.access.roles import Actor
from tourney.commands import add_person


@pytest.mark.parametrize("name", ["dora", "DORA", "dоra", "dοrа", "d0ra", "ｄｏｒａ", "dóra"])
def test_look_alike_login_name_is_refused(director: Actor, name: str) -> None:
    refused = refusal(add_person, by=director, username=name, role="floor", password="correct horse")
    assert refused.code == "name_taken"


def test_different_names_are_distinguished() -> None:
    names = ["dora", "dara", "flo", "desi", "dean", "ann", "anna", "matrix"]
    assert len({skeleton(name) for name in names}) == len(names)


@pytest.mark.parametrize("password", [" " * 8, "\t" * 12, "a          b", "        x"])
def test_a_password_of_blanks_is_refused(director: Actor, password: str) -> None:
    refused = refusal(add_person, by=director, username="flo", role="floor", password=password)
    assert refused.code == "weak_password"
