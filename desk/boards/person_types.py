"""Types of what the desk reads about one person. Amounts are in minor units, times in milliseconds."""

from typing import Literal, TypedDict

from players.boards.people import ContactKept


class Refusal(TypedDict):
    """Why a command would be refused."""

    code: str
    message: str
    rule: str


class Needs(TypedDict):
    """What a player who may enter still needs: an ID check, or a membership sold with the entry."""

    id: Refusal | None
    membership: Refusal | None


class ExtraOffer(TypedDict):
    """A rebuy or an add-on as sold to a player; `binds` cites the rule by which an announced one is binding."""

    price: int
    chips: int
    stack_most: int | None
    two: bool
    binds: str


class Chances(TypedDict):
    """What the desk can do for a player at an event; see `chances`."""

    refused: dict[str, Refusal]
    needs: Needs
    memberships: list[Literal["day", "season"] | None]
    wants: Literal["entry", "re_entry", "surrender"]
    extras: dict[str, ExtraOffer]


class BanAtDesk(TypedDict):
    """A ban in force."""

    until: str | None
    reason: str
    rule: str


class MembershipAtDesk(TypedDict):
    """The membership that counts at an event."""

    membership: int
    kind: str
    until: str
    confirmed: bool
    confirmed_by: str


class BookingAtDesk(TypedDict):
    """A player's open or lapsed booking; `partner` is the other player of a team, and `with_partner` the name."""

    booking: int
    partner: int | None
    with_partner: str
    state: str
    wants: str
    checked_in: bool
    id_seen_by: str
    missed: bool
    here: bool
    until: int | None
    calls: int


# `in` is no name of a Python attribute.
EntryAtDesk = TypedDict(
    "EntryAtDesk",
    {
        "entry": int,
        "number": int,
        "kind": str,
        "in": bool,
        "table": int | None,
        "seat": int | None,
        "bought": list[str],
    },
)


class ItemAtDesk(TypedDict):
    """An item of a sale; `binds`: an announced rebuy, which is not refunded."""

    item: int
    kind: str
    amount: int
    entry: int | None
    refunded: bool
    chips: int
    binds: bool


class PaidByVoucher(TypedDict):
    """What was paid by vouchers and tickets and not refunded."""

    voucher: int
    ticket: int


class ReceiptAtDesk(TypedDict):
    """A sale to the player; how it was paid only if the reader may read the receipt (`printable`)."""

    receipt: int
    number: str
    drawer: int
    printable: bool
    at: int | None
    clerk: str
    items: list[ItemAtDesk]
    methods: list[str]
    by_voucher: PaidByVoucher


class TicketAtDesk(TypedDict):
    """A ticket of the player for the event."""

    number: str
    value: int


class Dues(TypedDict):
    """Price of a membership in the currency of the event; null where it is not sold there."""

    season: int | None
    day: int | None
    rule: str


class Elsewhere(TypedDict):
    """Where a player is in play in another event now.

    `bagged`: chips of the stack, if it is in a bag because the day is over there; null: the event is played.
    """

    tournament: int
    name: str
    bagged: int | None
    table: int | None
    seat: int | None


class BuysBack(TypedDict):
    """The entry that a rebuy brings back into play, and the seat held for it."""

    entry: int
    table: int | None
    seat: int | None
    until: int | None


class PersonInEvent(Chances):
    """A person's state in an event, and what the desk can do there.

    `team_with`: with whom they share an entry, here or in another flight; `team_of`: the id of that player if the
    team's entries are sold to them.
    """

    tournament: int
    registered: bool
    currency: str
    places: int
    booking: BookingAtDesk | None
    entries: list[EntryAtDesk]
    team_with: str
    team_of: int | None
    receipts: list[ReceiptAtDesk]
    tickets: list[TicketAtDesk]
    dues: Dues | None
    stack: int
    elsewhere: list[Elsewhere]
    buys_back: BuysBack | None


class OpenDrawer(TypedDict):
    """An open drawer, without its cash."""

    drawer: int
    clerk: str
    currency: str
    own: bool


class PersonFields(TypedDict):
    """A person's record, as far as the reader may see it."""

    player: int
    name: str
    nickname: str
    born: str | None
    age: int | None
    card: str
    languages: list[str]
    needs_access: bool
    needs: str
    notes: str
    photo: str
    contacts: list[ContactKept]


class Person(PersonFields):
    """A person at the desk, with their state in an event."""

    bans: list[BanAtDesk]
    membership: MembershipAtDesk | None
    event: PersonInEvent | None
    drawers: list[OpenDrawer]


class VoucherAtEvent(TypedDict):
    """A voucher or ticket by its number, and why it does not pay; `method` is "" where there is none."""

    method: Literal["", "voucher", "ticket"]
    number: str
    value: int
    currency: str
    good: bool
    why: str


class RefundByOther(TypedDict):
    """A refund that another login paid from a clerk's drawer."""

    receipt: int
    number: str
    name: str
    by: str
    at: int | None
    amount: int
    cash: int
    currency: str
    places: int
