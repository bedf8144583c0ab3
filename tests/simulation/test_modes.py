"""Events in the modes of Five Spades: free rebuys, the add-on, one entry, longer levels, the winner's button."""

from typing import Any

import pytest

from desk.models import Item
from procedures.models import Bag
from seating.commands import hands
from seating.models import TournamentTable
from stages.models import StageEvent
from stages.rules.stage_rule import ByPoints
from tests.examples import EXPLORES, in_soak
from tests.oracle.oracle import judge
from tests.oracle.rows import journal_of
from tests.simulation.conftest import PLAYED, Plays
from tourney.models import ChipMove, Entry, Tournament
from tourney.rulebooks.books.schema.club import RebuyAddOn

MODES = ("rebuy_add_on", "freeze_out", "cannonball", "win_the_button")
# Their checks are the same in a soak test, with many seeds.
PLAYED_MODES = MODES if EXPLORES or PLAYED > 1 else ("rebuy_add_on", "win_the_button")


def _with_many(value: Any) -> Any:
    """Return a case that runs only where many events are played: it takes seconds."""
    return value if PLAYED > 1 else in_soak(value)


CLUB: dict[str, Any] = {"book": "five_spades", "players": 14, "tables_of": 6}
# Several events take longer.
FEW: dict[str, Any] = {"book": "five_spades", "players": 9, "tables_of": 5}


@pytest.mark.parametrize("seed", range(1, 5 * PLAYED + 1 if PLAYED > 1 else 2))
@pytest.mark.parametrize("mode", [PLAYED_MODES[0], *map(_with_many, PLAYED_MODES[1:])])
@pytest.mark.django_db
def test_event_of_each_mode_plays_by_its_rules(plays: Plays, mode: str, seed: int) -> None:
    code, counts, faults = plays(**CLUB, mode=mode, seed=seed)
    assert (code, faults) == (0, "")
    event = Tournament.objects.latest("pk")
    assert event.mode == mode
    assert judge(journal_of(event.pk), event.pk, "five_spades").faults == ()
    if mode == "rebuy_add_on":
        assert counts["rebuys"] > 0 < counts["add_ons"]
        assert not Item.objects.filter(tournament=event, kind="rebuy", pool__gt=0).exists()
        assert set(
            ChipMove.objects.filter(tournament=event, kind="add_on").values_list("chips", flat=True)
        ) == {2 * event.starting_stack}
    else:
        assert counts["rebuys"] == counts["add_ons"] == 0
    if mode != "win_the_button":
        assert counts["reentries"] == 0


@pytest.mark.usefixtures("at_once")
@pytest.mark.django_db
def test_add_on_for_a_player_with_a_rebuy_is_detected(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the add-on is credited to everybody."""

    def everybody(policy: RebuyAddOn, starting_stack: int, _rebuys: int) -> int:
        return policy.add_on_stacks * starting_stack

    monkeypatch.setattr("procedures.services.event_mode.add_on_chips", everybody)
    code, _counts, faults = plays(**CLUB, mode="rebuy_add_on")
    assert code == 1
    assert "the add-on went to" in faults


@pytest.mark.usefixtures("at_once")
@pytest.mark.django_db
def test_button_that_passes_the_winner_is_detected(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the button moves on by one seat, as in any other event."""
    to_winner = hands._button_to_winner

    def next_seat(tx: Any, table: TournamentTable, ring: Any, winner: int | None) -> Any:
        return to_winner(tx, table, ring, None if winner is None else ring.clockwise(winner)[0])

    monkeypatch.setattr(hands, "_button_to_winner", next_seat)
    code, _counts, faults = plays(**CLUB, mode="win_the_button")
    assert code == 1
    assert "won the pot" in faults


@pytest.mark.parametrize("seed", [*map(_with_many, range(2, PLAYED + 2))])
@pytest.mark.django_db
def test_restart_goes_on_with_the_better_of_two_stacks(plays: Plays, seed: int) -> None:
    """Five Spades 4.14."""
    code, counts, faults = plays(**FEW, mode="restart", seed=seed)
    assert (code, faults) == (0, "")
    assert (counts["stages"], counts["entries"]) == (3, 9)
    first, again, final = StageEvent.objects.order_by("stage__number").values_list("tournament", flat=True)
    assert Entry.objects.filter(tournament=again).count() == 9
    best: dict[int, int] = {}
    for player, chips in Bag.objects.filter(
        stack_count__tournament__in=(first, again), entry__isnull=False
    ).values_list("entry__player", "chips"):
        best[player] = max(best.get(player, 0), chips)
    carried = ChipMove.objects.filter(tournament=final, kind="carried")
    assert dict(carried.values_list("entry__player", "chips")) == best


@pytest.mark.parametrize("seed", [*map(_with_many, range(1, PLAYED + 1))])
@pytest.mark.django_db
def test_points_of_a_heat_are_the_stacks_of_the_final(plays: Plays, seed: int) -> None:
    """Five Spades 4.18."""
    code, counts, faults = plays(**FEW, mode="landesliga", seed=seed)
    assert (code, faults) == (0, "")
    assert (counts["stages"], counts["entries"]) == (2, 9)
    _heat, final = StageEvent.objects.order_by("stage__number").values_list("tournament", flat=True)
    carried = ChipMove.objects.filter(tournament=final, kind="carried").values_list("chips", flat=True)
    # Tables of five and four.
    whole = [20_000, 17_000, 15_000, 13_000]
    assert sorted(carried) == sorted([*whole, 11_000, *whole])


@pytest.mark.soak
@pytest.mark.django_db
def test_final_with_a_wrong_stack_for_points_is_detected(
    plays: Plays, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: no stack is cut to the largest one."""
    monkeypatch.setattr(ByPoints, "stack_for", lambda self, points: max(points * 1_100, self.smallest))
    code, _counts, faults = plays(**FEW, mode="landesliga")
    assert code == 1
    assert "stacks for points" in faults


@pytest.mark.soak
@pytest.mark.django_db
def test_most_chips_win_against_the_clock(plays: Plays) -> None:
    """Five Spades 4.15."""
    code, counts, faults = plays(book="five_spades", players=24, tables_of=6, mode="play_the_clock")
    assert (code, faults) == (0, "")
    assert (counts["stages"], counts["entries"]) == (3, 24)
    assert counts["paid"] == counts["pool"] > 0
