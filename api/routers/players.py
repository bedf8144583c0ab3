"""Endpoints of players: search, records, possible duplicates."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from api.auth import allowed
from api.responses import answer, not_there
from api.routers.core import Text
from api.schemas import core
from api.schemas.core import READ_REFUSALS
from players.boards import people
from players.rules.player_fields import ReadContext
from tourney.access import reads
from tourney.services.dates import day_of

_LARGEST = 2**62
Day = Annotated[str, Query(max_length=10, description="2001-05-30")]


def add_people_reads(router: Router) -> None:
    """Add the endpoints of player records."""

    @router.get(
        "/players/like",
        response={200: list[core.LikelyPlayer], **READ_REFUSALS},
        operation_id="read_players_like",
        summary="Players who may be the person with this name and date of birth, the likeliest first.",
        description="For roles that edit players. Misspelt names are found, and words in another order.",
        tags=["Ground floor"],
    )
    def like(request: HttpRequest, name: Text, birth_date: Day = "") -> HttpResponse:
        by = allowed(request, reads.PLAYERS)
        return answer(people.likely(name, day_of(birth_date, "birth_date") if birth_date else None, by=by))

    @router.get(
        "/players/{int:player}",
        response={200: core.PlayerRecord, **READ_REFUSALS},
        operation_id="read_player",
        summary="What is kept of a player, with memberships and bans.",
        description="For roles that edit players. Date of birth, age, card, photo, needs, notes, e-mail and phone are "
        "null for roles that may not read personal data; `hidden` names them.",
        tags=["Ground floor"],
    )
    def player(request: HttpRequest, player: int) -> HttpResponse:
        by = allowed(request, reads.PLAYERS)
        found = people.record(player, by, ReadContext.BULK) if 0 < player <= _LARGEST else None
        if found is None:
            raise not_there()
        return answer(found)
