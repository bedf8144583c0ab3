"""Schemas of prizes and results. Amounts are minor units; `places` is the number of their decimals."""

from typing import Literal

from pydantic import Field

from api.schemas.core import Shape

Kind = Literal["prize", "deal", "bounty"]


class PublicResult(Shape):
    """A player's finish."""

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
    bounty: int = Field(description="Bounties won.")
    things: list[str]
    undivided: list[str] = Field(description="Things of shared places, not given to one of them yet.")
    points: int = Field(description="Where a club plays for them (Five Spades 5.4).")
    needs_stack: bool = Field(description="Shared until stacks at the start of the hand are noted.")
    rule: str = Field(description='What the place rests on ("Munot 79"), or "".')
    name: str
    number: int | None = Field(
        description="Which of the player's entries it is, from 1, if each of several has a place; else null."
    )


class Results(Shape):
    """A page of the results, the best place first."""

    seq: int
    currency: str
    places: int
    field: int
    left: int
    placed: int = Field(description="How many rows there are in all.")
    rows: list[PublicResult]


class ResultWinner(Shape):
    """A player who won the chips of another."""

    entry: int
    name: str


class StaffResult(PublicResult):
    """A player's finish with the fields for staff."""

    player: int
    number: int = Field(description="Which entry of the player it is, from 1.")
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
    knocked_out_by: list[ResultWinner]


class StaffResults(Shape):
    """A page of the results with full names: those with a place, then the unranked, then the superseded."""

    seq: int
    currency: str
    places: int
    field: int
    left: int
    placed: int = Field(description="How many rows there are in all.")
    rows: list[StaffResult]


class PayableRow(Shape):
    """Winnings and payments of one entry."""

    entry: int
    player: int
    name: str
    won: dict[Kind, int]
    paid: dict[Kind, int]
    open: int = Field(description="Still to be paid; negative where too much was.")


class PayablesBoard(Shape):
    """Payables of an event."""

    seq: int
    currency: str
    places: int
    waiting: int = Field(description="How many players have something to collect.")
    amount: int
    overpaid: int = Field(description="How many were paid more than they have won.")
    rows: list[PayableRow]
