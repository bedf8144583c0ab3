"""Records of players: their validated columns, and whether they are still in use."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from pydantic import Field

from players.models import Player
from players.signals import NamesChanged, names_changed
from tourney.access.field_permissions import PERSONAL
from tourney.journal.refused import Refused
from tourney.journal.row_images import label
from tourney.journal.tx import Tx
from tourney.services.dates import day_of

Name = Annotated[str, Field(min_length=1, max_length=120)]
Nickname = Annotated[str, Field(max_length=60)]
# "2001-05-30"; "" for none.
BirthDate = Annotated[str, Field(max_length=10), PERSONAL]
Card = Annotated[str, Field(max_length=40), PERSONAL]
# Codes separated by spaces: "de en".
Languages = Annotated[str, Field(max_length=60, pattern=r"^([a-z]{2,3}( [a-z]{2,3})*)?$")]
Needs = Annotated[str, Field(max_length=200), PERSONAL]
NeedsAccess = Annotated[bool, PERSONAL]
UnderAge = Annotated[bool, PERSONAL]
StaffNotes = Annotated[str, Field(max_length=2000), PERSONAL]
Privacy = Literal["full", "short", "nickname"]
_OLDEST = 130
# Columns that decide by which name a player is shown.
_SHOWN = frozenset({"name", "nickname", "privacy"})


def living_records() -> QuerySet[Player]:
    """Return real records: not merged, not anonymised, not invented for a demo, and with a name."""
    return Player.objects.filter(
        merged_into__isnull=True, anonymised_at__isnull=True, demo=False, unnamed=False
    )


def living(tx: Tx, player: int) -> Player:
    """Return a player's record that is still valid.

    Raises:
        Refused: there is none (`not_found`), it was merged into another one (`merged`) or anonymised (`anonymised`).
    """
    row = tx.get(Player, pk=player)
    if row.merged_into is not None:
        message = _("This record was merged into the record of %(name)s. Use that one.")
        raise Refused("merged", message % {"name": row.merged_into.name})
    if row.anonymised_at is not None:
        raise Refused("anonymised", _("The personal data of this player has been deleted. Add a new record."))
    return row


def tell_names(tx: Tx) -> None:
    """Announce that a command has changed names of players, or the names by which they are shown."""
    if any(
        change["model"] == label(Player) and change["before"] and _SHOWN & (change["after"] or {}).keys()
        for change in tx.changes
    ):
        names_changed.send(NamesChanged(tx))


def records_of(row: Player) -> list[Player]:
    """Return a person's record and all records merged into it, directly or indirectly."""
    found, last = [row], [row]
    while last:
        last = list(Player.objects.filter(merged_into__in=last).order_by("pk"))
        found += last
    return found


def columns_of(given: Mapping[str, Any], today: date) -> dict[str, Any]:
    """Return columns of a record from given personal data: texts trimmed, the date parsed.

    Args:
        given: arguments of `player.add` by name; missing ones are left out.
        today: the room's date; a later date of birth is refused.

    Raises:
        Refused: `bad_argument`, with the field.
    """
    columns = {name: value.strip() if isinstance(value, str) else value for name, value in given.items()}
    if "name" in columns:
        columns["name"] = " ".join(columns["name"].split())
        if not columns["name"]:
            raise _wrong("name", _("A player needs a name."), _("must not be empty."))
    if "birth_date" in columns:
        columns["birth_date"] = _born(columns["birth_date"], today)
    return columns


def card_is_free(columns: Mapping[str, Any], player: int | None) -> None:
    """Check that no other player has a card number.

    Raises:
        Refused: `card_taken`.
    """
    card = columns.get("card")
    if not card:
        return
    # Same expression as in the index, so that the database uses it.
    holder = Player.objects.filter(card=card).exclude(card="").first()
    if holder is not None and holder.pk != player:
        text = _("This card belongs to %(name)s.") % {"name": holder.name}
        raise Refused("card_taken", text, fields={"card": text})


def _born(text: str, today: date) -> date | None:
    if not text:
        return None
    born = day_of(text, "birth_date")
    if born > today or today.year - born.year > _OLDEST:
        sentence = _("This date of birth is not possible.")
        raise _wrong("birth_date", sentence, sentence)
    return born


def _wrong(field: str, message: str, sentence: str) -> Refused:
    return Refused("bad_argument", message, fields={field: sentence})
