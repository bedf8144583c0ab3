"""Fields of the boards of prizes, results, bounties, deals and payments.

Amounts are minor units; `places` says how many decimals they have.
"""

from typing import Literal

from msgspec import Struct, field

BountyKind = Literal["none", "fixed", "progressive", "mystery"]
Paid = Literal["prize", "deal", "bounty"]


class NoPrizes(Struct, frozen=True):
    """Nobody has said how the event pays."""

    state: Literal["none"] = "none"


class PrizeTier(Struct, frozen=True):
    """Places that get the same.

    Attributes:
        cash: for places that a deal divided: what is left to play for; the shares come on top.
        things: tickets and prizes in kind, by name.
        worth: what the things are worth, together.
        deal: divided by a deal that stands.
    """

    first: int = field(name="from")
    to: int
    cash: int
    things: list[str]
    worth: int
    deal: bool


class InTheMoney(Struct, frozen=True):
    """What the prizes mean to those who are left.

    Attributes:
        to_go: how many have to go out until everybody left is in the money.
        certain: what everybody left gets at least.
        jump: what it is after the next step up; null: nothing more.
        jump_after: how many have to go out until then.
    """

    to_go: int
    certain: int
    jump: int | None
    jump_after: int


class PrizesBoard(Struct, frozen=True):
    """The pool and what the places get.

    Attributes:
        state: while open, prizes are those of the field and pool of now, and change with every entry.
        currency: ISO 4217; "" where the club plays for points only.
        places: decimals of the currency.
        pool: what is paid out: with added money and overlay, without bounties.
        paid: places paid.
        tiers: at most 200.
        fault: why there are no prizes yet, or why they do not sum to the pool.
        money: null while somebody can still enter.
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
    """Where a player finished, as lists show it.

    Attributes:
        best: the place; players who share a place have the same `best` and `worst`.
        name: as shown in public.
        state: `open`: out, but may still come back; `in`: has won, or is ranked by chips where time ended it.
        prize: 0 while it is undecided.
        undecided: the prize depends on a stack that nobody noted.
        deal: the share of a deal that stands.
        worth: of the things.
        rule: what the place rests on ("Munot 79"), or "".
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


class ResultsBoard(Struct, frozen=True):
    """Who finished, the best place first. A tie that the floor has not confirmed is not among the rows.

    Attributes:
        placed: how many have a place.
        rows: all of a field of at most 120, of a larger one the last thirty.
    """

    field: int
    left: int
    placed: int
    rows: list[ResultRow]


class TopHunter(Struct, frozen=True):
    """What a player has won of other players' bounties.

    Attributes:
        drawn: how many of the heads were names that the hunter had drawn.
    """

    name: str
    heads: int
    won: int
    points: int
    drawn: int


class BountiesBoard(Struct, frozen=True):
    """Top hunters, and what is still to be won.

    Attributes:
        taken: what was sold for bounties.
        heads: money on heads in play.
        values: envelopes left: value and how many.
        owed: heads whose envelope is still to be drawn.
        unfilled: taken for bounties and in no envelope though they are filled; negative where they hold more.
        bare: heads that find no envelope: entered after they were filled.
        hunters: at most twenty.
    """

    kind: BountyKind
    currency: str
    places: int
    taken: int
    heads: int
    values: list[tuple[int, int]]
    owed: int
    unfilled: int
    bare: int
    hunters: list[TopHunter]


class DealPart(Struct, frozen=True):
    """What one player of a deal gets."""

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
    """The deal that is talked about or stands.

    Attributes:
        version: another text as soon as it gives out anything else; send it along as `seen`.
        ladder: prizes of the places that are divided.
        mix: parts of each way: icm, chip_chop, even.
        played_for: what stays to be played for, by place.
        left: what is not given to anybody yet; 0 when it sums.
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


class OwedBoard(Struct, frozen=True):
    """What is still to be paid out.

    Attributes:
        waiting: how many are owed something.
        overpaid: how many were paid more than they have won.
    """

    waiting: int
    amount: int
    overpaid: int


class OwnPrize(Struct, frozen=True):
    """Where a player stands with the best of their entries, and what all of them have won.

    Attributes:
        undecided: a stack that nobody noted decides about a prize, which is then in neither `prize` nor `owed`.
        bounty: won by heads.
        head: what the player's own is worth now.
        owed: still to be paid; negative: too much was.
        hunt: the names they have drawn.
    """

    state: Literal["none", "out", "open", "in"]
    best: int | None
    worst: int | None
    field: int
    prize: int
    undecided: bool
    deal: int
    bounty: int
    head: int
    things: list[str]
    owed: int
    currency: str
    places: int
    hunt: list[str]
