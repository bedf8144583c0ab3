"""What is done about events that play themselves because time passes: nothing stays "running" for ever."""

import logging
from datetime import timedelta

from play.actions import end, running
from play.models import Played
from play.staff import DIRECTOR, press
from tourney.duties import duty
from tourney.journal.refused import Refused
from tourney.models import Pulse
from tourney.now import database_now

log = logging.getLogger(__name__)
# Nobody has been seen at work on it for so long (s): whoever played it is gone. A process that plays is seen every
# two seconds.
LOST = 15.0
# So long (s) somebody may take to take up what was asked for: after a start of the server this takes its time.
UNTAKEN = 90.0


def lost() -> list[Played]:
    """Those that nobody plays: taken up by a process that is gone, or never taken up at all."""
    rows = list(running())
    if not rows:
        return []
    now = database_now()
    seen = dict(Pulse.objects.filter(part__startswith="play:").values_list("part", "seen_at"))
    found = []
    for row in rows:
        since = row.asked_at if row.begun_at is None else max(row.begun_at, seen.get(row.pulse, row.begun_at))
        patience = UNTAKEN if row.begun_at is None else LOST
        # One that was seen in the future was seen before somebody set the clock back.
        if abs(now - since) > timedelta(seconds=patience):
            found.append(row)
    return found


@duty
def end_what_nobody_plays() -> None:
    """Note of each that it has ended. Its tables are given back by the next process that plays."""
    for row in lost():
        try:
            press(end, by=DIRECTOR, played=row.pk, how="lost")
        except Refused as refused:
            log.info("%s: %s", row.name, refused.message)
