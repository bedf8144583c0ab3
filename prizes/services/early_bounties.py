"""Bounties of a multi-stage event that are paid before its prizes are locked. Reads only; amounts in minor units."""

from django.db.models import Sum

from prizes.rules.bounties import entries_up_to, newest_entry
from prizes.services.bounties import won_by_event
from prizes.services.money import payout_of, stages_of_pool
from prizes.services.results import payments_of
from prizes.signals import ended_stages, players_onward
from tourney.models import Entry, Tournament


def early_bounty_of(event: Tournament, entry: int) -> int:
    """Return what of a player's bounties can be paid although the prizes are not locked, less what was paid.

    A later stage changes nothing about bounties that were won in an event that has ended; the own bounty of a player
    who goes on stays in play.

    Args:
        event: the one that pays.
        entry: one of the player's entries.
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
    return max(0, found - bounties_paid_to(event, line))


def bounties_paid_to(event: Tournament, entries: list[int]) -> int:
    """Return what was paid for the bounties of several entries of one player."""
    rows = payments_of(event).filter(entry__in=entries, kind="bounty")
    return int(rows.aggregate(sum=Sum("amount"))["sum"] or 0)
