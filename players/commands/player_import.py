"""Command that adds and corrects many players at once."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import BaseModel, ConfigDict, Field

from players.models import Player
from players.services import records
from players.services.birth_dates import check_not_removed
from players.services.contact_details import Email, Phone, contact_columns
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry

MOST_ROWS = 2000
_CONTACT_ARGUMENTS = ("email", "phone", "contact_consent")


class ImportedPlayer(BaseModel):
    """One checked row of a file, with the decision on it."""

    model_config = ConfigDict(extra="forbid", strict=True)
    do: Annotated[Literal["add", "change"], Field(description="add a record, or correct the one of `player`")]
    player: Id | None = None
    name: records.Name
    # Fields left out or null were not in the file and stay unchanged in a corrected record.
    nickname: records.Nickname | None = None
    birth_date: records.BirthDate | None = None
    card: records.Card | None = None
    languages: records.Languages | None = None
    needs_access: records.NeedsAccess | None = None
    needs: records.Needs | None = None
    staff_notes: records.StaffNotes | None = None
    privacy: records.Privacy | None = None
    email: Email | None = None
    phone: Phone | None = None
    # Whether the person has consented that these two are kept.
    contact_consent: bool | None = None


def _summarise_import(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    added, changed = answer.get("added", 0), answer.get("changed", 0)
    return " · ".join(
        [
            ngettext("Imported %(n)s player", "Imported %(n)s players", added) % {"n": added},
            ngettext("corrected %(n)s", "corrected %(n)s", changed) % {"n": changed},
        ]
    )


@command("player.import", permission=Permission.EDIT_PLAYERS, scope="room", summary=_summarise_import)
def import_players(
    tx: Tx, rows: Annotated[list[ImportedPlayer], Field(min_length=1, max_length=MOST_ROWS)]
) -> Any:
    """Add many players at once and correct others, all or none.

    Args:
        rows: the rows of the file, each with its decision.
    """
    importer = Importer(tx)
    for number, row in enumerate(rows):
        try:
            importer.put_row(row)
        except Refused as wrong:
            fields = {f"rows.{number}.{name}": sentence for name, sentence in wrong.fields.items()}
            text = _("Row %(row)s: %(why)s") % {"row": number + 1, "why": wrong.message}
            raise Refused(wrong.code, text, wrong.rule, fields) from None
    return {"added": len(importer.finish()), "changed": importer.changed}


class Importer:
    """Adds and corrects records within a command, row by row.

    Attributes:
        changed: how many records were corrected.
    """

    def __init__(self, tx: Tx) -> None:
        self.changed = 0
        self._tx, self._today = tx, localdate(tx.now)
        self._new: list[Player] = []
        # Row number by card.
        self._cards: dict[str, int] = {}
        self._rows = 0

    def put(self, row: Mapping[str, Any]) -> None:
        """Add a row given as a mapping; see `put_row`."""
        self.put_row(ImportedPlayer.model_validate(row))

    def put_row(self, row: ImportedPlayer) -> None:
        """Add a row. `finish` writes new records.

        Raises:
            Refused: a field is invalid (named in the refusal); the row changes nothing.
        """
        self._rows += 1
        stated = row.model_dump(exclude={"do", "player", *_CONTACT_ARGUMENTS}, exclude_none=True)
        contacts = (row.email or "", row.phone or "", bool(row.contact_consent))
        columns = records.columns_of(stated, self._today)
        card = columns.get("card", "")
        if card and card in self._cards:
            text = _("Row %(row)s has the same card.") % {"row": self._cards[card]}
            raise Refused("card_taken", text, fields={"card": text})
        if row.do == "add":
            records.card_is_free(columns, None)
            columns |= contact_columns(self._tx, None, *contacts, "contact_consent")
            self._new.append(Player(**columns, created_at=self._tx.now))
        else:
            self.changed += _correct(self._tx, row.player, columns, contacts)
        if card:
            self._cards[card] = self._rows

    def finish(self) -> list[Player]:
        """Write the new records, and return them."""
        records.tell_names(self._tx)
        return self._tx.create_many(self._new) if self._new else []


def _correct(tx: Tx, player: int | None, columns: dict[str, Any], contacts: tuple[str, str, bool]) -> int:
    """Correct a record; return 1 if it changed."""
    if player is None:
        text = _("Choose the record to correct.")
        raise Refused("bad_argument", text, fields={"player": text})
    row = records.living(tx, player)
    check_not_removed(row, columns, tx.actor)
    records.card_is_free(columns, row.pk)
    columns |= contact_columns(tx, row, *contacts, "contact_consent")
    before = len(tx.changes)
    tx.save(row, **columns)
    return len(tx.changes) - before
