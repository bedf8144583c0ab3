"""Periodic tasks of demos: none stays "running" for ever."""

import logging

from simulation.commands.demos import end
from simulation.driver.staff import DIRECTOR, press
from simulation.services.demos import lost
from tourney.journal.refused import Refused
from tourney.periodic import periodic

log = logging.getLogger(__name__)


@periodic
def end_what_nobody_plays() -> None:
    """End demos that nobody plays. Their tables are released by the next process that plays."""
    for row in lost():
        try:
            press(end, by=DIRECTOR, demo=row.pk, how="lost")
        except Refused as refused:
            log.info("%s: %s", row.name, refused.message)
