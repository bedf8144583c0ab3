"""Periodic tasks of demos: end demos that lost their process."""

import logging

from simulation.commands.demos import end
from simulation.driver.staff import DIRECTOR, press
from simulation.services.demos import lost
from tourney.journal.refused import Refused
from tourney.periodic import periodic

log = logging.getLogger(__name__)


@periodic
def end_abandoned_demos() -> None:
    """End demos without a process. Their tables are released by the next process."""
    for row in lost():
        try:
            press(end, by=DIRECTOR, demo=row.pk, how="lost")
        except Refused as refused:
            log.info("%s: %s", row.name, refused.message)
