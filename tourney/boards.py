"""Nouns of the ground floor."""

from typing import TypedDict

from tourney.models import ChipSet, Player, Room, Token, User
from tourney.now import to_ms
from tourney.people_search import search_people


class PersonBoard(TypedDict):
    """A login."""

    id: int
    username: str
    role: str
    active: bool


class TokenBoard(TypedDict):
    """A token, without its secret."""

    id: int
    label: str
    role: str
    created_at: int | None
    revoked: bool


class PlayerBoard(TypedDict):
    """A player."""

    id: int
    name: str
    nickname: str


def room() -> dict[str, object]:
    """The room: how it is called and what new events begin with."""
    row = Room.objects.filter(id=1).first() or Room()
    return {
        "seq": row.seq,
        "name": row.name,
        "currency": row.currency,
        "language": row.language,
        "book": row.book,
        "accent": row.accent,
    }


def people() -> list[PersonBoard]:
    """All logins."""
    rows = User.objects.order_by("username")
    return [
        PersonBoard(id=row.pk, username=row.username, role=row.role, active=row.is_active) for row in rows
    ]


def tokens() -> list[TokenBoard]:
    """All tokens, newest first; those of retired screens included."""
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


def players(text: str = "", most: int = 100) -> list[PlayerBoard]:
    """Players in whom every word of a text is found: parts of names, a card's number, a year or date of birth.

    Records that were merged into others or anonymised are left out.
    """
    rows = Player.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True, demo=False)
    found = search_people(rows, text)[:most]
    return [PlayerBoard(id=row.pk, name=row.name, nickname=row.nickname) for row in found]


def chip_sets() -> list[dict[str, object]]:
    """All cases of chips with their denominations."""
    return [
        {
            "id": row.pk,
            "name": row.name,
            "chips": [
                {"value": chip.value, "face": chip.face, "edge": chip.edge} for chip in row.chips.all()
            ],
        }
        for row in ChipSet.objects.prefetch_related("chips")
    ]
