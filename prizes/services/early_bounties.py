"""Bounties of a multi-stage event that are paid before its prizes are locked. Reads only; amounts in minor units."""

from django.db.models import Sum

from prizes.rules.bounties import entries_up_to, newest_entry
from prizes.services.bounties import won_by_event
from prizes.services.money import payout_of, stages_of_pool
from prizes.services.results import payments_of
from prizes.services.team_shares import of_player, parts_of, teams_paid_by
from prizes.signals import ended_stages, players_onward
from tourney.models import Entry, Tournament


def early_bounty_of(event: Tournament, entry: int, player: int | None = None) -> int:
    """Return what of a player's bounties can be paid although the prizes are not locked, less what was paid.

    A later stage changes nothing about bounties that were won in an event that has ended; a player who goes on
    keeps their own bounty in play.

    Args:
        event: the one that pays.
        entry: one of the player's entries.
        player: of a team, whose part is asked for.
    """
    payout = payout_of(event)
    if payout is None or payout.early_bounties == "none" or not stages_of_pool(event).earlier:
        return 0
    onward = players_onward.ask(event).entries
    newest = newest_entry(entry, onward)
    if payout.early_bounties == "out" and not Entry.objects.filter(pk=newest, out_at__isnull=False).exists():
        return 0
    line = entries_up_to(newest, onward)
    won = won_by_event(event)
    found = sum(won.get(ended, {}).get(one, 0) for ended in ended_stages.ask(event) for one in line)
    team = None if player is None else teams_paid_by(event).get(newest)
    if team is not None and player is not None:
        found = parts_of(team, "bounty", found, payout).get(player, 0)
    return max(0, found - bounties_paid_to(event, line, player))


def bounties_paid_to(event: Tournament, entries: list[int], player: int | None = None) -> int:
    """Return what was paid for the bounties of several entries of one player.

    Args:
        player: of a team, the player who was paid; None: both.
    """
    rows = payments_of(event).filter(entry__in=entries, kind="bounty")
    rows = rows if player is None else rows.filter(of_player(player))
    return int(rows.aggregate(sum=Sum("amount"))["sum"] or 0)
