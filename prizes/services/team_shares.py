"""How the two players of a team share what their entry has won. Reads only; amounts in minor units."""

from collections.abc import Sequence

from django.db.models import Q

from players.models import Partner
from prizes.models import Payout
from prizes.rules.shares import team_parts
from prizes.services.results import events_paid_by
from tourney.models import Tournament
from tourney.snapshot import cached_in_snapshot, cached_in_snapshot_each


@cached_in_snapshot
def teams_paid_by(event: Tournament) -> dict[int, Partner]:
    """Return the partner of each entry that an event pays and that two players share."""
    return {row.entry_id: row for rows in teams_in(events_paid_by(event)).values() for row in rows}


@cached_in_snapshot_each
def teams_in(events: Sequence[Tournament]) -> dict[int, list[Partner]]:
    """Return the partners of each event's entries by the event's id."""
    found: dict[int, list[Partner]] = {event.pk: [] for event in events}
    rows = Partner.objects.filter(tournament__in=events, entry__voided_at__isnull=True)
    for row in rows.select_related("player", "entry__player").order_by("pk"):
        found[row.tournament_id].append(row)
    return found


def parts_of(team: Partner, kind: str, amount: int, payout: Payout | None) -> dict[int, int]:
    """Return the part of an amount of each of the two players, the one who registered first.

    Args:
        team: with its entry.
        kind: "prize", "deal" or "bounty". Bounties are divided to the cent: what is paid of them grows with each
            knockout, and no part may shrink.
        payout: its smallest unit is not divided where a prize or a share of a deal is made of it.
    """
    note = 1 if payout is None or kind == "bounty" else payout.note
    registered, partner = team_parts(amount, team.share, note)
    return {team.entry.player_id: registered, team.player_id: partner}


def of_player(player: int) -> Q:
    """Return the condition that a payment was made to a player of a team: before the entry was shared, to the one who
    registered.
    """
    return Q(player=player) | Q(player=None, entry__player=player)
