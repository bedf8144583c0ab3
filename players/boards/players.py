"""The search for players in the API."""

from msgspec import Struct

from players.services.records import living_records
from players.services.search import search_people
from tourney.access import reads
from tourney.live.resources import Limit, Text, resource


class PlayerBoard(Struct, frozen=True):
    """A player."""

    id: int
    name: str
    nickname: str


@resource("/players", "read_players", permission=reads.PLAYERS)
def players(q: Text = "", limit: Limit = 100) -> list[PlayerBoard]:
    """Find players by parts of a name, a card number, a year or date of birth.

    All words must match. Merged and anonymised records are left out.
    """
    found = search_people(living_records(), q)[:limit]
    return [PlayerBoard(id=row.pk, name=row.name, nickname=row.nickname) for row in found]
