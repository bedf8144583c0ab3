import re
from itertools import combinations, pairwise

import pytest

from clock.rules.field import Chip, unpayable
from clock.rules.shipped import Shipped, shipped_structures
from clock.rules.structure import check_structure, structure_warnings
from clock.rules.suggestion.field_model import Field, forecast

ALL = list(shipped_structures().values())
# Fixed-limit games have no big-blind ante, and the club has antes of its own.
WITH_ANTE = [shipped for shipped in ALL if shipped.key not in {"five_spades", "cannonball", "horse"}]
every = pytest.mark.parametrize("shipped", ALL, ids=lambda shipped: shipped.key)


def short(shipped: Shipped) -> list[str]:
    """Write the structure as a rulebook prints it: "50-100-0", "break 10", with colour-ups."""
    lines = []
    for level in shipped.levels:
        raced = "".join(f" race off {value}s" for value in level.colour_up)
        minutes = level.duration // 60_000
        if level.kind == "break":
            lines.append(f"break {minutes}{raced}")
        else:
            lines.append(f"{minutes}: {level.small_blind}-{level.big_blind}-{level.ante}{raced}")
    return lines


def test_five_spades_4_12_is_the_books_structure_to_the_chip():
    assert short(shipped_structures()["five_spades"]) == [
        "18: 50-100-0",
        "18: 75-150-0",
        "18: 100-200-0",
        "18: 150-300-0",
        "break 10",
        "18: 200-400-25",
        "18: 300-600-50",
        "18: 400-800-75",
        "18: 600-1200-100",
        "break 10 race off 25s",
        "18: 800-1600-200",
        "18: 1000-2000-300",
        "18: 1500-3000-400",
        "18: 2000-4000-500",
        "break 25 race off 100s",
        "18: 3000-6000-500",
        "18: 4000-8000-500",
        "18: 5000-10000-1000",
        "18: 6000-12000-1000",
        "break 10 race off 500s",
        "18: 8000-16000-2000",
        "18: 10000-20000-3000",
        "18: 15000-30000-4000",
        "18: 20000-40000-5000",
        "break 10",
        "18: 30000-60000-6000",
        "18: 40000-80000-8000",
        "18: 50000-100000-10000",
    ]
    kinds = {level.ante_kind for level in shipped_structures()["five_spades"].levels}
    assert kinds == {"none", "classic"}
    assert shipped_structures()["five_spades"].rule == "Five Spades 4.12"


def test_structures_are_offered_in_their_order():
    assert list(shipped_structures()) == [
        "five_spades",
        "turbo",
        "club_night",
        "horse",
        "deep_two_days",
        "cannonball",
    ]


@every
def test_shipped_structures_have_no_errors_or_warnings(shipped: Shipped):
    assert check_structure(shipped.levels) == []
    assert structure_warnings(shipped.levels) == []


@every
def test_every_blind_and_ante_can_be_paid_with_the_chips_still_in_play(shipped: Shipped):
    assert unpayable(shipped.levels, shipped.chips) == []
    raced = [value for level in shipped.levels for value in level.colour_up]
    values = [chip.value for chip in shipped.chips]
    assert set(raced) <= set(values)
    assert raced == sorted(raced)
    assert values == sorted(set(values))
    assert all(big % small == 0 for small, big in pairwise(values))
    assert shipped.starting_stack % values[0] == 0


@every
def test_blinds_never_jump_by_more_than_half(shipped: Shipped):
    blinds = [level.big_blind for level in shipped.levels if level.kind == "level"]
    assert all(before < after <= before * 1.5 for before, after in pairwise(blinds))


@every
def test_no_stretch_without_a_break_is_much_over_two_hours(shipped: Shipped):
    played, longest = 0, 0
    for level in shipped.levels:
        played = 0 if level.kind == "break" else played + level.duration
        longest = max(longest, played)
    assert longest <= 2.1 * 3_600_000


@every
def test_an_event_lasts_as_long_as_it_says(shipped: Shipped):
    end = forecast(shipped.levels, Field(shipped.players, shipped.starting_stack))
    assert abs(end.expected // 60_000 - shipped.minutes) <= 5
    assert not end.beyond, "no levels in reserve"


@every
def test_shipped_structures_have_texts_in_every_language(shipped: Shipped):
    for texts in (shipped.name, shipped.description):
        assert set(texts) == {"en", "de", "fr", "it"}
        assert all(texts.values())
    for text in shipped.description.values():
        assert str(shipped.players) in text
        assert f"{shipped.starting_stack // 1000}" in text


@pytest.mark.parametrize("shipped", WITH_ANTE, ids=lambda shipped: shipped.key)
def test_our_no_limit_structures_have_big_blind_antes_of_one_big_blind(shipped: Shipped):
    levels = [level for level in shipped.levels if level.kind == "level"]
    with_ante = [level for level in levels if level.ante]
    assert len(with_ante) >= len(levels) - 2
    assert all((level.ante_kind, level.ante) == ("big_blind", level.big_blind) for level in with_ante)


def test_the_club_night_is_over_after_four_hours_and_the_turbo_after_three():
    assert 225 <= shipped_structures()["club_night"].minutes <= 255
    assert 165 <= shipped_structures()["turbo"].minutes <= 195


def test_the_deep_one_ends_its_first_day_once_and_begins_the_second_with_a_break():
    levels = shipped_structures()["deep_two_days"].levels
    (last,) = (position for position, level in enumerate(levels) if level.ends_day)
    day_one = sum(level.duration for level in levels[: last + 1])
    assert 8 <= day_one / 3_600_000 <= 10
    assert levels[last + 1].kind == "break"


def luminance(colour: str) -> float:
    """Compute relative luminance by WCAG."""
    assert re.fullmatch(r"#[0-9a-f]{6}", colour)
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@every
def test_chips_are_distinguishable_without_colour(shipped: Shipped):
    def differ(one: Chip, other: Chip) -> bool:
        return contrast(one.face, other.face) >= 1.35 or contrast(one.edge, other.edge) >= 2

    assert all(differ(one, other) for one, other in combinations(shipped.chips, 2))
    assert all(contrast(chip.face, chip.edge) >= 3 for chip in shipped.chips), "edge spots must be visible"


def test_every_level_of_horse_is_a_mixed_game_with_limits_twice_the_big_blind():
    for level in shipped_structures()["horse"].levels:
        if level.kind == "level":
            assert level.family == "mixed"
            assert level.note.startswith(f"Limit {level.big_blind}/{2 * level.big_blind} · Stud: Ante ")
