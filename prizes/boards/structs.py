"""Fields of the boards of prizes, results, bounties, deals and payments.

Amounts are minor units; `places` is the number of their decimals.
"""

from typing import Literal

from msgspec import Struct, field

BountyKind = Literal["none", "fixed", "progressive", "mystery"]
Paid = Literal["prize", "deal", "bounty"]


class NoPrizes(Struct, frozen=True):
    """The payout is not set up."""

    state: Literal["none"] = "none"


class PrizeTier(Struct, frozen=True):
    """Places with the same prize.

    Attributes:
        cash: for places in a deal: the amount left to play for, the shares are paid in addition; once such a place is
            decided, all of its player's cash.
        things: tickets and prizes in kind, by name.
        worth: what the things are worth, together.
        deal: divided by a deal that stands, and not decided yet.
        decided: divided by a deal that stands, and decided: the share is in `cash`.
    """

    first: int = field(name="from")
    to: int
    cash: int
    things: list[str]
    worth: int
    deal: bool
    decided: bool


class InTheMoney(Struct, frozen=True):
    """Distance to the money and pay jumps for the players left.

    Attributes:
        to_go: busts until everybody left is in the money.
        certain: the minimum prize of every player left.
        jump: the minimum prize after the next pay jump; null if there is none.
        jump_after: busts until then.
    """

    to_go: int
    certain: int
    jump: int | None
    jump_after: int


class PrizesBoard(Struct, frozen=True):
    """The pool and the prizes of the places.

    Attributes:
        state: while open, prizes follow the current field and pool.
        currency: ISO 4217; "" if the club plays for points only.
        places: decimals of the currency.
        pool: the prize pool, with added money and overlay, without bounties.
        paid: places paid.
        tiers: at most 200.
        fault: why there are no prizes yet, or why they do not sum to the pool.
        money: null while entry is open or a deal is pending.
    """

    state: Literal["open", "locked"]
    currency: str
    places: int
    pool: int
    added: int
    guarantee: int
    overlay: int
    bounty: int
    entries: int
    left: int
    paid: int
    tiers: list[PrizeTier]
    fault: str | None
    money: InTheMoney | None
    deal: Literal["open", "stands"] | None
    bounties: BountyKind


class ResultRow(Struct, frozen=True, gc=False):
    """A player's finish in a list.

    Attributes:
        best: the place; players who share a place have the same `best` and `worst`.
        name: as shown in public.
        state: `open`: out, but may still come back; `in`: has won, or is ranked by chips where time ended it.
        prize: 0 while it is undecided.
        undecided: the prize depends on an uncounted stack.
        deal: the share of a deal that stands.
        worth: of the things.
        rule: the rule behind the place ("Munot 79"), or "".
        plays_on: the player has entered again and is still in play.
        number: which of the player's entries it is, if each of several has a place; 1 for the first, else null.
    """

    entry: int
    best: int
    worst: int
    name: str
    state: Literal["out", "open", "in"]
    prize: int
    undecided: bool
    deal: int
    things: list[str]
    worth: int
    needs_stack: bool
    rule: str
    plays_on: bool
    number: int | None


class ResultsBoard(Struct, frozen=True):
    """Who finished, the best place first. A tie that the floor has not confirmed is not among the rows.

    Attributes:
        field: number of players ranked; on a later day of an event those of all stages.
        placed: number of players with a place, including those who busted before a later day.
        before: of the players placed, those who busted before this day.
        rows: of this event: all of a field of at most 120, of a larger one the last thirty.
    """

    field: int
    left: int
    placed: int
    before: int
    rows: list[ResultRow]


class BountyLeader(Struct, frozen=True):
    """Bounties a player has won.

    Attributes:
        drawn: number of these that were the player's drawn targets.
    """

    name: str
    knockouts: int
    won: int
    points: int
    drawn: int


class BountiesBoard(Struct, frozen=True):
    """Bounty leaderboard, and the bounties left.

    Attributes:
        collected: what was sold for bounties.
        in_play: money on bounties in play.
        values: envelopes left: value and how many.
        undrawn: bounties whose envelope is still to be drawn.
        unfilled: collected for bounties but in no envelope; negative if the envelopes hold more.
        bare: bounties without an envelope: their players entered after the envelopes were filled.
        leaders: at most twenty.
    """

    kind: BountyKind
    currency: str
    places: int
    collected: int
    in_play: int
    values: list[tuple[int, int]]
    undrawn: int
    unfilled: int
    bare: int
    leaders: list[BountyLeader]


class DealPart(Struct, frozen=True):
    """A player's share of a deal."""

    entry: int
    name: str
    stack: int
    proposed: int
    amount: int
    agreed: bool


class NoDeal(Struct, frozen=True):
    """There is no deal."""

    state: Literal["none"] = "none"


class DealBoard(Struct, frozen=True):
    """The deal under negotiation or confirmed.

    Attributes:
        version: changes with the shares; send it as `seen`.
        ladder: prizes of the places that are divided.
        mix: parts of each way: icm, chip_chop, even.
        played_for: what stays to be played for, by place.
        left: amount not assigned yet; 0 when the shares add up.
    """

    state: Literal["open", "stands"]
    deal: int
    version: str
    currency: str
    places: int
    made_at: int | None
    ladder: list[int]
    mix: dict[str, int]
    played_for: list[int]
    left: int
    shares: list[DealPart]


class PayablesBoard(Struct, frozen=True):
    """Payables of an event.

    Attributes:
        waiting: number of players with open payouts.
        overpaid: number of players paid more than they have won.
    """

    waiting: int
    amount: int
    overpaid: int


class OwnPrize(Struct, frozen=True):
    """A player's place with the best entry, and the winnings of all entries.

    Attributes:
        undecided: an uncounted stack decides about a prize, which is then in neither `prize` nor `outstanding`.
        bounty: money won by bounties.
        own_bounty: current value of the player's own bounty.
        outstanding: still to be paid; negative if overpaid.
        bounty_targets: names drawn by the player.
        of_team: two players share the entry: all amounts are this player's part, except `own_bounty`.
    """

    state: Literal["none", "out", "open", "in"]
    best: int | None
    worst: int | None
    field: int
    prize: int
    undecided: bool
    deal: int
    bounty: int
    own_bounty: int
    things: list[str]
    outstanding: int
    currency: str
    places: int
    bounty_targets: list[str]
    of_team: bool = False
