"""The waiting list as everybody sees it."""

from typing import Any

from desk.models import Registration
from desk.rules.waiting_list import rule_of
from desk.services.public_names import public_names
from desk.services.waiting_list import line_of
from tourney.live.boards import Audience, board
from tourney.models import Player, Tournament

MOST = 200


@board("queue", topic="t", audience=Audience.PUBLIC, rows=("desk.booking",), late=True)
def queue(tournament_id: int, _name: str = "") -> dict[str, Any] | None:
    """Who is called until when, and the list in its order, at most 200 of each; `total` says how many wait. Who has
    come and was checked in is called for no more. None where nothing is sold yet.
    """
    event = Tournament.objects.filter(pk=tournament_id).first()
    row = Registration.objects.filter(tournament=tournament_id).first()
    if event is None or row is None:
        return None
    line = line_of(event, row)
    called = [one for one in line.called if not one.here][:MOST]
    waiting = line.waiting[:MOST]
    shown = [line.bookings[one.booking].player for one in (*called, *waiting)]
    names = public_names(event, shown)

    def name(player: Player) -> str:
        return names[player.pk]

    return {
        "called": [
            {"name": name(line.bookings[one.booking].player), "until": one.until, "booking": one.booking}
            for one in called
        ],
        "waiting": [
            {
                "position": position,
                "name": name(line.bookings[one.booking].player),
                "wants": one.wants,
                "booking": one.booking,
            }
            for position, one in enumerate(waiting, start=1)
        ],
        "total": len(line.waiting),
        "opened": line.opened,
        "rule": rule_of(line.book),
    }
