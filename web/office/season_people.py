"""Players of a season to choose from, with what tells people of the same name apart."""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from players.models import Player
from players.rules.player_fields import ReadContext, readable_fields
from seasons.rules.ranking import Ranked
from tourney.access.roles import Actor
from tourney.services.dates import day_text


def season_people(players: Iterable[int], ranking: Iterable[Ranked], by: Actor) -> dict[int, str]:
    """Return players by name; people of the same name with their place, and their date of birth and card if the
    reader may see these.

    Args:
        players: ids; merged and erased ones are left out.
        ranking: of the season.
        by: the reader.
    """
    rows = Player.objects.filter(pk__in=players, merged_into__isnull=True, anonymised_at__isnull=True)
    people = list(rows.order_by("name", "pk"))
    fields, places = readable_fields(by, ReadContext.BULK), {one.player: one for one in ranking}
    names = Counter(_folded(one.name) for one in people)
    labels = {
        one.pk: one.name if names[_folded(one.name)] == 1 else _with_details(one, places, fields)
        for one in people
    }
    # Without a place, a date of birth and a card only the record's number is left.
    same = Counter(_folded(label) for label in labels.values())
    return {pk: label if same[_folded(label)] == 1 else f"{label} · #{pk}" for pk, label in labels.items()}


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _with_details(player: Player, places: Mapping[int, Ranked], fields: frozenset[str]) -> str:
    parts = [player.name, _place(places.get(player.pk))]
    if player.birth_date is not None and "birth_date" in fields:
        parts.append(day_text(player.birth_date))
    if player.card and "card" in fields:
        parts.append(player.card)
    return " · ".join(parts)


def _place(ranked: Ranked | None) -> str:
    if ranked is None:
        return _("no place")
    best, worst = ranked.best, ranked.worst
    return _("Place %(place)s") % {"place": best if best == worst else f"{best}–{worst}"}
