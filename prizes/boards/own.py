"""A player's own prizes. Read for many players at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from desk.rules.amounts import places_of
from players.models import Partner
from players.services.public_names import public_names
from prizes.boards.structs import NoPrizes, OwnPrize
from prizes.models import NameList, Payout
from prizes.services.bounties import Bounties, bounties_of, payout_of_bounties
from prizes.services.money import payout_of, stages_of_pool
from prizes.services.payables import Payable, payables_of_players
from prizes.services.places import entered_in
from prizes.services.results import Results, Won, results_of, whole_field
from prizes.services.team_shares import parts_of, teams_paid_by
from tourney.live.boards import own_board
from tourney.models import Tournament

Mine = OwnPrize | NoPrizes


@own_board(
    "prize",
    topic="t",
    rows=(
        "seating.bust",
        "seating.knockout",
        "tourney.entry",
        "tourney.tournament",
        "desk.item",
        "desk.registration",
        "prizes.payout",
        "prizes.placeprize",
        "prizes.prizeitem",
        "prizes.prizepayment",
        "prizes.deal",
        "prizes.dealshare",
        "prizes.envelope",
        "prizes.namelist",
        "players.partner",
    ),
    late=True,
)
def prize_of(tournament_id: int, players: Iterable[int]) -> dict[int, Mine]:
    """Return the board `prize` of an event for each of many players. Amounts in minor units."""
    wanted = set(players)
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        return {player: NoPrizes() for player in wanted}
    own, payer = _prizes(event), stages_of_pool(event).paid_by
    # The last of several stages also pays players who did not come into it.
    later = None if payer is None else _prizes(payer)
    payout = payout_of_bounties(event)
    bounties = Bounties() if payout is None else bounties_of(event)
    if payout is not None and not own.currency:
        # A flight has bounties, which the last stage pays.
        own = replace(own, currency=payout.currency)
    entries: dict[int, list[int]] = {player: [] for player in wanted}
    teams = teams_paid_by(event)
    for one in entered_in(event):
        team = teams.get(one.entry)
        for player in (one.player,) if team is None else (one.player, team.player_id):
            if player in wanted:
                entries[player].append(one.entry)
    names = _names(event, wanted)
    found: dict[int, Mine] = {}
    for player, theirs in entries.items():
        is_later = later is not None and any(
            entry in later.results.places or any(entry == one for one, _player in later.payables)
            for entry in theirs
        )
        by = later if is_later and later is not None else own
        part = _Part(player, teams, payout_of(event) or payout)
        found[player] = _own_prize(by, theirs, bounties, names.get(player, []), part)
    return found


@dataclass(frozen=True, slots=True)
class _Prizes:
    """What an event pays.

    Attributes:
        field: number of players who are ranked; on the later days of an event those of all flights.
        payables: by entry and, of a team, player; empty without prizes.
    """

    results: Results
    field: int
    payables: Mapping[tuple[int, int | None], Payable]
    currency: str

    def hanging(self, entry: int, one: Payable) -> int:
        """Return the undecided amount that counts as payable; nothing of what was paid nevertheless."""
        if entry not in self.results.undecided:
            return 0
        return max(0, one.won.get("prize", 0) - one.paid.get("prize", 0))


@dataclass(frozen=True, slots=True)
class _Part:
    """What of an entry's winnings is a player's: all of it, but for the two players of a team."""

    player: int
    teams: Mapping[int, Partner]
    payout: Payout | None

    def of(self, entry: int, kind: str, amount: int) -> int:
        """Return the player's part of an amount of one kind."""
        team = self.teams.get(entry)
        return amount if team is None else parts_of(team, kind, amount, self.payout).get(self.player, 0)

    def payable(self, by: _Prizes, entry: int) -> Payable | None:
        """Return what an entry has won and was paid, as far as it is the player's."""
        return by.payables.get((entry, self.player if entry in self.teams else None))


def _prizes(event: Tournament) -> _Prizes:
    # An event without prizes has places too.
    payout, results = payout_of(event), results_of(event)
    field = whole_field(results.ranking, stages_of_pool(event))
    if payout is None:
        return _Prizes(results, field, {}, "")
    return _Prizes(results, field, payables_of_players(event), payout.currency)


def _own_prize(
    by: _Prizes, entries: Sequence[int], bounties: Bounties, targets: list[str], part: _Part
) -> OwnPrize:
    results = by.results
    placed = [results.places[entry] for entry in entries if entry in results.places]
    # A tie is not shown until the floor has confirmed it.
    placed = [one for one in placed if not one.unconfirmed]
    best = min(placed, key=lambda one: one.best, default=None)
    won = {entry: results.won.get(entry, Won()) for entry in entries}
    payables = {entry: one for entry in entries if (one := part.payable(by, entry)) is not None}
    return OwnPrize(
        state="none" if best is None else best.state,
        best=None if best is None else best.best,
        worst=None if best is None else best.worst,
        field=by.field,
        prize=sum(part.of(entry, "prize", results.prize(entry)) for entry in entries),
        undecided=any(entry in results.undecided for entry in entries),
        deal=sum(part.of(entry, "deal", one.deal) for entry, one in won.items()),
        bounty=sum(part.of(entry, "bounty", bounties.won.get(entry, 0)) for entry in entries),
        own_bounty=sum(bounties.in_play.get(entry, 0) for entry in entries),
        things=[item.name for one in won.values() if one.award is not None for item in one.award.items],
        outstanding=sum(one.open - by.hanging(entry, one) for entry, one in payables.items()),
        currency=by.currency,
        places=places_of(by.currency),
        bounty_targets=targets,
        of_team=any(entry in part.teams for entry in entries),
    )


def _names(event: Tournament, players: set[int]) -> dict[int, list[str]]:
    """Return the bounty targets each player has drawn, by public names."""
    found: dict[int, list[str]] = {}
    rows = NameList.objects.filter(tournament=event, owner__in=players).select_related("name")
    drawn = list(rows.order_by("owner", "position"))
    names = public_names(event, [row.name for row in drawn])
    for row in drawn:
        found.setdefault(row.owner_id, []).append(names[row.name_id])
    return found
