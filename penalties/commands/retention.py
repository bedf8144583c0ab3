"""Commands for the retention of penalties."""

from datetime import date
from typing import Annotated, Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import Field

from penalties.models import Keeping, Penalty
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry


def kept_months() -> int | None:
    """Return for how many months the venue keeps penalties; None: permanently."""
    return Keeping.objects.filter(pk=1).values_list("months", flat=True).first()


def old_ones(before: date) -> QuerySet[Penalty]:
    """Return penalties of closed events that were over before a given day."""
    over = Q(ended_at__date__lt=before) | Q(ended_at__isnull=True, tournament__closed_at__date__lt=before)
    return Penalty.objects.filter(over, tournament__closed_at__isnull=False)


@command(
    "penalty.keep",
    permission=Permission.SET_REGISTRATION,
    scope="room",
    summary=lazy("Changed how long penalties are kept"),
)
def keep_penalties(tx: Tx, months: Annotated[int, Field(ge=1, le=240)] | None) -> None:
    """Set how long penalties are kept. Older ones of closed events are deleted; the journal keeps its
    entries.

    Args:
        months: months after the end of a penalty; null: permanently.
    """
    row = Keeping.objects.filter(pk=1).first()
    if row is None:
        tx.create(Keeping, pk=1, months=months)
    else:
        tx.save(row, months=months)


def _summarise_forgotten(journal_entry: JournalEntry) -> str:
    count = (journal_entry.answer or {}).get("count", 0)
    words = ngettext("Deleted %(count)s old penalty", "Deleted %(count)s old penalties", count)
    return words % {"count": count}


@command(
    "penalty.forget",
    permission=Permission.KEEP_TIME,
    scope="room",
    summary=_summarise_forgotten,
    undoable=False,
    public=False,
)
def forget(tx: Tx, before: Annotated[str, Field(max_length=10)]) -> Any:
    """Delete penalties of closed events whose retention period is over.

    Args:
        before: delete penalties that were over before this day, "2027-03-31".

    Raises:
        Refused: there are none (`not_due`).
    """
    rows = list(old_ones(date.fromisoformat(before)).order_by("pk"))
    if not rows:
        raise Refused("not_due", _("There is nothing to delete."))
    tx.delete_many(rows)
    return {"count": len(rows)}
