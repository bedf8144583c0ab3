"""Tournaments in flights: each is bagged, all are joined into day 2, and the places cover the whole field."""

from typing import Any

import pytest

from prizes.models import Payout, PrizePayment
from procedures.models import Bag
from stages.models import AdvancedStack, StageEvent
from stages.rules import advancement
from tests.examples import EXPLORES
from tests.simulation.conftest import PLAYED, Plays
from tourney.models import ChipMove, Tournament

FIELD: dict[str, Any] = {"players": 20, "flights": 2, "days": 2, "tables_of": 6}
BOOKS = ("pokerstars_live", "munot", "tda", "wsop") if EXPLORES or PLAYED > 1 else ("pokerstars_live",)


@pytest.mark.parametrize("seed", range(1, PLAYED + 1))
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.django_db
def test_flights_are_bagged_joined_and_played_to_a_winner(plays: Plays, book: str, seed: int) -> None:
    code, counts, faults = plays(**FIELD, book=book, seed=seed)
    assert (code, faults) == (0, "")
    assert (counts["stages"], counts["flights"]) == (2, 2)
    assert counts["paid"] == counts["pool"] > 0
    labels = dict(StageEvent.objects.values_list("label", "tournament"))
    assert list(labels) == ["1A", "1B", "2"]
    assert not Tournament.objects.filter(pk__in=labels.values(), closed_at__isnull=True).exists()
    # Each bounty was followed from its flight to the player who won it (`bounty_check.due`).
    if seed == 1:
        assert Payout.objects.get().bounties == "progressive"
        assert PrizePayment.objects.filter(kind="bounty").exists()
    # Chips are exact from the bags to day 2.
    bags = Bag.objects.filter(stack_count__tournament__in=[labels["1A"], labels["1B"]], entry__isnull=False)
    carried = AdvancedStack.objects.filter(source__in=bags.values("entry"))
    assert sum(bags.values_list("chips", flat=True)) == sum(carried.values_list("chips", flat=True))
    # A flight that is won on its day has no bags: its winner's stack comes along, which is all of its chips.
    in_play = ChipMove.objects.filter(tournament__in=[labels["1A"], labels["1B"]])
    assert sum(in_play.values_list("chips", flat=True)) == sum(
        AdvancedStack.objects.values_list("chips", flat=True)
    )


@pytest.mark.django_db
def test_stack_of_a_flight_that_was_won_on_its_day_comes_along_without_a_bag(plays: Plays) -> None:
    # In which evenings a flight is won on its day depends on the rows that the test before left.
    for seed in range(4, 30):
        code, _counts, faults = plays(players=8, flights=2, days=2, book="tda", seed=seed)
        assert (code, faults) == (0, "")
        bagged = Bag.objects.filter(entry__isnull=False).values("entry")
        if AdvancedStack.objects.filter(carried=True, chips__gt=0).exclude(source__in=bagged).exists():
            return
    pytest.fail("no flight was won on its day")


@pytest.mark.soak
@pytest.mark.django_db
def test_fixed_bounties_of_flights_are_settled_over_all_stages(plays: Plays) -> None:
    """Progressive ones are settled in the test above (`bounty_check.due`)."""
    code, _counts, faults = plays(**FIELD, book="pokerstars_live", seed=7)
    assert (code, faults) == (0, "")
    assert Payout.objects.get().bounties == "fixed"
    assert PrizePayment.objects.filter(kind="bounty").exists()


@pytest.mark.soak
@pytest.mark.django_db
def test_stack_that_grows_on_the_way_to_day_2_is_detected(
    plays: Plays, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: one player brings more chips than were in the bag."""
    whole = advancement.advance

    def too_much(*given: Any, **more: Any) -> Any:
        field = whole(*given, **more)
        first, *others = field.coming
        return type(field)(
            **{
                **{name: getattr(field, name) for name in field.__slots__},
                "coming": (
                    type(first)(
                        **{
                            **{name: getattr(first, name) for name in first.__slots__},
                            "stack": first.stack + 100,
                        }
                    ),
                    *others,
                ),
            }
        )

    monkeypatch.setattr("stages.services.advance_plan.advance", too_much)
    code, _counts, faults = plays(**FIELD)
    assert code == 1
    assert "join" in faults
