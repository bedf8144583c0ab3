"""Commands for rulings: record and correct."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from rulings.models import Concern, Ruling
from rulings.services.photos import folder
from seating.models import Table, TournamentTable
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, JournalEntry

Text = Annotated[str, Field(min_length=1, max_length=1_000)]
Number = Annotated[int, Field(ge=1, le=999_999)]
Entries = Annotated[list[Id], Field(max_length=12)]
Rule = Annotated[str, Field(max_length=120)]
Photo = Annotated[str, Field(pattern=r"^([0-9a-f]{64}\.(png|jpg|webp))?$")]
# Characters of a ruling in the journal entry.
_SHORT = 80


def _summarise_noted(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    if answer.get("table"):
        return _("Ruling at table %(table)s: %(short)s") % answer
    return _("Ruling: %(short)s") % answer


@command("ruling.note", permission=Permission.SEAT_PLAYERS, summary=_summarise_noted)
def note_ruling(
    tx: Tx,
    text: Text,
    table: Number | None = None,
    entries: Entries | None = None,
    rule: Rule = "",
    photo: Photo = "",
) -> Any:
    """Record a floor decision, also after the event.

    Args:
        text: what happened and what was decided; for staff only.
        table: number of the table, assigned to the event now or before; null for none.
        entries: entries concerned, twelve at most.
        rule: the rule behind it, as the finder cites it ("Munot 22"); "" for the floor's own judgement.
        photo: the name under which a photo was kept; "" for none.

    Raises:
        Refused: the text is empty (`bad_argument`), the event never had that table (`not_assigned`), an entry is
            of another event (`not_found`), or no such photo was kept (`no_picture`).
    """
    return _noted(tx, text, table, entries or [], rule, photo, None)


@command("ruling.correct", permission=Permission.SEAT_PLAYERS, summary=lazy("Corrected a ruling: %(short)s"))
def correct_ruling(
    tx: Tx,
    ruling: Id,
    text: Text,
    table: Number | None = None,
    entries: Entries | None = None,
    rule: Rule = "",
    photo: Photo | None = None,
) -> Any:
    """Replace a ruling with a correction. The earlier text stays readable.

    Args:
        ruling: the ruling to correct.
        text: the corrected text.
        table: number of the table; null for none.
        entries: entries concerned.
        rule: the rule behind it; "" for the floor's own judgement.
        photo: the name under which a photo was kept, "" for none, null to keep the former one.

    Raises:
        Refused: it was corrected before (`corrected_already`); and as for a new one.
    """
    row = tx.get(Ruling, pk=ruling, tournament=tx.tournament)
    if Ruling.objects.filter(former=row).exists():
        raise Refused(
            "corrected_already", _("This ruling has already been corrected. Correct the newer version.")
        )
    return _noted(tx, text, table, entries or [], rule, row.photo if photo is None else photo, row)


def _noted(
    tx: Tx, text: str, number: int | None, entries: list[int], rule: str, photo: str, former: Ruling | None
) -> dict[str, Any]:
    stripped = text.strip()
    if not stripped:
        message = _("Enter the decision.")
        raise Refused("bad_argument", message, fields={"text": message})
    if photo and not (folder() / photo).is_file():
        message = _("This picture was not saved. Choose it again.")
        raise Refused("no_picture", message, fields={"photo": message})
    row = tx.create(
        Ruling,
        tournament=tx.tournament,
        table=None if number is None else _table(tx, number),
        text=stripped,
        rule=rule.strip(),
        photo=photo,
        who=tx.actor.name,
        at=tx.now,
        former=former,
    )
    for pk in dict.fromkeys(entries):
        tx.create(Concern, ruling=row, entry=tx.get(Entry, pk=pk, tournament=tx.tournament))
    tx.cite(row.rule)
    short = stripped if len(stripped) <= _SHORT else f"{stripped[: _SHORT - 1]}…"
    return {"ruling": row.pk, "short": " ".join(short.split()), "table": number}


def _table(tx: Tx, number: int) -> Table:
    """Return a table that the event has or had.

    Raises:
        Refused: it never had it (`not_assigned`).
    """
    tournament_table = (
        TournamentTable.objects.filter(tournament=tx.tournament, table__number=number)
        .select_related("table")
        .first()
    )
    if tournament_table is None:
        raise Refused("not_assigned", _("This event never had table %(number)s.") % {"number": number})
    return tournament_table.table
