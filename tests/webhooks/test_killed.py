"""A worker that is killed before any of its writes loses no message of a webhook."""

import pytest

from clock.commands.clock import pause, start
from tests.fixtures.killed import killed_at_each_step
from tests.fixtures.room import press
from tests.phone.push_service import Service
from tests.webhooks.receiver import a_webhook, bodies, send_all, time_passes
from tourney.access.roles import Actor
from webhooks.models import Delivery

pytestmark = pytest.mark.django_db(transaction=True)


def test_killed_worker_loses_no_message_and_repeats_one_under_its_id(
    service: Service, director: Actor, event: int
) -> None:
    a_webhook(director, service, ["clock.started", "clock.paused"])
    press(start, event, by=director)
    press(pause, event, by=director)

    def received() -> list[str]:
        # What the killed worker had taken is due again.
        time_passes()
        return list(dict.fromkeys(one["kind"] for one in bodies(service)))

    seen = killed_at_each_step(send_all, received)
    assert len(seen) > 5
    assert seen[0] == []
    assert seen[-1] == ["clock.started", "clock.paused"]
    # A receiver that leaves out the ids it knows has each message once.
    assert len({one["id"] for one in bodies(service)}) == 2
    assert set(Delivery.objects.values_list("state", flat=True)) == {"delivered"}
