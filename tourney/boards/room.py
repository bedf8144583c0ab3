"""Boards of the core."""

from collections import defaultdict

from msgspec import Struct

from tourney.access import reads
from tourney.access.login_policy import login_policy
from tourney.access.roles import Permission
from tourney.live.resources import resource
from tourney.models import Authenticator, ChipSet, Room, Token, User
from tourney.now import to_ms


class PersonBoard(Struct, frozen=True):
    """A login.

    Attributes:
        factors: kinds of its second factors: "app", "passkey".
        lacks_factor: whether its role needs a second factor and it has none.
    """

    id: int
    username: str
    role: str
    active: bool
    factors: list[str]
    lacks_factor: bool


class TokenBoard(Struct, frozen=True):
    """A token, without its secret."""

    id: int
    label: str
    role: str
    created_at: int | None
    revoked: bool


class RoomBoard(Struct, frozen=True):
    """The room, and defaults for new events.

    Attributes:
        currency: ISO 4217 code.
    """

    seq: int
    name: str
    currency: str
    language: str
    book: str
    accent: str


class ChipOfSet(Struct, frozen=True):
    """A denomination, the colours of its face and edge spots, and how many the cases hold (null: not counted)."""

    value: int
    face: str
    edge: str
    owned: int | None = None


class ChipSetBoard(Struct, frozen=True):
    """A chip set."""

    id: int
    name: str
    chips: list[ChipOfSet]


@resource("/room", "read_room", permission=Permission.SEE_STAFF)
def room() -> RoomBoard:
    """Show the room, and defaults for new events."""
    row = Room.objects.filter(id=1).first() or Room()
    return RoomBoard(
        seq=row.seq,
        name=row.name,
        currency=row.currency,
        language=row.language,
        book=row.book,
        accent=row.accent,
    )


@resource("/people", "read_people", permission=reads.LOGINS)
def people() -> list[PersonBoard]:
    """List all logins."""
    policy = login_policy()
    factors: defaultdict[int, set[str]] = defaultdict(set)
    for user, kind in Authenticator.objects.values_list("user", "kind"):
        factors[user].add(kind)
    return [
        PersonBoard(
            id=row.pk,
            username=row.username,
            role=row.role,
            active=row.is_active,
            factors=sorted(factors[row.pk]),
            lacks_factor=policy.needs_factor(row.role) and not factors[row.pk],
        )
        for row in User.objects.order_by("username")
    ]


@resource("/tokens", "read_tokens", permission=reads.LOGINS)
def tokens() -> list[TokenBoard]:
    """List all tokens, without their secrets.

    Newest first, including those of retired displays.
    """
    return [
        TokenBoard(
            id=row.pk,
            label=row.label,
            role=row.role,
            created_at=to_ms(row.created_at),
            revoked=row.revoked_at is not None,
        )
        for row in Token.objects.order_by("-id")
    ]


@resource("/chip-sets", "read_chip_sets", permission=Permission.SEE_STAFF)
def chip_sets() -> list[ChipSetBoard]:
    """List the room's chip sets."""
    return [
        ChipSetBoard(
            id=row.pk,
            name=row.name,
            chips=[ChipOfSet(chip.value, chip.face, chip.edge, chip.owned) for chip in row.chips.all()],
        )
        for row in ChipSet.objects.prefetch_related("chips")
    ]
