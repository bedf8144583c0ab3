"""Simulated events for teams of two: who shares an entry, who plays, and each player's part of the prize."""

import pytest

from players.models import Partner
from prizes.models import PrizePayment
from tests.examples import in_soak
from tests.simulation.conftest import Plays
from tourney.models import Entry

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", [1, *(in_soak(seed) for seed in range(2, 40))])
def test_teams_play_take_turns_and_are_paid_their_parts(plays: Plays, seed: int) -> None:
    code, _counts, faults = plays(players=9, tables_of=5, teams=True, seed=seed)
    assert (code, faults) == (0, "")
    assert Partner.objects.count() == Entry.objects.count()
    assert Partner.objects.filter(played_at__isnull=False).exists()
    assert not PrizePayment.objects.filter(player=None).exists()


@pytest.mark.parametrize("seed", [in_soak(seed) for seed in range(1, 20)])
def test_teams_of_flights_stay_together_on_day_2(plays: Plays, seed: int) -> None:
    code, counts, faults = plays(players=24, tables_of=6, teams=True, seed=seed, flights=2, days=2)
    assert (code, faults) == (0, "")
    assert counts["flights"] == 2


def test_partner_who_is_paid_all_of_the_prize_is_detected(
    plays: Plays, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the whole prize goes to the player who registered."""
    monkeypatch.setattr("prizes.services.team_shares.team_parts", lambda amount, _share, _note: (amount, 0))
    code, _counts, faults = plays(players=6, tables_of=5, teams=True)
    assert code == 1
    assert "is right" in faults
