"""Whole seasons simulated in the database, checked by the rules stated a second time.

`SEASONS` in the environment sets the number of seasons: `SEASONS=20` for a soak test, with full fields.
"""

import json
import os
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from seasons.models import Season, Title
from seasons.services import seasons as season_services
from tests.oracle.season_check import check_season
from tourney.access.roles import Actor

SEASONS = int(os.environ.get("SEASONS", "1"))
# Few people qualify out of small fields; in a soak test the preliminary is played as well.
SMALL: dict[str, Any] = {"members": 9, "guests": 2, "most": 8, "events": 8}
pytestmark = pytest.mark.django_db


def play(**options: Any) -> dict[str, Any]:
    """Run the command and return its last line."""
    output, faults = StringIO(), StringIO()
    call_command("play_season", stdout=output, stderr=faults, **options)
    assert faults.getvalue() == ""
    found: dict[str, Any] = json.loads(output.getvalue().splitlines()[-1])
    return found


@pytest.fixture(autouse=True)
def alone(director: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Publish nothing; other tests cover that."""
    monkeypatch.setattr("tourney.journal.commands.publish", lambda *_args: None)


@pytest.mark.parametrize("seed", range(1, SEASONS + 1))
def test_a_season_plays_to_its_titles_and_every_check_holds(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = play(seed=seed, **({} if SEASONS > 1 else SMALL))
    assert counts["failed_checks"] == 0
    assert counts["checks"] > counts["entries"]
    assert len(counts["titles"]) == 3
    assert Title.objects.filter(season=counts["season"]).count() == len(counts["titles"])
    if SEASONS > 1:
        assert (counts["events"], counts["finalists"]) == (12, 10)
    # The check notices wrong points.
    right = season_services.points_of
    monkeypatch.setattr(season_services, "points_of", lambda *given: right(*given) + 1)
    _made, faults = check_season(Season.objects.get(pk=counts["season"]))
    assert any(fault.startswith("5.4") for fault in faults)
    assert any(fault.startswith("5.1") for fault in faults)


def test_unknown_book_and_too_small_fields_are_refused() -> None:
    with pytest.raises(CommandError):
        play(book="none")
    with pytest.raises(CommandError):
        play(most=3)
