"""Games of a level by name, and how a structure stores them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.rules.games import FAMILIES, family_of
from clock.rules.rows import UnsoundStructure, from_wire
from clock.rules.structure import Level, to_wire

NAMES = {
    "flop": [
        "", "No Limit", "NLHE", "Limit Hold'em", "Pot-Limit Omaha", "Omaha Hi-Lo 8 or better", "PLO8", "NLH/PLO mix",
        "Limit", "5-Card PLO", "Pineapple", "Big O",
    ],
    "draw": [
        "2-7 Triple Draw", "No-Limit 2-7 Single Draw", "Badugi", "5-Card Draw", "2 to 7 lowball", "Badeucy",
        "Draw mix", "Deuce to Seven",
    ],
    "stud": [
        "Stud", "Seven card stud", "7-Card Stud Hi-Lo", "Stud 8", "Razz", "RAZZ", "Stud Hi/Lo 8 or better", "7 Card",
    ],
    "mixed": [
        "HORSE", "H.O.R.S.E.", "8-Game", "8-game mix", "10 Game Mix", "Dealers Choice", "Dealer's choice", "Mixed",
        "HOSE", "Omaha / Stud", "Razz & 2-7", "Eight Game", "O.E.",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("family", "name"), [(family, name) for family, names in NAMES.items() for name in names]
)
def test_a_game_is_known_by_its_name(family: str, name: str) -> None:
    assert family_of(name) == family


@given(st.text(max_size=80))
def test_every_name_has_one_family(name: str) -> None:
    assert family_of(name) in FAMILIES


def test_a_level_says_its_family_and_keeps_one_that_was_chosen() -> None:
    razz = {"kind": "level", "duration": 60_000, "small_blind": 1, "big_blind": 2, "game": "Razz"}
    own = {**razz, "game": "Sviten Special", "family": "stud"}
    rest = {"kind": "break", "duration": 60_000}
    levels = from_wire([razz, own, rest])
    assert [level.family for level in levels] == ["stud", "stud", ""]
    assert from_wire(to_wire(levels)) == levels
    assert Level(kind="level", duration=1).family == "flop"
    for wrong in ({**razz, "family": "poker"}, {**rest, "family": "stud"}, {**razz, "family": 7}):
        with pytest.raises(UnsoundStructure):
            from_wire([razz, wrong])
