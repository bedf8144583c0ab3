"""Of several beats one is in charge, and another one takes over when its lease runs out."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

from tourney.jobs import lease
from tourney.models import Lease
from tourney.now import database_now

pytestmark = pytest.mark.django_db


def test_only_one_of_two_holds_a_lease_and_the_other_takes_over_when_it_ends() -> None:
    assert lease.hold("beat", "one")
    assert not lease.hold("beat", "two")
    assert lease.hold("beat", "one")
    # As after the lease has run out without being prolonged.
    Lease.objects.update(until=database_now() - timedelta(milliseconds=1))
    assert lease.hold("beat", "two")
    assert not lease.hold("beat", "one")


def test_a_released_lease_is_taken_at_once_and_only_its_holder_releases_it() -> None:
    assert lease.hold("beat", "one")
    lease.release("beat", "two")
    assert not lease.hold("beat", "two")
    lease.release("beat", "one")
    assert lease.hold("beat", "two")


def test_a_lease_from_before_the_clock_was_set_back_does_not_last_for_hours() -> None:
    Lease.objects.create(name="beat", holder="one", until=database_now() + timedelta(hours=1))
    assert lease.hold("beat", "two")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_many_that_find_a_lease_free_at_once_one_takes_it() -> None:
    def take(number: int) -> bool:
        try:
            return lease.hold("beat", f"beat {number}")
        finally:
            connection.close()

    for _round in range(5):
        Lease.objects.update(until=database_now() - timedelta(seconds=1))
        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(take, range(8))) == 1
