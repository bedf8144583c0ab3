"""Command to finish all tables of a chip race that have no odd chips."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from procedures.commands.chip_races import race_in, rule_of
from procedures.commands.race_counts import write_counts
from procedures.rules.race import Held
from procedures.services.chip_races import SHOWS, table_races_of
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry


def _summarise_done(journal_entry: JournalEntry) -> str:
    tables = (journal_entry.answer or {}).get("tables", [])
    words = ngettext(
        "No odd chips at %(count)s table: %(tables)s",
        "No odd chips at %(count)s tables: %(tables)s",
        len(tables),
    )
    return words % {"count": len(tables), "tables": ", ".join(map(str, tables)) or "–"}


@command("race.finish_tables", permission=Permission.RUN_CLOCK, boards=SHOWS, summary=_summarise_done)
def finish_tables(tx: Tx, race: Id) -> Any:
    """Record that no remaining table of a race has odd chips. Tables with counted or dealt chips are
    unchanged.

    Args:
        race: a running race.

    Raises:
        Refused: no table is left to be counted (`nothing_open`), or the race is not running (`not_running`).
    """
    row = race_in(tx, race)
    found = table_races_of(row)
    tables = sorted(
        (one.number, tournament_table) for tournament_table, one in found.items() if one.state == "open"
    )
    if not tables:
        raise Refused("nothing_open", _("All tables have been counted."), rule_of(tx))
    tx.cite(rule_of(tx))
    for _number, tournament_table in tables:
        one = found[tournament_table]
        table = write_counts(tx, row, one, tournament_table, {seat: Held(0, 1) for seat in one.people})
        tx.save(table, state="done", at=tx.now)
    left = sorted(one.number for one in found.values() if one.state in ("counted", "dealt"))
    return {"tables": [number for number, _table in tables], "left": left}
