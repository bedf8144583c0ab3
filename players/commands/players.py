"""Commands for the records of players."""

from typing import Annotated, Any

from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from players.models import Player
from players.services.birth_dates import check_age, check_not_removed
from players.services.contact_details import Email, Phone, contact_columns
from players.services.photos import players_folder
from players.services.records import (
    BirthDate,
    Card,
    Languages,
    Name,
    Needs,
    NeedsAccess,
    Nickname,
    Privacy,
    StaffNotes,
    UnderAge,
    card_is_free,
    columns_of,
    living,
    tell_names,
)
from tourney.access.field_permissions import PERSONAL
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx


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
    under_age: UnderAge = False,
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
        under_age: whether a player below the room's minimum age is added anyway.

    Raises:
        Refused: among others, the player is too young (`under_age`).
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
    today = localdate(tx.now)
    columns = columns_of(given, today)
    check_age(columns["birth_date"], today, sure=under_age)
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
    under_age: UnderAge = False,
) -> None:
    """Change a player's record. Fields that are left out or null stay unchanged.

    Args:
        player: whose.
        name: as on their ID.
        nickname: used at the table.
        birth_date: "2001-05-30"; "" where it is not known, which only floor and directors may set.
        card: number of their card or membership, as scanned; "" for none.
        languages: spoken languages, as codes separated by spaces: "de en".
        needs_access: whether they need an accessible seat; the draw assigns it first.
        needs: other needs for the draw and the floor.
        staff_notes: visible to staff only.
        privacy: the name in public: in full, short ("Anna B.") or by nickname.
        under_age: whether a date of birth below the room's minimum age is saved anyway.

    Raises:
        Refused: among others, the player is too young by the new date of birth (`under_age`), or a clerk
            removes the date on file (`birth_date_on_file`).
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
    today = localdate(tx.now)
    columns = columns_of(stated, today)
    check_not_removed(row, columns, tx.actor)
    if columns.get("birth_date") != row.birth_date:
        check_age(columns.get("birth_date"), today, sure=under_age)
    card_is_free(columns, row.pk)
    tx.save(row, **columns)
    tell_names(tx)


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
