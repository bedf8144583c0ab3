"""Events in the modes of Five Spades: free rebuys, the add-on, one entry, longer levels, the winner's button, bounties,
and events of several stages. Where many events are played, as in `make soak`, each mode is played 100 times.
"""

from typing import Any

import msgspec
import pytest

from desk.models import Item
from prizes.rules.bounties import draw_names, settle
from procedures.models import Bag
from seating.commands import hands
from seating.models import TournamentTable
from stages.models import StageEvent
from stages.rules import advancement
from stages.rules.stage_rule import ByPoints, StageRule
from tests.examples import EXPLORES, in_soak
from tests.oracle.oracle import judge
from tests.oracle.rows import journal_of
from tests.simulation.conftest import PLAYED, Plays
from tourney.models import ChipMove, Entry, Tournament
from tourney.rulebooks.books.schema.club import RebuyAddOn

MODES = ("rebuy_add_on", "freeze_out", "cannonball", "win_the_button", "bounty", "mystery_bounty")
# Their checks are the same in a soak test, with many seeds.
PLAYED_MODES = MODES if EXPLORES or PLAYED > 1 else ("rebuy_add_on", "win_the_button", "mystery_bounty")


def _with_many(value: Any) -> Any:
    """Return a case that runs only where many events are played: it takes seconds."""
    return value if PLAYED > 1 else in_soak(value)


CLUB: dict[str, Any] = {"book": "five_spades", "players": 14, "tables_of": 6}
# Several events take longer.
FEW: dict[str, Any] = {"book": "five_spades", "players": 9, "tables_of": 5}


# Even and odd seeds differ in how bounties are won.
SEEDS = range(1, 5 * PLAYED + 1) if PLAYED > 1 else (1,)


@pytest.mark.parametrize("seed", SEEDS)
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


@pytest.mark.parametrize("seed", [*map(_with_many, SEEDS)])
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
    # A player who wins an event before bagging has all its chips.
    for won in {first, again} - set(Bag.objects.values_list("stack_count__tournament", flat=True)):
        event = Tournament.objects.get(pk=won)
        winner = Entry.objects.get(tournament=event, out_at__isnull=True)
        best[winner.player_id] = max(best.get(winner.player_id, 0), 9 * event.starting_stack)
    carried = ChipMove.objects.filter(tournament=final, kind="carried")
    assert dict(carried.values_list("entry__player", "chips")) == best


@pytest.mark.parametrize("seed", [*map(_with_many, SEEDS)])
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


@pytest.mark.parametrize("seed", [*map(_with_many, SEEDS)])
@pytest.mark.django_db
def test_most_chips_win_against_the_clock(plays: Plays, seed: int) -> None:
    """Five Spades 4.15."""
    code, counts, faults = plays(**CLUB, mode="play_the_clock", seed=seed)
    assert (code, faults) == (0, "")
    assert counts["stages"] == 3
    # Of two late players, one may come only after the first round is over.
    assert 12 <= counts["entries"] <= 14
    assert counts["paid"] == counts["pool"] > 0


@pytest.mark.parametrize("seed", [*map(_with_many, SEEDS)])
@pytest.mark.parametrize("heats", [2, 3])
@pytest.mark.django_db
def test_best_by_points_of_the_heats_meet_at_the_final_table(plays: Plays, heats: int, seed: int) -> None:
    """Five Spades 4.19."""
    given = {"book": "five_spades", "players": 13, "tables_of": 9}
    code, counts, faults = plays(**given, mode=f"multi_round_{heats}", seed=seed)
    assert (code, faults) == (0, "")
    assert (counts["stages"], counts["entries"]) == (heats + 1, 13)
    assert counts["paid"] == counts["pool"] > 0


@pytest.mark.soak
@pytest.mark.parametrize(
    ("rule", "fault"), [("early_bonus", "points: player"), ("points_per", "points: player")], ids=str
)
@pytest.mark.django_db
def test_wrong_points_of_a_heat_are_detected(
    plays: Plays, monkeypatch: pytest.MonkeyPatch, rule: str, fault: str
) -> None:
    """The controls: no bonus for an early win, and places over all tables."""
    value = {"early_bonus": 0, "points_per": "event"}[rule]
    counted = advancement.points_of

    def otherwise(given: StageRule, played: Any) -> dict[int, int]:
        return counted(msgspec.structs.replace(given, **{rule: value}), played)

    monkeypatch.setattr("stages.rules.advancement.points_of", otherwise)
    given = {"book": "five_spades", "players": 13, "tables_of": 9}
    code, _counts, faults = plays(**given, mode="multi_round_2")
    assert code == 1
    assert fault in faults


@pytest.mark.soak
@pytest.mark.django_db
def test_bounty_with_the_wrong_part_at_once_is_detected(
    plays: Plays, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: a tenth of a progressive bounty is paid at once, whatever was announced."""
    monkeypatch.setattr(
        "prizes.services.bounties.settle", lambda *given, **more: settle(*given, **{**more, "cash": 1_000})
    )
    code, _counts, faults = plays(**CLUB, mode="bounty", seed=1)
    assert code == 1
    assert "for bounties" in faults


@pytest.mark.soak
@pytest.mark.usefixtures("at_once")
@pytest.mark.django_db
def test_list_of_too_few_names_is_detected(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a list of names is one too short."""

    def one_less(people: Any, count: int, *given: Any, **more: Any) -> Any:
        return draw_names(people, count - 1, *given, **more)

    monkeypatch.setattr("prizes.rules.draws.draw_names", one_less)
    code, _counts, faults = plays(**CLUB, mode="mystery_bounty")
    assert code == 1
    assert "has not 5 names" in faults
