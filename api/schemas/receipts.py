"""Schemas of the till. Amounts are minor units; `places` is the number of their decimals."""

from typing import Literal

from pydantic import Field

from api.schemas.core import Shape

Way = Literal["cash", "card", "voucher", "ticket", "transfer"]


class Parts(Shape):
    """An amount by what it is for."""

    pool: int
    fee: int
    staff: int
    bounty: int
    dues: int
    won: int = Field(description="Prizes paid out: negative, and positive where that is taken back.")


class Methods(Shape):
    """What was paid, less what was given back and what was paid out."""

    cash: int
    card: int
    voucher: int
    ticket: int
    transfer: int


class KindSold(Shape):
    """Items of one kind."""

    kind: str
    sold: int
    refunded: int
    amount: int
    parts: Parts


class Sold(Shape):
    """Items by kind, and in total."""

    kinds: list[KindSold]
    parts: Parts
    takings: int = Field(description="What was sold, less what was taken back; no prizes.")
    amount: int = Field(description="Takings less prizes paid out: what all methods add up to.")


class DrawerBoard(Shape):
    """A clerk's till for one shift."""

    drawer: int
    clerk: str
    currency: str
    places: int
    opened_at: int | None
    closed_at: int | None
    opening_float: int
    receipts: int
    expected: int | None = Field(description="Cash that should be there; null while it is counted blind.")
    counted: int | None
    difference: int | None


class CashMove(Shape):
    """Cash that was moved without a sale."""

    amount: int
    reason: str
    at: int | None


class CashCount(Shape):
    """Notes or coins of one value in a drawer, as they were counted."""

    value: int
    quantity: int
    amount: int


class DrawerReport(DrawerBoard):
    """A shift with all that was sold in it."""

    moves: list[CashMove]
    sold: Sold | None
    methods: Methods | None
    counts: list[CashCount] = Field(
        description="By note and coin, the largest first; empty where the total alone was counted."
    )


class ClerkSold(Shape):
    """Sales and payouts of an event by one clerk."""

    clerk: str
    receipts: int
    sold: int
    refunded: int
    takings: int
    won: int
    amount: int = Field(description="Takings less prizes paid out.")


class EventReport(Shape):
    """Income and payouts of an event."""

    seq: int
    tournament: int
    name: str
    currency: str
    places: int
    sold: Sold
    methods: Methods
    clerks: list[ClerkSold]


class ReceiptItem(Shape):
    """An item sold, or with negative amounts refunded."""

    item: int
    kind: str
    entry: int | None
    entry_number: int | None
    amount: int
    parts: Parts
    chips: int
    refunded: bool


class ReceiptPayment(Shape):
    """A payment, or with a negative amount a refund."""

    method: Way
    amount: int
    tendered: int | None
    change: int | None
    number: str | None


class ReceiptBoard(Shape):
    """A receipt, as it is printed."""

    receipt: int
    number: str
    at: int | None
    clerk: str
    by_other: str = Field(description="Who wrote it from this clerk's drawer; empty for the clerk.")
    drawer: int
    currency: str
    places: int
    player: int
    name: str
    tournament: int | None
    event: str
    corrects: str | None = Field(description="Number of the receipt it takes back.")
    reason: str
    amount: int
    items: list[ReceiptItem]
    payments: list[ReceiptPayment]


class VoucherOrTicket(Shape):
    """A voucher or a ticket."""

    number: str
    value: int
    currency: str
    places: int
    issued_at: int | None
    voided_at: int | None
    spent_on: str | None = Field(description="Number of the receipt it was spent on.")
    spent_at: int | None
    receipt: int | None


class VoucherBoard(VoucherOrTicket):
    """A voucher."""

    note: str
    valid_until: str | None = Field(description="The last day it pays; null for good.")
    expired: bool


class TicketBoard(VoucherOrTicket):
    """A ticket for one buy-in of one event."""

    player: int | None
    name: str
    won_in: str
