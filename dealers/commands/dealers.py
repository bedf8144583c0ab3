"""Commands for dealers: clock in and out, assign, push."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import Field

from dealers.models import Dealer, Rota, Stint
from dealers.rules.pushes import push
from dealers.services.rotation_state import dealer_states, number_of, on_shift, rota, rota_tables
from seating.models import Table
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.now import to_ms

Name = Annotated[str, Field(min_length=1, max_length=120)]
Number = Annotated[int, Field(ge=1, le=999_999)]
Minutes = Annotated[int, Field(ge=5, le=240)]


def _dealer(tx: Tx, pk: int) -> Dealer:
    return tx.get(Dealer, pk=pk)


def _stint(tx: Tx, row: Dealer) -> Stint:
    """Return a dealer's current stint.

    Raises:
        Refused: not on shift (`off_shift`).
    """
    stint = Stint.objects.filter(dealer=row, ended_at__isnull=True).select_related("table").first()
    if stint is None:
        raise Refused("off_shift", _("%(name)s is not on shift.") % {"name": row.name})
    return stint


def _name_is_free(name: str, besides: int = 0) -> str:
    stripped = name.strip()
    if not stripped or Dealer.objects.filter(name=stripped).exclude(pk=besides).exists():
        text = _("A dealer with this name already exists.") if stripped else _("A dealer needs a name.")
        raise Refused("bad_argument", text, fields={"name": text})
    return stripped


@command(
    "dealer.add", permission=Permission.MANAGE_TABLES, scope="room", summary=lazy("Added the dealer %(name)s")
)
def add_dealer(tx: Tx, name: Name) -> Any:
    """Add a dealer to the list.

    Args:
        name: as the floor calls them; no two have one name.
    """
    row = tx.create(Dealer, name=_name_is_free(name))
    return {"dealer": row.pk, "name": row.name}


@command(
    "dealer.change",
    permission=Permission.MANAGE_TABLES,
    scope="room",
    summary=lazy("Changed the dealer %(name)s"),
)
def change_dealer(tx: Tx, dealer: Id, name: Name, active: bool = True) -> Any:
    """Change a dealer's name, or remove the dealer from the list.

    Args:
        dealer: the dealer.
        name: as the floor calls them.
        active: whether they may come on shift; their history is kept.

    Raises:
        Refused: they are on shift and would be taken off the list (`on_shift`).
    """
    row = _dealer(tx, dealer)
    if not active and Stint.objects.filter(dealer=row, ended_at__isnull=True).exists():
        raise Refused("on_shift", _("%(name)s is on shift. End the shift first.") % {"name": row.name})
    tx.save(row, name=_name_is_free(name, row.pk), active=active)
    return {"name": row.name}


@command(
    "dealer.begin", permission=Permission.MANAGE_TABLES, scope="room", summary=lazy("%(name)s is on shift")
)
def begin_shift(tx: Tx, dealer: Id) -> Any:
    """Clock in a dealer, who is on break until the next push or an assignment.

    Args:
        dealer: the dealer.

    Raises:
        Refused: on shift already (`on_shift`), or off the list (`not_active`).
    """
    row = _dealer(tx, dealer)
    if not row.active:
        raise Refused("not_active", _("%(name)s is no longer on the list.") % {"name": row.name})
    if Stint.objects.filter(dealer=row, ended_at__isnull=True).exists():
        raise Refused("on_shift", _("%(name)s is already on shift.") % {"name": row.name})
    tx.create(Stint, dealer=row, begun_at=tx.now)
    return {"name": row.name}


@command(
    "dealer.end", permission=Permission.MANAGE_TABLES, scope="room", summary=lazy("%(name)s ended the shift")
)
def end_shift(tx: Tx, dealer: Id) -> Any:
    """Clock out a dealer.

    Args:
        dealer: on shift.

    Raises:
        Refused: not on shift (`off_shift`).
    """
    row = _dealer(tx, dealer)
    tx.save(_stint(tx, row), ended_at=tx.now)
    return {"name": row.name}


def _summarise_sent(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    if answer.get("table"):
        if answer.get("relieved"):
            return (
                _("Assigned %(name)s to table %(table)s, replacing %(relieved)s, who goes on break") % answer
            )
        return _("Assigned %(name)s to table %(table)s") % answer
    return _("Sent %(name)s on break") % answer


@command("dealer.send", permission=Permission.MANAGE_TABLES, scope="room", summary=_summarise_sent)
def send_dealer(tx: Tx, dealer: Id, table: Number | None = None) -> Any:
    """Assign a dealer to a table, whose dealer goes on break, or send a dealer on break.

    Args:
        dealer: on shift.
        table: number of the table; null for a break.

    Raises:
        Refused: not on shift (`off_shift`), there already (`there_already`), or no such table (`not_found`).
    """
    row = _dealer(tx, dealer)
    stint = _stint(tx, row)
    goes = None if table is None else tx.get(Table, number=table, retired=False)
    if stint.table == goes:
        raise Refused("there_already", _("%(name)s is already there.") % {"name": row.name})
    relieved = None
    if goes is not None:
        relieved = Stint.objects.filter(table=goes, ended_at__isnull=True).select_related("dealer").first()
    for ends in (stint, relieved):
        if ends is not None:
            tx.save(ends, ended_at=tx.now)
    if relieved is not None:
        tx.create(Stint, dealer=relieved.dealer, begun_at=tx.now)
    tx.create(Stint, dealer=row, table=goes, begun_at=tx.now)
    return {"name": row.name, "table": table, "relieved": None if relieved is None else relieved.dealer.name}


def relieve_table(tx: Tx, table: Table, to: Table | None) -> tuple[str, Table | None]:
    """Send the dealer of a table to another one, or on break; return the name ("" for none) and where the dealer went.

    Where the other table has a dealer already, this one goes on break.

    Args:
        tx: the command.
        table: the table.
        to: the other one; None for a break.
    """
    stint = Stint.objects.filter(table=table, ended_at__isnull=True).select_related("dealer").first()
    if stint is None:
        return "", None
    if to is not None and Stint.objects.filter(table=to, ended_at__isnull=True).exists():
        to = None
    tx.save(stint, ended_at=tx.now)
    tx.create(Stint, dealer=stint.dealer, table=to, begun_at=tx.now)
    return stint.dealer.name, to


def _summarise_pushed(journal_entry: JournalEntry) -> str:
    moved = int((journal_entry.answer or {}).get("moved", 0))
    return ngettext(
        "Pushed the dealers: %(n)s changes position", "Pushed the dealers: %(n)s change position", moved
    ) % {"n": moved}


@command("dealers.push", permission=Permission.MANAGE_TABLES, scope="room", summary=_summarise_pushed)
def push_dealers(tx: Tx, seen: Annotated[int | None, Field(ge=0, description="ms")] = None) -> Any:
    """Push the dealers: each goes to the next table, the longest at a table goes on break, the longest on
    break deals.

    Args:
        seen: time of the last push in ms, as the user sees it (0: none yet), so that two users at once push
            only once. Left out: no check.

    Raises:
        Refused: another user has pushed since (`pushed_since`), no dealer is on shift (`no_dealer_on_shift`), or no
            table plays that wants a dealer (`no_tables`).
    """
    last = Rota.objects.filter(id=1).values_list("pushed_at", flat=True).first()
    if seen is not None and seen != (to_ms(last) or 0):
        raise Refused("pushed_since", _("The dealers have been pushed since. Check where they are now."))
    now = on_shift()
    if not now:
        raise Refused("no_dealer_on_shift", _("No dealer is on shift."))
    tables = {number: one.table for number, one in rota_tables(now).items()}
    if not tables:
        raise Refused("no_tables", _("No table in play needs a dealer."))
    plan = push(dealer_states(now), list(tables))
    here = {one.dealer_id: one for one in now}
    moving = [here[key] for key, goes in plan.items() if number_of(here[key]) != goes]
    tx.save_many(moving, ended_at=tx.now)
    # In the order in which they are queued for the next push.
    for one in moving:
        number = plan[one.dealer_id]
        goes = None if number is None else tables[number]
        tx.create(Stint, dealer=one.dealer, table=goes, begun_at=tx.now)
    _set_rota(tx, pushed_at=tx.now)
    return {"moved": len(moving)}


@command(
    "dealers.every",
    permission=Permission.MANAGE_TABLES,
    scope="room",
    summary=lazy("Dealers are pushed every %(minutes)s minutes"),
)
def push_every(tx: Tx, minutes: Minutes) -> None:
    """Set the time between pushes. The planned pushes follow it.

    Args:
        minutes: 5 to 240.
    """
    _set_rota(tx, minutes=minutes)


def _set_rota(tx: Tx, **columns: Any) -> None:
    row = Rota.objects.filter(id=1).first()
    if row is None:
        tx.create(Rota, **{"id": 1, "minutes": rota().minutes, **columns})
    else:
        tx.save(row, **columns)
