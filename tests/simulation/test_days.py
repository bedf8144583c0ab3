"""Events that are played for several days: last hands, bags, draws, and penalties that go on the next day."""

from typing import Any

import pytest

from penalties.rules.kinds import is_known
from procedures.models import Bag, EventDay
from procedures.rules import bags
from tests.examples import EXPLORES
from tests.seating.floors import BOOKS
from tests.simulation.conftest import PLAYED, Plays
from tourney.models import Tournament
from tourney.rulebooks.shelf import book_of


@pytest.mark.parametrize("seed", range(1, PLAYED + 1))
@pytest.mark.parametrize("book", BOOKS if EXPLORES or PLAYED > 1 else ("pokerstars_live",))
@pytest.mark.django_db
def test_event_of_three_days_bags_all_chips_and_carries_penalties(plays: Plays, book: str, seed: int) -> None:
    """PokerStars Live 3.12 and 6.9.4: the last hands, the bags, and penalties that go on the next day."""
    code, counts, faults = plays(book=book, seed=seed, days=3, players=20, tables_of=6)
    assert (code, faults) == (0, "")
    # A winner may be found on the second day.
    assert counts["days"] == 3 or PLAYED > 1
    days = EventDay.objects.filter(tournament=Tournament.objects.latest("pk"))
    assert counts["bagged"] == Bag.objects.filter(stack_count__in=days.values("stack_count")).count() > 0
    assert counts["carried"] >= (counts["days"] - 1 if is_known("hands", book_of(book)) else 0)


@pytest.mark.soak
@pytest.mark.usefixtures("at_once")
@pytest.mark.django_db
def test_chips_missing_in_a_bag_are_detected(plays: Plays, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a bag is sealed with fewer chips than the stack has."""
    seal = bags.bag_number
    made = Bag.__init__

    def short(self: Bag, *args: Any, **columns: Any) -> None:
        if "chips" in columns and columns["number"] == seal(columns["table"], columns["seat"]):
            columns["chips"] = max(columns["chips"] - 100, 1)
        made(self, *args, **columns)

    monkeypatch.setattr(Bag, "__init__", short)
    code, _counts, faults = plays(days=2, players=12, tables_of=6)
    assert code == 1
    assert "chips are in bags" in faults
