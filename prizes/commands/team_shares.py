"""Command for how the two players of a team share their prize."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from players.models import Partner
from prizes.models import PrizePayment
from prizes.rules.bounties import entries_up_to, newest_entry
from prizes.services.results import events_paid_by
from prizes.signals import players_onward
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry


@command(
    "prize.share",
    permission=Permission.MAKE_DEALS,
    boards=("payables",),
    summary=lazy("%(team)s share their prize: %(percent)s%% for %(partner)s"),
    # One of the two may have been paid by this share since.
    undoable=False,
    undo_hint=lazy("Record the agreed share again instead."),
)
def share_prize(
    tx: Tx, entry: Id, share: Annotated[int, Field(ge=0, le=10_000, description="hundredths of a percent")]
) -> Any:
    """Record which part of a team's winnings is the partner's, as both have agreed. Without it, each has half; an
    indivisible rest is of the player who registered. In an event of several stages it holds for all entries with which
    the team goes on, because bounties of all of them are paid together.

    Args:
        entry: an entry that two players share and that the event pays.
        share: the partner's part, in hundredths of a percent.

    Raises:
        Refused: the entry has no partner (`no_partner`), or one of the two was paid already (`paid_already`).
    """
    row = tx.get(Entry, pk=entry, tournament__in=events_paid_by(tx.tournament), voided_at__isnull=True)
    team = Partner.objects.filter(entry=row).select_related("player").first()
    if team is None:
        raise Refused("no_partner", _("%(name)s has no partner.") % {"name": row.player.name})
    onward = players_onward.ask(tx.tournament).entries
    line = entries_up_to(newest_entry(row.pk, onward), onward)
    paid = PrizePayment.objects.filter(entry__in=line, voids=None, voided_by__isnull=True)
    if paid.exclude(kind="thing").exists():
        message = _("Part of this prize has already been paid. Reverse these payments first.")
        raise Refused("paid_already", message, fields={"share": message})
    tx.save_many(list(Partner.objects.filter(entry__in=line)), share=share)
    tx.touch_players(row.player_id, team.player_id)
    return {
        "team": f"{row.player.name} / {team.player.name}",
        "partner": team.player.name,
        "percent": f"{share / 100:g}",
    }
