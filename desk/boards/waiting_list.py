"""The waiting list as everybody sees it."""

from typing import Literal

from msgspec import Struct

from desk.models import Registration
from desk.rules.waiting_list import rule_of
from desk.services.waiting_list import line_of
from players.services.partners import JOINED
from players.services.public_names import public_names_apart
from tourney.live.boards import Audience, board
from tourney.live.resources import resource
from tourney.models import Tournament

MOST = 200


Wants = Literal["entry", "re_entry", "surrender"]


class CalledPlayer(Struct, frozen=True):
    """A called player or team, and the time until which the seat is kept."""

    name: str
    until: int | None
    booking: int


class WaitingPlayer(Struct, frozen=True):
    """A player or team on the waiting list.

    Attributes:
        position: counted from 1.
    """

    position: int
    name: str
    wants: Wants
    booking: int


class WaitingListBoard(Struct, frozen=True):
    """The waiting list, names as shown in public. Called players who have checked in are in neither list.

    Attributes:
        called, waiting: at most 200 each.
        total: number of players or teams waiting.
        opened: whether the waiting list is being processed.
        rule: the rule that sets its order.
    """

    called: list[CalledPlayer]
    waiting: list[WaitingPlayer]
    total: int
    opened: bool
    rule: str


@resource("/tournaments/{int:tournament}/waiting_list", "read_waiting_list", with_seq=True)
@board("waiting_list", topic="t", audience=Audience.PUBLIC, rows=("desk.booking",), late=True, names=True)
def waiting_list(tournament_id: int, _name: str = "") -> WaitingListBoard | None:
    """Return the waiting list as everybody sees it; empty until registration is set up."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    row = Registration.objects.filter(tournament=tournament_id).first()
    if event is None or row is None:
        return None
    line = line_of(event, row)
    called = [one for one in line.called if not one.here][:MOST]
    waiting = line.waiting[:MOST]
    shown = [line.bookings[one.booking] for one in (*called, *waiting)]
    players = [player for row in shown for player in (row.player, row.partner) if player is not None]
    names = public_names_apart(event, players)

    def name(booking: int) -> str:
        row = line.bookings[booking]
        if row.partner_id is None:
            return JOINED.join(names[row.player_id])
        # A team that played before is named in the order of its booking.
        return JOINED.join((names[row.player_id][0], names[row.partner_id][0]))

    return WaitingListBoard(
        called=[CalledPlayer(name=name(one.booking), until=one.until, booking=one.booking) for one in called],
        waiting=[
            WaitingPlayer(
                position=position,
                name=name(one.booking),
                wants=one.wants,
                booking=one.booking,
            )
            for position, one in enumerate(waiting, start=1)
        ],
        total=len(line.waiting),
        opened=line.opened,
        rule=rule_of(line.book),
    )
