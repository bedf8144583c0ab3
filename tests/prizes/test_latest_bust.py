"""The place of the latest bust, found without ranking the whole field, equals its place in the ranking."""

import pytest

from prizes.services import latest_bust
from prizes.services.latest_bust import finish_of
from prizes.services.results import results_of
from seating.models import Bust
from tests.fixtures.room import MakesEvents
from tests.prizes.evenings import closed, evening, out
from tourney.access.roles import Actor
from tourney.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("re_entries", [0, 1])
def test_latest_bust_finishes_as_in_the_ranking(
    make_event: MakesEvents, floor: Actor, re_entries: int
) -> None:
    made = make_event(book="munot")
    entries = evening(made, floor, 9, re_entries_most=re_entries)
    event = Tournament.objects.get(pk=made)
    out(made, *entries[:2])
    assert finish_of(event, Bust.objects.get(entry=entries[1])) is None
    closed(made)
    # The row that was read before keeps its registration.
    event = Tournament.objects.get(pk=made)
    for at, entry in enumerate(entries[:8]):
        if at > 1:
            out(made, entry)
        # Also of an answer that is repeated after later busts.
        for each in entries[: at + 1]:
            bust = Bust.objects.filter(entry=each).first()
            finish = None if bust is None else finish_of(event, bust)
            assert finish is not None
            ranked = results_of(event)
            place = ranked.places[each]
            assert (finish.place.best, finish.place.worst) == (place.best, place.worst)
            assert finish.amount == ranked.prize(each)


def test_latest_bust_needs_no_ranking(
    make_event: MakesEvents, floor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_event(book="tda")
    entries = evening(event, floor, 4)
    closed(event)
    out(event, entries[0])
    monkeypatch.setattr(latest_bust, "results_of", None)
    finish = finish_of(Tournament.objects.get(pk=event), Bust.objects.get(entry=entries[0]))
    assert finish is not None
    assert finish.place.best == 4
