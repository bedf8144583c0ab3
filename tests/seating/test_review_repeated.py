"""What the rulebook requires is calculated once for a floor, and again when anything about it has changed."""

from random import Random
from typing import Any

import pytest
from django.db import transaction

from seating.commands import accept, bust, dismiss, finish_hand, halt_table, put_button, set_plan, swap_seats
from seating.commands import floor_review as reviews
from seating.commands.floor_review import review_now, wanted
from seating.models import Proposal, Seat
from seating.rules.review import Floor, Proposed
from tests.fixtures.room import press
from tests.seating.people import HOUSE
from tests.seating.proposal_scenes import event
from tests.seating.seating_scenes import Places, button, proposed, seated
from tourney.journal.refused import Refused
from tourney.journal.undo import undo
from tourney.models import JournalEntry, Tournament
from tourney.rulebooks.books.schema import Book
from tourney.services.journal_cache import forget_all

__all__ = ["event"]
pytestmark = pytest.mark.django_db
_SIX, _EIGHT = tuple(range(1, 7)), tuple(range(1, 9))
_TABLES = {1: _EIGHT, 2: _SIX, 3: _SIX, 4: _EIGHT}


@pytest.fixture
def at(event: int) -> Places:
    """Seat players at four tables that are out of balance."""
    found = seated(event, _TABLES)
    button(event, t1=1, t2=1, t3=1, t4=1)
    return found


def _by_rows(row: Tournament) -> dict[str, Proposed]:
    """Return what is required without anything that the process has cached or calculated."""
    forget_all()
    reviews._calculated.clear()
    return wanted(row)


def _something(event: int, dice: Random) -> None:
    """Carry out a random command; a refused one has changed nothing."""
    table, (one, other) = (
        dice.choice(list(_TABLES)),
        dice.sample(list(Seat.objects.order_by("number", "pk")), 2),
    )
    last = JournalEntry.journal(event).order_by("-seq").values_list("seq", flat=True)[0]
    open_now = list(Proposal.objects.filter(tournament=event, state="open").values_list("pk", flat=True))
    verbs: list[tuple[Any, dict[str, Any]]] = [
        (bust, {"entry": one.entry_id}),
        (swap_seats, {"one": one.entry_id, "other": other.entry_id}),
        (put_button, {"number": table, "button": dice.randint(1, 7)}),
        (finish_hand, {"number": table, "hand": dice.randint(1, 3)}),
        (halt_table, {"number": table, "halted": dice.random() < 0.5}),
        (set_plan, {"seats_per_table": dice.choice((8, 9))}),
        (undo, {"seq": dice.randint(max(1, last - 3), last)}),
        *[(verb, {"proposal": pk}) for pk in open_now for verb in (accept, dismiss)],
    ]
    verb, arguments = dice.choice(verbs)
    try:
        with transaction.atomic():
            press(verb, event, by=HOUSE, **arguments)
    except Refused:
        return


@pytest.mark.parametrize("seed", range(3))
def test_what_is_required_equals_that_by_the_rows_after_random_commands(
    event: int, at: Places, seed: int
) -> None:
    dice, required = Random(seed), set()
    for _step in range(40):
        _something(event, dice)
        if dice.random() < 0.5:
            review_now(event)
        row = Tournament.objects.get(pk=event)
        found = wanted(row)
        assert found == wanted(row) == _by_rows(row)
        required |= found.keys()
    assert len(required) > 5


def test_accepting_right_after_a_review_calculates_the_floor_once(
    event: int, at: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    calculated: list[Floor] = []
    calculate = reviews.review

    def review(floor: Floor, book: Book) -> tuple[Proposed, ...]:
        calculated.append(floor)
        return calculate(floor, book)

    monkeypatch.setattr(reviews, "review", review)
    first, second = proposed(event)[:2]
    calculated.clear()
    press(accept, event, by=HOUSE, proposal=first.pk)
    assert calculated == []
    # The move has changed the floor.
    press(accept, event, by=HOUSE, proposal=second.pk)
    assert len(calculated) == 1
