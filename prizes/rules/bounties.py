"""Bounties: values, winners, envelopes and bounty targets. Pure. Amounts are in minor units.

A bounty won by several players is divided evenly; indivisible cents go one each to the players in the order
recorded.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from prizes.rules.refusals import CannotPay
from prizes.rules.refusals import gettext_noop as _
from prizes.rules.shares import even_parts
from tourney.rulebooks.books.schema import Book
from tourney.rules.randomness import SeededRandom

ALL = 10_000
"""A whole bounty, in hundredths of a percent."""


@dataclass(frozen=True, slots=True)
class Knockout:
    """A bust and the winners of its chips.

    Attributes:
        eliminated: the eliminated entry; the player if a season counts.
        knocked_out_by: winners of the chips, as entries or players, in the order recorded; () if unknown,
            or if the player was removed, eliminated by penalty or disqualified.
        final: whether the player can no longer return, and has not.
        removed: removed with chips instead of beaten.
    """

    eliminated: int
    knocked_out_by: tuple[int, ...] = ()
    final: bool = True
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """Current state of the bounty money.

    Attributes:
        won: by winner of a bounty, the amount to pay.
        in_play: by entry in play, the current value of its bounty.
        unclaimed: by eliminated entry, a bounty without a winner; the room keeps it, or staff name the winners.
    """

    won: dict[int, int]
    in_play: dict[int, int]
    unclaimed: dict[int, int]

    @property
    def total(self) -> int:
        """Return the total; it equals the money collected for bounties, to the cent."""
        return sum(self.won.values()) + sum(self.in_play.values()) + sum(self.unclaimed.values())


def settle(
    amounts: Mapping[int, int],
    knockouts: Sequence[Knockout],
    *,
    cash: int = ALL,
    winners: Collection[int] = (),
) -> Settled:
    """Settle fixed and progressive bounties.

    A winner of chips gets a part of each bounty at once, rounded down; the rest is added to the winner's own bounty.
    Fixed bounties are paid in full at once, and so is the bounty of a winner who busted in the same hand.
    Winners keep their own bounties.

    Args:
        amounts: initial value of each entry's bounty.
        knockouts: in the order they happened; within a hand the lower place first.
        cash: the part that is paid at once, in hundredths of a percent: 10000 for fixed bounties, 5000 for half.
        winners: entries left in play once the event is over.

    Raises:
        CannotPay: the part is out of range (`bad_share`), or an entry busts twice or is unknown
            (`no_such_bounty`).
    """
    if not 0 <= cash <= ALL:
        raise CannotPay("bad_share", _("The part paid at once must be from 0 to 100 percent."))
    alive = dict(amounts)
    won: dict[int, int] = {}
    unclaimed: dict[int, int] = {}
    for knockout in knockouts:
        if knockout.eliminated not in alive:
            message = _("Entry %(entry)s has no bounty.")
            raise CannotPay("no_such_bounty", message, {"entry": knockout.eliminated})
        value = alive.pop(knockout.eliminated)
        if not knockout.knocked_out_by:
            unclaimed[knockout.eliminated] = value
            continue
        for bounty_winner, part in zip(
            knockout.knocked_out_by, even_parts(value, len(knockout.knocked_out_by)), strict=True
        ):
            at_once = part * cash // ALL if bounty_winner in alive else part
            won[bounty_winner] = won.get(bounty_winner, 0) + at_once
            if bounty_winner in alive:
                alive[bounty_winner] += part - at_once
    for winner in winners:
        if winner in alive:
            won[winner] = won.get(winner, 0) + alive.pop(winner)
    return Settled(won, alive, unclaimed)


@dataclass(frozen=True, slots=True)
class BountyStage:
    """An event of a multi-stage event, as its bounties are settled.

    Attributes:
        entries: all entries.
        amounts: what was paid for each entry's bounty.
        knockouts: in order, as in `settle`.
        winners: entries that keep their own bounty: they have won, or left with chips and did not advance.
    """

    entries: Collection[int]
    amounts: Mapping[int, int]
    knockouts: Sequence[Knockout]
    winners: Collection[int] = ()


def settle_stages(
    stages: Sequence[BountyStage], onward: Mapping[int, int], *, cash: int = ALL
) -> list[Settled]:
    """Settle fixed and progressive bounties of a multi-stage event: a bounty goes on with its player. A player who
    advances with several stacks takes the bounties of all of them along.

    Args:
        stages: the events, those of earlier stages first.
        onward: by entry, the entry of a later stage with which its player goes on.
        cash: the part that is paid at once.

    Returns:
        The bounties of each event.
    """
    brought: dict[int, int] = {}
    found = []
    for stage in stages:
        amounts = dict(stage.amounts)
        for entry in brought.keys() & set(stage.entries):
            amounts[entry] = amounts.get(entry, 0) + brought.pop(entry)
        knockouts = [one for one in stage.knockouts if one.eliminated in amounts]
        settled = settle(amounts, knockouts, cash=cash, winners=stage.winners)
        for entry in settled.in_play.keys() & onward.keys():
            brought[onward[entry]] = brought.get(onward[entry], 0) + settled.in_play.pop(entry)
        found.append(settled)
    return found


def newest_entry(entry: int, onward: Mapping[int, int]) -> int:
    """Return the last entry with which the player of an entry goes on."""
    while entry in onward:
        entry = onward[entry]
    return entry


def entries_up_to(entry: int, onward: Mapping[int, int]) -> list[int]:
    """Return an entry and those of earlier stages from which its player went on to it."""
    return [entry, *(one for one in onward if newest_entry(one, onward) == entry)]


@dataclass(frozen=True, slots=True)
class Filling:
    """Return whether envelopes match the bounties: the money and the number of bounties that have no envelope
    yet.

    Negative if there are too many envelopes, or too much money in them.
    """

    money_left: int
    bounties_left: int

    @property
    def fits(self) -> bool:
        """Return whether money and number match exactly."""
        return self.money_left == 0 and self.bounties_left == 0


def filling(values: Mapping[int, int], money: int, bounties: int) -> Filling:
    """Compare a plan of envelopes with the money and the bounties left when the phase begins.

    Args:
        values: number of envelopes by amount.
        money: collected for bounties and not won before.
        bounties: entries in play when drawing begins. The winner draws the last envelope for the winner's own
            bounty.
    """
    paid = sum(value * count for value, count in values.items())
    return Filling(money - paid, bounties - sum(values.values()))


def draw_envelope(envelopes: Mapping[int, int], seed: str) -> int:
    """Draw one of the remaining envelopes, each equally likely; the draw can be reproduced from the seed.

    Args:
        envelopes: amount by number, of those not drawn yet.
        seed: sealed before the draw (`tourney.rules.randomness`).

    Returns:
        The number of the envelope.

    Raises:
        CannotPay: none is left (`no_envelope`).
    """
    if not envelopes:
        raise CannotPay("no_envelope", _("All envelopes have been drawn."))
    numbers = sorted(envelopes)
    return numbers[SeededRandom(seed).below(len(numbers))]


def values_left(envelopes: Mapping[int, int]) -> list[tuple[int, int]]:
    """Return the envelopes left as amount and number, the largest amount first."""
    return sorted(Counter(envelopes.values()).items(), reverse=True)


def split_bounty(value: int, winners: Sequence[int]) -> dict[int, int]:
    """Divide a bounty or an envelope among its winners, each listed once, at least one."""
    return dict(zip(winners, even_parts(value, len(winners)), strict=True))


def draw_names(
    people: Sequence[int], count: int, seed: str, *, for_whom: Sequence[int] = ()
) -> dict[int, tuple[int, ...]]:
    """Draw lists of bounty targets (Five Spades 4.17: five of the field; 6.3: three of the members).

    A list never has its owner or a name twice, and every list is equally likely. A small field gives shorter lists.

    Args:
        people: names to draw from, each once.
        count: names on each list.
        seed: sealed before the draw.
        for_whom: owners of the lists; if empty, all people.

    Returns:
        The names of each list, in the order drawn.
    """
    hat = sorted(people)
    rng = SeededRandom(seed)
    lists: dict[int, tuple[int, ...]] = {}
    for owner in sorted(for_whom or people):
        drawn: list[int] = []
        # Set a drawn name aside for this list; the last name takes its place.
        moved: dict[int, int] = {}
        size = len(hat)
        while size and len(drawn) < count:
            at = rng.below(size)
            name = hat[moved.get(at, at)]
            size -= 1
            moved[at] = moved.get(size, size)
            if name != owner:
                drawn.append(name)
        lists[owner] = tuple(drawn)
    return lists


@dataclass(frozen=True, slots=True)
class BountyScore:
    """The bounties a player has won.

    Attributes:
        player: the player, or the entry.
        knockouts: opponents eliminated for good; a shared bounty counts in full for each.
        drawn: how many of these were on the player's list.
        points: of a championship; 0 without one.
    """

    player: int
    knockouts: int
    drawn: int
    points: int


def bounty_points(
    knockouts: Sequence[Knockout],
    book: Book,
    *,
    lists: Mapping[int, Sequence[int]] | None = None,
    members: AbstractSet[int] | None = None,
) -> list[BountyScore]:
    """Count bounties, most points and bounties first, for the bounty leaderboard, a prize for most knockouts (Five
    Spades 4.17), and the championship (Five Spades 6.1–6.3, 8.2).

    Args:
        knockouts: of one event, or of all events of a season, by player.
        book: decides whether bounties of players who may return (6.1) or were removed (9.5) count, and the points.
        lists: names drawn by each player.
        members: of the club; if given and the book requires it, only members are counted (6.2).
    """
    policy = book.season.championship
    absent = book.seating.absent
    at_once = policy is not None and policy.counts_when == "at_once"
    removed_count = absent is not None and absent.bounty_for_removed is True
    only_members = members is not None and (policy is None or policy.members_only)
    knocked_out: Counter[int] = Counter()
    drawn: Counter[int] = Counter()
    for knockout in knockouts:
        if (knockout.removed and not removed_count) or not (knockout.final or at_once):
            continue
        for bounty_winner in dict.fromkeys(knockout.knocked_out_by):
            if only_members and members is not None and bounty_winner not in members:
                continue
            knocked_out[bounty_winner] += 1
            drawn[bounty_winner] += knockout.eliminated in (lists or {}).get(bounty_winner, ())
    each = policy.points_per_elimination if policy is not None else 0
    bonus = policy.drawn_name_bonus if policy is not None else 0
    found = [
        BountyScore(bounty_winner, count, drawn[bounty_winner], count * each + drawn[bounty_winner] * bonus)
        for bounty_winner, count in knocked_out.items()
    ]
    return sorted(found, key=lambda one: (-one.points, -one.knockouts, one.player))
