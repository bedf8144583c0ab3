"""Names as everybody may read them. What a book says of guests' names needs the members, whom only the desk knows."""

from collections.abc import Callable, Sequence

from tourney.models import Player, Tournament
from tourney.names import public_name

# People → the name of each by player, as an event shows them to everybody.
Tells = Callable[[Tournament, list[Player]], dict[int, str]]
_tells: list[Tells] = []


def tells_public_names(work: Tells) -> Tells:
    """Name the one function that knows (the desk's)."""
    _tells[:] = [work]
    return work


def names_in_public(event: Tournament, players: Sequence[Player]) -> dict[int, str]:
    """Names of people as everybody may read them at an event, by player. Where nobody knows who is a member, nobody is
    shown in full: one name too short harms less than one too long.

    Args:
        players: rows with name, nickname and privacy; the same person may come several times.
    """
    people = list({one.pk: one for one in players}.values())
    if not people:
        return {}
    if _tells:
        return _tells[0](event, people)
    return {
        one.pk: public_name(one.name, one.nickname, one.privacy, guest=True, shorten_guests=True)
        for one in people
    }
