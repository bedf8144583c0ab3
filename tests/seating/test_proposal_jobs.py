"""Proposals are jobs: a worker makes them, and the periodic task makes those that were missed."""

import subprocess
from collections.abc import Callable

import pytest
from kombu.connection import Connection

from seating import periodic
from seating.commands import bust, give_seat
from seating.models import Proposal
from seating.tasks import review_floor
from tests.fixtures.room import MakesEvents, press
from tests.live.test_celery import WORKER, celery
from tests.seating.seating_scenes import button, proposed, seated
from tests.waiting import until
from tourney.access.roles import Actor
from tourney.celery import app

__all__ = ["celery"]
Starts = Callable[..., "subprocess.Popen[bytes]"]
SEVEN, FIVE = (1, 2, 3, 4, 5, 6, 7), (1, 2, 3, 4, 5)


@pytest.fixture
def event(make_event: MakesEvents) -> int:
    """Create a TDA event."""
    return make_event(book="tda")


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a broker address without a server."""
    gone = Connection("redis://127.0.0.1:1/0", transport_options=app.conf.broker_transport_options)
    sent = review_floor.apply_async
    monkeypatch.setattr(
        review_floor, "apply_async", lambda *args, **options: sent(*args, connection=gone, **options)
    )


@pytest.mark.django_db(transaction=True)
def test_bust_works_without_broker_and_periodic_task_reviews_the_floor(
    nowhere: None, event: int, dealer: Actor
) -> None:
    at = seated(event, {1: SEVEN, 2: (1, 2, 3, 4, 5, 6)})
    button(event, t1=1, t2=1)
    periodic.review_floors()
    press(bust, event, by=dealer, entry=at[2, 6])
    assert not Proposal.objects.exists()
    periodic.review_floors()
    (found,) = proposed(event)
    assert found.detail["entry"] == at[1, 4]


@pytest.mark.django_db(transaction=True)
def test_one_failing_floor_review_does_not_stop_the_others(
    event: int, make_event: MakesEvents, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(event, {1: SEVEN, 2: FIVE})
    other = make_event(book="tda", name="Other")
    seated(other, {11: SEVEN, 12: FIVE})
    looked = periodic.review_event

    def stumbles(tournament: int) -> None:
        if tournament == event:
            raise RuntimeError("out of order")
        looked(tournament)

    monkeypatch.setattr(periodic, "review_event", stumbles)
    periodic.review_floors()
    assert set(Proposal.objects.values_list("tournament", flat=True)) == {other}


@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_worker_refreshes_proposals_after_a_bust(
    celery: Starts, event: int, dealer: Actor, floor: Actor
) -> None:
    at = seated(event, {1: SEVEN, 2: (1, 2, 3, 4, 5, 6)})
    button(event, t1=1, t2=1)
    celery(*WORKER)
    # Jobs of a late worker are stale: the first one is sent when it connects.
    until(lambda: app.control.ping(timeout=1.0), patience=60)
    press(bust, event, by=dealer, entry=at[2, 6])
    until(lambda: Proposal.objects.filter(state="open").exists(), patience=40)
    assert Proposal.objects.get(state="open").detail["entry"] == at[1, 4]
    press(give_seat, event, by=floor, entry=at[1, 7], table=2, seat=9)
    until(lambda: Proposal.objects.filter(state="withdrawn").exists(), patience=20)
