"""What reads of prizes and results answer. Amounts are minor units; `places` says how many decimals they have."""

from typing import Literal

from pydantic import Field

from api.shapes import Shape

Kind = Literal["prize", "deal", "bounty"]


class NoPrizes(Shape):
    """Nobody has said how the event pays."""

    state: Literal["none"]


class PrizeTier(Shape):
    """Places that get the same."""

    from_place: int = Field(alias="from")
    to: int
    cash: int = Field(description="For places that a deal divided: what is left to play for.")
    things: list[str] = Field(description="Tickets and prizes in kind, by name.")
    worth: int = Field(description="What the things are worth, together.")
    deal: bool = Field(description="Divided by a deal that stands.")


class InTheMoney(Shape):
    """What the prizes mean to those who are left."""

    to_go: int = Field(description="How many have to go out until everybody left is in the money.")
    certain: int = Field(description="What everybody left gets at least.")
    jump: int | None = Field(description="What it is after the next step up.")
    jump_after: int = Field(description="How many have to go out until then.")


class PrizesBoard(Shape):
    """The pool and what the places get."""

    state: Literal["open", "locked"] = Field(description="While open, prizes change with every entry.")
    currency: str = Field(description='ISO 4217; "" where the club plays for points only.')
    places: int
    pool: int = Field(description="What is paid out: with added money and overlay, without bounties.")
    added: int
    guarantee: int
    overlay: int
    bounty: int
    entries: int
    left: int
    paid: int = Field(description="Places paid.")
    tiers: list[PrizeTier]
    fault: str | None = Field(description="Why there are no prizes yet, or why they do not sum to the pool.")
    money: InTheMoney | None = Field(description="null while somebody can still enter.")
    deal: Literal["open", "stands"] | None
    bounties: Literal["none", "fixed", "progressive", "mystery"]


class PublicResult(Shape):
    """Where somebody finished."""

    entry: int
    best: int | None = Field(description="The place; where it is shared, the best of those concerned.")
    worst: int | None = Field(description="The same number unless the place is shared.")
    state: Literal["out", "in", "open", "unranked", "superseded"] = Field(
        description='"open": may still come back, so the place may change; "in": has won, or ranked by chips; '
        '"unranked": has no place; "superseded": did better with another entry.'
    )
    prize: int = Field(description="0 while it is undecided.")
    undecided: bool = Field(
        description="The prize hangs on a stack at the start of the hand that nobody has noted."
    )
    deal: int
    things: list[str]
    undivided: list[str] = Field(description="Things of shared places, not given to one of them yet.")
    points: int = Field(description="Where a club plays for them (Five Spades 5.4).")
    needs_stack: bool = Field(description="Shared until stacks at the start of the hand are noted.")
    rule: str = Field(description='What the place rests on ("Munot 79"), or "".')
    name: str


class Results(Shape):
    """A page of the results, the best place first."""

    seq: int
    currency: str
    places: int
    field: int
    left: int
    placed: int = Field(description="How many rows there are in all.")
    rows: list[PublicResult]


class ResultHunter(Shape):
    """Somebody who won the chips of another."""

    entry: int
    name: str


class StaffResult(PublicResult):
    """The same with what staff know besides."""

    player: int
    number: int = Field(description="Which entry of the player it is, from 1.")
    bounty: int
    unconfirmed: bool = Field(
        description="Went out in one hand with others, and the floor has not confirmed it: no prize is due yet, "
        "and nobody but staff reads of the place."
    )
    noted: bool = Field(description="Whether there is a bust.")
    at: int | None
    table: int | None
    seat: int | None
    hand: int | None
    stack: int | None = Field(description="Chips at the start of the hand, where counted.")
    together: int | None = Field(description="The same number: went out in one hand.")
    removed: bool
    penalty: Literal["", "eliminated", "disqualified"]
    hunters: list[ResultHunter]


class StaffResults(Shape):
    """A page of the results with full names: those with a place, then the unranked, then the superseded."""

    seq: int
    currency: str
    places: int
    field: int
    left: int
    placed: int = Field(description="How many rows there are in all.")
    rows: list[StaffResult]


class TopHunter(Shape):
    """What somebody has hunted."""

    name: str
    heads: int
    won: int
    points: int
    drawn: int = Field(description="How many heads were of a name on their list.")


class BountiesBoard(Shape):
    """Top hunters, and what is still to be won."""

    kind: Literal["none", "fixed", "progressive", "mystery"]
    currency: str
    places: int
    taken: int = Field(description="What was sold for bounties.")
    heads: int = Field(description="Money on heads in play.")
    values: list[tuple[int, int]] = Field(description="Envelopes left: value and how many.")
    owed: int = Field(description="Heads whose envelope is still to be drawn.")
    unfilled: int = Field(
        description="Taken for bounties and in no envelope though they are filled; negative where they hold more."
    )
    bare: int = Field(description="Heads that find no envelope: entered after they were filled.")
    hunters: list[TopHunter] = Field(description="At most twenty.")


class DealPart(Shape):
    """What one of them gets."""

    entry: int
    name: str
    stack: int
    proposed: int
    amount: int
    agreed: bool


class NoDeal(Shape):
    """There is no deal."""

    state: Literal["none"]


class DealBoard(Shape):
    """The deal that is talked about or stands."""

    state: Literal["open", "stands"]
    deal: int
    currency: str
    places: int
    made_at: int | None
    ladder: list[int] = Field(description="Prizes of the places that are divided.")
    mix: dict[str, int] = Field(description="Parts of each way: icm, chip_chop, even.")
    played_for: list[int] = Field(description="What stays to be played for, by place.")
    left: int = Field(description="What is not given to anybody yet; 0 when it sums.")
    version: str = Field(
        description="Another text as soon as it gives out anything else; send it along as `seen`."
    )
    shares: list[DealPart]


class OwedRow(Shape):
    """What one entry has won and was paid."""

    entry: int
    player: int
    name: str
    won: dict[Kind, int]
    paid: dict[Kind, int]
    open: int = Field(description="Still to be paid; negative where too much was.")


class OwedBoard(Shape):
    """What is still to be paid out."""

    seq: int
    currency: str
    places: int
    waiting: int = Field(description="How many are owed something.")
    amount: int
    overpaid: int = Field(description="How many were paid more than they have won.")
    rows: list[OwedRow]
