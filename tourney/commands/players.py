"""Commands for players."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from tourney.access.field_permissions import PERSONAL
from tourney.access.roles import Permission
from tourney.commands.contact_details import Email, Phone, contact_columns
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Player
from tourney.services.picture_store import players_folder

Name = Annotated[str, Field(min_length=1, max_length=120)]
Nickname = Annotated[str, Field(max_length=60)]
# "2001-05-30"; "" for none.
BirthDate = Annotated[str, Field(max_length=10), PERSONAL]
Card = Annotated[str, Field(max_length=40), PERSONAL]
# Codes separated by spaces: "de en".
Languages = Annotated[str, Field(max_length=60, pattern=r"^([a-z]{2,3}( [a-z]{2,3})*)?$")]
Needs = Annotated[str, Field(max_length=200), PERSONAL]
NeedsAccess = Annotated[bool, PERSONAL]
StaffNotes = Annotated[str, Field(max_length=2000), PERSONAL]
Privacy = Literal["full", "short", "nickname"]
_OLDEST = 130


@command(
    "player.add", permission=Permission.EDIT_PLAYERS, scope="room", summary=lazy("Added the player %(name)s")
)
def add_player(
    tx: Tx,
    name: Name,
    nickname: Nickname = "",
    birth_date: BirthDate | None = None,
    card: Card = "",
    languages: Languages = "",
    needs_access: NeedsAccess = False,
    needs: Needs = "",
    staff_notes: StaffNotes = "",
    privacy: Privacy = "full",
    email: Email = "",
    phone: Phone = "",
    contact_consent: bool = False,
) -> Any:
    """Add a player.

    Args:
        name: as on their ID.
        nickname: used at the table.
        birth_date: "2001-05-30"; null or "" where it is not known.
        card: number of their card or membership, as scanned; "" for none.
        languages: spoken languages, as codes separated by spaces: "de en".
        needs_access: whether they need an accessible seat; the draw assigns it first.
        needs: other needs for the draw and the floor.
        staff_notes: visible to staff only.
        privacy: the name in public: in full, short ("Anna B.") or by nickname.
        email: the e-mail address; "" for none.
        phone: the phone number with its country code ("+49 170 1234567"); "" for none.
        contact_consent: whether the player has consented to storing e-mail and phone.
    """
    given = {
        "name": name,
        "nickname": nickname,
        "birth_date": birth_date or "",
        "card": card,
        "languages": languages,
        "needs_access": needs_access,
        "needs": needs,
        "staff_notes": staff_notes,
        "privacy": privacy,
    }
    columns = columns_of(given, localdate(tx.now))
    card_is_free(columns, None)
    columns |= contact_columns(tx, None, email, phone, contact_consent, "contact_consent")
    return {"player": tx.create(Player, **columns, created_at=tx.now).pk}


@command(
    "player.change",
    permission=Permission.EDIT_PLAYERS,
    scope="room",
    summary=lazy("Changed the player %(name)s"),
)
def change_player(
    tx: Tx,
    player: Id,
    name: Name,
    nickname: Nickname | None = None,
    birth_date: BirthDate | None = None,
    card: Card | None = None,
    languages: Languages | None = None,
    needs_access: NeedsAccess | None = None,
    needs: Needs | None = None,
    staff_notes: StaffNotes | None = None,
    privacy: Privacy | None = None,
) -> None:
    """Change a player's record. Fields that are left out or null stay unchanged.

    Args:
        player: whose.
        name: as on their ID.
        nickname: used at the table.
        birth_date: "2001-05-30"; "" where it is not known.
        card: number of their card or membership, as scanned; "" for none.
        languages: spoken languages, as codes separated by spaces: "de en".
        needs_access: whether they need an accessible seat; the draw assigns it first.
        needs: other needs for the draw and the floor.
        staff_notes: visible to staff only.
        privacy: the name in public: in full, short ("Anna B.") or by nickname.
    """
    row = living(tx, player)
    given = {
        "name": name,
        "nickname": nickname,
        "birth_date": birth_date,
        "card": card,
        "languages": languages,
        "needs_access": needs_access,
        "needs": needs,
        "staff_notes": staff_notes,
        "privacy": privacy,
    }
    stated = {key: value for key, value in given.items() if value is not None}
    columns = columns_of(stated, localdate(tx.now))
    card_is_free(columns, row.pk)
    tx.save(row, **columns)


@command(
    "player.photo",
    permission=Permission.EDIT_PLAYERS,
    scope="room",
    summary=lazy("Changed the photo of %(name)s"),
)
def set_photo(
    tx: Tx, player: Id, photo: Annotated[str, Field(pattern=r"^([0-9a-f]{64}\.(png|jpg|webp))?$"), PERSONAL]
) -> Any:
    """Set a player's photo, which helps the desk to recognise the player.

    Args:
        player: whose.
        photo: name of the stored file, or "" for none.
    """
    row = living(tx, player)
    if photo and not (players_folder() / photo).is_file():
        text = _("This picture does not exist. Upload it first.")
        raise Refused("no_picture", text, fields={"photo": text})
    tx.save(row, photo=photo)
    return {"name": row.name}


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


def day_of(text: str, field: str) -> date:
    """Parse a day in the format "2001-05-30".

    Raises:
        Refused: `bad_argument`, at the field.
    """
    try:
        if len(text) != len("2001-05-30"):
            raise ValueError(text)
        return date.fromisoformat(text)
    except ValueError:
        sentence = _("This is not a date. Write it as 2001-05-30.")
        raise _wrong(field, sentence, sentence) from None


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
