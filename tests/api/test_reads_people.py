"""API reads of players."""

import pytest

from api.schemas import core
from players.commands.bans import ban_player
from tests.api.caller import Program
from tests.api.fitting import fits
from tests.web.visitors import done

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_people_are_found_read_whole_and_compared(program: Program) -> None:
    given = {"name": "Anna Berger", "nickname": "Ace", "birth_date": "1990-05-30", "card": "M-17"}
    anna = program.do("room/player/add", **given).json()["answer"]["player"]
    other = program.do("room/player/add", name="Ana Berger").json()["answer"]["player"]
    done(ban_player, player=anna, ends_on=None, reason="x", rule="Five Spades 2.7")
    for sought in ("ace", "berger anna", "m-17", "1990"):
        assert program.get("players", q=sought).json()[0] == {
            "id": anna,
            "name": "Anna Berger",
            "nickname": "Ace",
        }
    record = program.get(f"players/{anna}").json()
    fits(core.PlayerRecord, record)
    assert {name: record[name] for name in given} == given
    assert record["bans"][0]["holds"] is True
    like = program.get("players/like", name="Berger Anna").json()
    fits(list[core.LikelyPlayer], like)
    assert [one["player"] for one in like] == [anna, other]
    program.do("room/player/merge", player=other, into=anna)
    assert program.get("players", q="ann").json() == [{"id": anna, "name": "Anna Berger", "nickname": "Ace"}]
    assert program.get(f"players/{other}").json()["merged_into"] == anna
    assert program.get(f"players/{anna}").json()["merged_from"] == [other]


@pytest.mark.parametrize("number", [0, 999_999, 10**30])
def test_missing_player_is_reported(program: Program, number: int) -> None:
    assert program.get(f"players/{number}").status_code == 404


def test_invalid_day_is_refused(program: Program) -> None:
    response = program.get("players/like", name="Anna Berger", birth_date="30.5.1990")
    assert response.status_code == 422
