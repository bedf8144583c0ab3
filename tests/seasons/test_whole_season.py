"""A whole season by the rules of Five Spades, worked out by hand: ranking, championship, cup, titles, all years.

Members are A to M, guests X and Y. The winner of a night eliminates everybody.
"""

from typing import Any

import pytest

from players.models import Player
from seasons.boards.season_ranking import season_lists
from seasons.commands.season_events import add_event
from seasons.commands.titles import award_title, decide_cup_seat
from seasons.models import Season
from seasons.services.cup import cup_of
from seasons.services.seasons import state_of
from seasons.services.titles import all_time_of, season_championship, titles_of, trophies_of
from tests.desk.tills import player
from tests.fixtures.room import MakesEvents, press, refusal
from tests.seasons.nights import member, season, written_night
from tourney.access.roles import Actor

pytestmark = pytest.mark.django_db
MEMBERS, GUESTS = "ABCDEFGHIJKLM", "XY"
# Finishing order, with the points of the table in 5.4 for this field.
NIGHTS = (
    ("XJFDAMI", "X7 J4 F2 D1"),
    ("XMYDHEG", "X7 M4 Y2 D1"),
    ("CHXGEFKJ", "C8 H5 X3 G1"),
    ("AHECXBFGIYLKDM", "A14 H11 E8 C6 X4 B2 F1"),
    ("XFIEBDMKJHY", "X11 F8 I5 E3 B2 D1"),
    ("BHFYGKMXJCL", "B11 H8 F5 Y3 G2 K1"),
    ("AHIXDCFBKYEJLM", "A14 H11 I8 X6 D4 C2 F1"),
    ("EHCIXYJDKL", "E10 H7 C4 I2 X1"),
    ("KXIJEHCDGAMYL", "K13 X10 I7 J5 E3 H2 C1"),
    ("XHJFMEBCK", "X9 H6 J4 F2 M1"),
)
# X 7+7+3+4+11+6+1+10+9, H 5+11+8+11+7+2+6, A 14+14, E 8+3+10+3, I 5+8+2+7, C 8+6+2+4+1, F 2+1+8+5+1+2, B 2+2+11, …
BEFORE_CUP = "X58 H50 A28 E24 I22 C21 F19 B15 K14 J13 D7 M5 Y5 G3 L0"
# Of 13 members the best three are fixed (7.2: 11 to 15 members). A has played 4 nights and L has no points.
FIXED, PRELIMINARY, NOT_QUALIFIED = "HEI", "CFBKJDMG", "AL"
# Eight play for the seven seats that are left.
PRELIMINARY_ORDER, OUT = "FCBKJDMG", "G"
FINAL, FINAL_POINTS = "CHEIFBKJDM", "C10 H7 E4 I2 F1"
AFTER_CUP = "X58 H57 C31 A28 E28 I24 F20 B15 K14 J13 D7 M5 Y5 G3 L0"
# A 13+13, C 7 + 9 in the final, K 12, B 10, E 9, F 7 in the preliminary. Those of guests do not count (6.2).
CHAMPIONSHIP = "A26 C16 K12 B10 E9 F7"
# Points and eliminations: X 58+6+6+10+8, H 57, A 28+26, C 31+16, E 28+9, F 20+7, K 14+12, B 15+10.
ALL_TIME = "X88 H57 A54 C47 E37 F27 K26 B25 I24 J13 D7 M5 Y5 G3 L0"


def scores(text: str) -> list[tuple[str, int]]:
    """Return "A14 H11" as pairs."""
    return [(one[0], int(one[1:])) for one in text.split()]


@pytest.fixture
def people(db: None) -> dict[str, int]:
    """Add the members and the guests, by letter."""
    return {
        **{letter: member(player(f"{letter} Member")) for letter in MEMBERS},
        **{letter: player(f"{letter} Guest") for letter in GUESTS},
    }


@pytest.fixture
def year(people: dict[str, int], make_event: MakesEvents) -> Season:
    """Play the ten nights."""
    row = season()
    for number, (order, _points) in enumerate(NIGHTS, start=1):
        written_night(make_event, [people[one] for one in order], name=f"Night {number}")
    return row


def ranking_of(row: Season) -> list[tuple[str, int]]:
    """Return letters and points of the ranking."""
    return [(letters()[one.player], one.points) for one in state_of(row).ranking]


def letters() -> dict[int, str]:
    """Return the letter of each player."""
    return {pk: name[0] for pk, name in Player.objects.values_list("pk", "name")}


def ways(row: Season) -> dict[str, str]:
    """Return the members by their way to the cup final."""
    cup, named = cup_of(row), letters()
    assert cup is not None
    found: dict[str, str] = {}
    for one in cup.candidates:
        found[one.way] = found.get(one.way, "") + named[one.player]
    return found


def cup_played(row: Season, people: dict[str, int], make_event: MakesEvents, director: Actor) -> None:
    """Play the preliminary and the final."""
    for role, order in (("cup_preliminary", PRELIMINARY_ORDER), ("cup_final", FINAL)):
        event = written_night(make_event, [people[one] for one in order], name=role)
        press(add_event, by=director, season=row.pk, tournament=event, role=role)


