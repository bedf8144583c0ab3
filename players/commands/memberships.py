"""Commands for memberships."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext_lazy
from pydantic import Field

from players.models import Membership
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx

ConfirmedBy = Annotated[str, Field(min_length=1, max_length=120)]
# The length of a page's list, and more than one evening needs.
MOST_AT_ONCE = 500


@command(
    "membership.confirm",
    permission=Permission.CONFIRM_MEMBERSHIPS,
    scope="room",
    summary=lazy("Confirmed the membership of %(name)s: %(confirmed_by)s"),
)
def confirm_membership(tx: Tx, membership: Id, confirmed_by: ConfirmedBy) -> Any:
    """Record that a board member has confirmed a membership (Five Spades 2.1).

    Args:
        membership: the membership.
        confirmed_by: the board member.
    """
    row = tx.get(Membership, pk=membership)
    _confirm(tx, row, confirmed_by)
    return {"name": row.player.name}


@command(
    "memberships.confirm",
    permission=Permission.CONFIRM_MEMBERSHIPS,
    scope="room",
    summary=ngettext_lazy(
        "Confirmed %(count)s membership: %(confirmed_by)s",
        "Confirmed %(count)s memberships: %(confirmed_by)s",
        "count",
    ),
)
def confirm_memberships(
    tx: Tx,
    memberships: Annotated[list[Id], Field(min_length=1, max_length=MOST_AT_ONCE)],
    confirmed_by: ConfirmedBy,
) -> Any:
    """Record that a board member has confirmed several memberships, all or none (Five Spades 2.1).

    Args:
        memberships: the memberships.
        confirmed_by: the board member.
    """
    wanted = set(memberships)
    rows = list(Membership.objects.filter(pk__in=wanted).select_related("player").order_by("pk"))
    if len(rows) != len(wanted):
        raise Refused("not_found", _("This membership does not exist."))
    for row in rows:
        _confirm(tx, row, confirmed_by)
    return {"count": len(rows)}


def _confirm(tx: Tx, row: Membership, confirmed_by: str) -> None:
    if row.voided_at is not None:
        raise Refused("voided", _("This membership was reversed at the desk."))
    if row.confirmed_by:
        message = _("The membership of %(name)s has already been confirmed: %(by)s.")
        raise Refused("already_confirmed", message % {"name": row.player.name, "by": row.confirmed_by})
    if not confirmed_by.strip():
        text = _("must not be empty.")
        raise Refused("bad_argument", _("Enter who confirmed it."), fields={"confirmed_by": text})
    tx.save(row, confirmed_by=confirmed_by.strip())
