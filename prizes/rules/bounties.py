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
from tourney.rules.randomness import Chance

ALL = 10_000
"""The whole of a head, in hundredths of a percent."""


@dataclass(frozen=True, slots=True)
class Knockout:
    """A bust, and who won the chips.

    Attributes:
        prey: entry, or player where a season counts.
        hunters: the same of who won the chips, in the order noted; () where nobody noted it, or nobody did:
            taken out, eliminated, disqualified.
        final: whether the prey can't come back any more, and did not.
        removed: taken out with chips instead of beaten.
    """

    prey: int
    hunters: tuple[int, ...] = ()
    final: bool = True
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """Where the bounty money is.

    Attributes:
        won: by hunter, what is to be paid out.
        in_play: by entry still in play, what the bounty is worth now.
        unclaimed: by entry that is out, a bounty nobody won: the room decides, or somebody names the hunters.
    """

    won: dict[int, int]
    in_play: dict[int, int]
    unclaimed: dict[int, int]

    @property
    def total(self) -> int:
        """Return all of it: what was taken for bounties, to the cent."""
        return sum(self.won.values()) + sum(self.in_play.values()) + sum(self.unclaimed.values())


def settle(
    amounts: Mapping[int, int],
    knockouts: Sequence[Knockout],
    *,
    cash: int = ALL,
    winners: Collection[int] = (),
) -> Settled:
    """Fixed and progressive bounties.

    Of each bounty a hunter gets a part at once, rounded down, and the rest is put on the hunter's own bounty;
    all of it at once where bounties are fixed. Who is out already when the bounty is settled, both having
    gone out in one hand, gets all of it at once. Winners keep their own bounties.

    Args:
        amounts: what each entry's bounty was worth at its start.
        knockouts: in the order they happened; within a hand the lower place first.
        cash: the part that is paid at once, in hundredths of a percent: 10000 fixed, 5000 half and half.
        winners: those left in play once the event is over.

    Raises:
        CannotPay: the part is none (`bad_share`), or somebody goes out twice, or without ever having entered
            (`no_such_head`).
    """
    if not 0 <= cash <= ALL:
        raise CannotPay("bad_share", _("The part paid at once must be from 0 to 100 percent."))
    alive = dict(amounts)
    won: dict[int, int] = {}
    unclaimed: dict[int, int] = {}
    for knockout in knockouts:
        if knockout.prey not in alive:
            message = _("Entry %(entry)s has no bounty.")
            raise CannotPay("no_such_head", message, {"entry": knockout.prey})
        value = alive.pop(knockout.prey)
        if not knockout.hunters:
            unclaimed[knockout.prey] = value
            continue
        for hunter, part in zip(knockout.hunters, even_parts(value, len(knockout.hunters)), strict=True):
            at_once = part * cash // ALL if hunter in alive else part
            won[hunter] = won.get(hunter, 0) + at_once
            if hunter in alive:
                alive[hunter] += part - at_once
    for winner in winners:
        if winner in alive:
            won[winner] = won.get(winner, 0) + alive.pop(winner)
    return Settled(won, alive, unclaimed)


@dataclass(frozen=True, slots=True)
class Filling:
    """Whether envelopes fit the bounties: what of the money and how many of the bounties have no envelope
    yet.

    Negative where there is too much.
    """

    money_left: int
    bounties_left: int

    @property
    def fits(self) -> bool:
        """To the cent and to the bounty."""
        return self.money_left == 0 and self.bounties_left == 0


def filling(values: Mapping[int, int], money: int, bounties: int) -> Filling:
    """Hold a plan of envelopes against the money and the bounties left when the phase begins.

    Args:
        values: how many envelopes of which amount.
        money: taken for bounties and not won before.
        bounties: entries in play when envelopes begin to be drawn. The winner draws the last one for the own
            bounty.
    """
    paid = sum(value * count for value, count in values.items())
    return Filling(money - paid, bounties - sum(values.values()))


def draw_envelope(envelopes: Mapping[int, int], seed: str) -> int:
    """Draw one of the envelopes that are left, each equally likely; anybody can hold the draw again from the seed.

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
    return numbers[Chance(seed).below(len(numbers))]


def values_left(envelopes: Mapping[int, int]) -> list[tuple[int, int]]:
    """Return what is still to be drawn: amount and how many of it, the biggest first."""
    return sorted(Counter(envelopes.values()).items(), reverse=True)


def split_bounty(value: int, hunters: Sequence[int]) -> dict[int, int]:
    """Return a bounty or an envelope divided among those who won it; hunters each once, at least one."""
    return dict(zip(hunters, even_parts(value, len(hunters)), strict=True))


def draw_names(
    people: Sequence[int], count: int, seed: str, *, for_whom: Sequence[int] = ()
) -> dict[int, tuple[int, ...]]:
    """Lists of names to hunt (Five Spades 4.17: five of the field; 6.3: three of the members).

    Nobody draws themselves or a name twice, and every list is equally likely. Where there are fewer others, all.

    Args:
        people: whose names are in the hat, each once.
        count: names on each list.
        seed: sealed before the draw.
        for_whom: who draws; everybody in the hat where it is empty.

    Returns:
        The names of each list in the order drawn.
    """
    hat = sorted(people)
    chance = Chance(seed)
    lists: dict[int, tuple[int, ...]] = {}
    for owner in sorted(for_whom or people):
        drawn: list[int] = []
        # A name is put aside once drawn: the last one of the hat takes its place for this list.
        moved: dict[int, int] = {}
        size = len(hat)
        while size and len(drawn) < count:
            at = chance.below(size)
            name = hat[moved.get(at, at)]
            size -= 1
            moved[at] = moved.get(size, size)
            if name != owner:
                drawn.append(name)
        lists[owner] = tuple(drawn)
    return lists


@dataclass(frozen=True, slots=True)
class Hunter:
    """The bounties a player has won.

    Attributes:
        hunter: who.
        knockouts: how many went out by them for good; who shares a bounty has it as well as the others.
        drawn: how many of these were on their list.
        points: of a championship; 0 where none is played.
    """

    hunter: int
    knockouts: int
    drawn: int
    points: int


def bounty_points(
    knockouts: Sequence[Knockout],
    book: Book,
    *,
    lists: Mapping[int, Sequence[int]] | None = None,
    members: AbstractSet[int] | None = None,
) -> list[Hunter]:
    """Count bounties, most points and bounties first: bounty leaderboard, a prize for most knock-outs (Five
    Spades 4.17), and the championship (Five Spades 6.1–6.3, 8.2).

    Args:
        knockouts: of one event, or of all events of a season, by player.
        book: says whether a bounty counts that can come back (6.1) or was taken out (9.5), and the points.
        lists: names each hunter has drawn.
        members: of the club; where given, and the book wants it, nobody else is counted (6.2).
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
        for hunter in dict.fromkeys(knockout.hunters):
            if only_members and members is not None and hunter not in members:
                continue
            knocked_out[hunter] += 1
            drawn[hunter] += knockout.prey in (lists or {}).get(hunter, ())
    each = policy.points_per_elimination if policy is not None else 0
    bonus = policy.drawn_name_bonus if policy is not None else 0
    found = [
        Hunter(hunter, count, drawn[hunter], count * each + drawn[hunter] * bonus)
        for hunter, count in knocked_out.items()
    ]
    return sorted(found, key=lambda one: (-one.points, -one.knockouts, one.hunter))