def test_five_spades_5_4_points_of_each_night_and_their_sums(year: Season) -> None:
    named = letters()
    state = state_of(year)
    assert len(state.events) == 10
    for event, (order, points) in zip(state.events, NIGHTS, strict=True):
        own = {named[one.player]: one.points for one in state.results if one.event == event.event.pk}
        assert own == {**dict.fromkeys(order, 0), **dict(scores(points))}
    assert ranking_of(year) == scores(BEFORE_CUP)
    # M and Y share places 12 and 13.
    assert [(one.best, one.worst) for one in state.ranking[10:14]] == [(11, 11), (12, 13), (12, 13), (14, 14)]


def test_five_spades_7_2_qualification_before_and_after_the_preliminary(
    year: Season, people: dict[str, int], make_event: MakesEvents, director: Actor
) -> None:
    assert ways(year) == {"final": FIXED, "preliminary": PRELIMINARY, "not_qualified": NOT_QUALIFIED}
    cup_played(year, people, make_event, director)
    found = ways(year)
    assert sorted(found["final"]) == sorted(FINAL)
    assert (found["out"], found["not_qualified"]) == (OUT, NOT_QUALIFIED)
    # Points of the final count for the year (5.1), those of the preliminary do not.
    assert ranking_of(year) == scores(AFTER_CUP)
    # A later night changes the ranking, but not who had qualified for the cup.
    written_night(make_event, [people[one] for one in "LAGBCX"], name="Late")
    assert dict(ranking_of(year))["A"] == 28 + 3
    assert ways(year) == found


def test_five_spades_8_the_three_titles_and_nobody_else(
    year: Season, people: dict[str, int], make_event: MakesEvents, director: Actor
) -> None:
    kinds = ("champion", "player_of_the_year", "cup_winner")
    early = refusal(award_title, by=director, season=year.pk, kind="champion", player=people["A"])
    assert early.code == "season_not_over"
    cup_played(year, people, make_event, director)
    championship, named = season_championship(year), letters()
    assert championship is not None
    assert [(named[one.player], one.points) for one in championship.rows] == scores(CHAMPIONSHIP)
    assert {one.kind: [named[leader] for leader in one.leaders] for one in titles_of(year)} == {
        "champion": ["A"],
        # X has 58 points and H 57, but X is a guest (8.1).
        "player_of_the_year": ["H"],
        "cup_winner": ["C"],
    }
    guest = refusal(award_title, by=director, season=year.pk, kind="player_of_the_year", player=people["X"])
    assert (guest.code, guest.rule) == ("members_only", "Five Spades 8.1, 8.2, 8.3, 8.4")
    other = refusal(award_title, by=director, season=year.pk, kind="cup_winner", player=people["H"])
    assert (other.code, other.rule) == ("not_the_winner", "Five Spades 8.1, 8.2, 8.3, 8.4")
    for kind, letter in zip(kinds, "AHC", strict=True):
        press(award_title, by=director, season=year.pk, kind=kind, player=people[letter])
    again = refusal(award_title, by=director, season=year.pk, kind="champion", player=people["A"])
    assert again.code == "already_awarded"
    assert [one.state for one, _season in trophies_of(year)] == ["holds"] * 3
    assert [(named[one.player], one.points) for one in all_time_of(year)] == scores(ALL_TIME)
    best = all_time_of(year)[0]
    assert (best.played, best.wins, best.places, best.eliminated) == (10, 4, 5, 30)
    lists = season_lists(season=year.pk)
    assert lists is not None
    assert [one.winner for one in lists.titles] == ["A Member", "H Member", "C Member"]
    # Guests are shortened in public (5.8).
    assert lists.ranking[0].name == "X G."


def test_director_decides_on_seats_of_members_alone(
    year: Season, people: dict[str, int], director: Actor
) -> None:
    given: dict[str, Any] = {"season": year.pk, "reason": "Travels"}
    press(decide_cup_seat, by=director, player=people["E"], has_seat=False, **given)
    # As many are left as the final has seats.
    assert ways(year) == {"final": "HICFBKJDMG", "out": "E", "not_qualified": NOT_QUALIFIED}
    press(decide_cup_seat, by=director, player=people["E"], has_seat=None, **given)
    assert ways(year)["final"] == FIXED
    guest = refusal(decide_cup_seat, by=director, player=people["X"], has_seat=True, **given)
    assert (guest.code, guest.rule) == ("members_only", "Five Spades 7.1, 7.2")
    new = member(player("Never Played"))
    assert refusal(decide_cup_seat, by=director, player=new, has_seat=True, **given).code == "not_in_ranking"
    for letter in "CFBKJDM":
        press(decide_cup_seat, by=director, player=people[letter], has_seat=True, **given)
    assert (
        refusal(decide_cup_seat, by=director, player=people["G"], has_seat=True, **given).code == "final_full"
    )
