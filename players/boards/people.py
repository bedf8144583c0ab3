"""People in the back office: full records, lists and possible duplicates."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from typing import Any, TypedDict

from django.db.models import Q, QuerySet
from django.utils.timezone import localdate

from players.models import Ban, Membership, Partner, Player
from players.models.player import CONTACTS
from players.rules.age import age_on
from players.rules.duplicates import MOST, Match
from players.rules.player_fields import PLAYER_FIELDS, ReadContext, readable_fields
from players.services.bans import bans_on
from players.services.duplicates import find_matches, matches_each
from players.services.memberships import memberships_on
from players.services.partners import held_by
from players.services.records import living_records
from players.services.search import search_people
from tourney.access.roles import Actor, Permission
from tourney.models import Entry, Tournament
from tourney.now import room_now, to_ms
from tourney.rulebooks.books.schema import cite
from tourney.rulebooks.shelf import book_of

FILTERS = ("", "banned", "unconfirmed", "notes")


class PersonRow(TypedDict):
    """A person in a list."""

    id: int
    name: str
    nickname: str
    birth_date: str | None
    card: str
    banned: bool
    member: str
    unconfirmed: list[int]
    notes: bool


class Likely(TypedDict):
    """A record that may be the same person. `likeness` of the names in percent; `born` as in
    rules.duplicates.
    """

    player: int
    name: str
    nickname: str
    birth_date: str | None
    card: str
    photo: str
    likeness: int
    born: str


class ContactKept(TypedDict):
    """A contact on file; `value` is "" where the reader may not see it."""

    kind: str
    value: str
    consent_at: int | None
    consent_by: str


# --- lists ----------------------------------------------------------------------------------------------
def people(text: str = "", only: str = "") -> QuerySet[Player]:
    """Return people by parts of names, a card's number, a year or date of birth; names that start with the
    text come first.

    Args:
        text: what was typed; "" for everybody.
        only: one of FILTERS.
    """
    rows = living_records()
    today = localdate(room_now())
    if only == "banned":
        rows = rows.filter(pk__in=bans_on(today).values("player"))
    elif only == "unconfirmed":
        rows = rows.filter(pk__in=unconfirmed().values("player"))
    elif only == "notes":
        rows = rows.exclude(staff_notes="")
    return search_people(rows, text)


def unconfirmed() -> QuerySet[Membership]:
    """Return unconfirmed memberships that are valid today or later."""
    return Membership.objects.filter(
        confirmed_by="", voided_at__isnull=True, ends_on__gte=localdate(room_now()), player__demo=False
    )


def unconfirmed_in(event: Tournament) -> tuple[int, str]:
    """Return how many players of an event have an unconfirmed membership, and the rule that requires
    confirmation.

    `(0, "")` if the event's book does not require it (Five Spades 2.1).
    """
    book = book_of(event.book)
    policy = book.entering.membership
    if policy is None or not policy.board_confirms:
        return 0, ""
    inside = Entry.objects.filter(tournament=event, voided_at__isnull=True, out_at__isnull=True)
    # A confirmed season membership makes an unconfirmed day membership irrelevant.
    today = localdate(room_now())
    confirmed = memberships_on(today).exclude(confirmed_by="").values("player")
    partners = Partner.objects.filter(entry__in=inside).values("player")
    theirs = Q(player__in=inside.values("player")) | Q(player__in=partners)
    rows = unconfirmed().filter(theirs).exclude(player__in=confirmed)
    return rows.values("player").distinct().count(), cite(book, policy)


def listed(rows: Iterable[Player], by: Actor, context: ReadContext) -> list[PersonRow]:
    """Return the list rows of people, in three more queries.

    Args:
        rows: the people.
        by: the reader.
        context: whether a narrow search made the list.
    """
    found = list(rows)
    fields = readable_fields(by, context)
    today = localdate(room_now())
    keys = [row.pk for row in found]
    banned = set(bans_on(today).filter(player__in=keys).values_list("player", flat=True))
    # A season membership takes precedence over a day membership.
    members = dict(
        memberships_on(today).filter(player__in=keys).order_by("kind").values_list("player", "kind")
    )
    open_ones: dict[int, list[int]] = defaultdict(list)
    for key, membership in unconfirmed().filter(player__in=keys).values_list("player", "pk"):
        open_ones[key].append(membership)
    return [
        PersonRow(
            id=row.pk,
            name=row.name,
            nickname=row.nickname,
            birth_date=iso(row.birth_date) if "birth_date" in fields else None,
            card=row.card if "card" in fields else "",
            banned=row.pk in banned,
            member=members.get(row.pk, ""),
            unconfirmed=open_ones[row.pk],
            notes=bool(row.staff_notes),
        )
        for row in found
    ]


# --- one record -----------------------------------------------------------------------------------------
def record(player_id: int, by: Actor, context: ReadContext) -> dict[str, Any] | None:
    """Return what a reader may see of a record; None where there is no such record.

    Args:
        player_id: the record's player.
        by: the reader. What they may not see is null, and named in `hidden`.
        context: how they got to it.
    """
    row = Player.objects.filter(pk=player_id).first()
    if row is None:
        return None
    today = localdate(room_now())
    fields = readable_fields(by, context)
    personal = {name: getattr(row, name) if name in fields else None for name in PLAYER_FIELDS}
    born = personal["birth_date"]
    shows_contacts = context is ReadContext.OPENED or by.may(Permission.READ_PERSONAL_DATA)
    return {
        "id": row.pk,
        "name": row.name,
        "nickname": row.nickname,
        **personal,
        "birth_date": iso(born),
        "age": age_on(born, today) if born else None,
        "contacts": contacts_kept(row, by) if shows_contacts else [],
        "hidden": sorted(PLAYER_FIELDS.keys() - fields),
        "languages": row.languages.split(),
        "privacy": row.privacy,
        "created_at": to_ms(row.created_at),
        "merged_into": row.merged_into_id,
        "merged_from": list(row.merged_from.order_by("pk").values_list("pk", flat=True)),
        "anonymised_at": to_ms(row.anonymised_at),
        "entries": Entry.objects.filter(held_by(row), voided_at__isnull=True).count(),
        "memberships": [_membership(one, today) for one in row.memberships.all()],
        "bans": [_ban(one, today) for one in row.bans.all()],
    }


def contacts_kept(row: Player, by: Actor | None) -> list[ContactKept]:
    """Return which contacts an opened record holds: kind, value ("" where the reader may not see it),
    consent.

    Args:
        row: the record.
        by: the reader.
    """
    fields = readable_fields(by, ReadContext.OPENED)
    return [
        {
            "kind": contact,
            "value": getattr(row, contact) if contact in fields else "",
            "consent_at": to_ms(getattr(row, f"{contact}_consent_at")),
            "consent_by": getattr(row, f"{contact}_consent_by"),
        }
        for contact in CONTACTS
        if getattr(row, contact)
    ]


def _membership(row: Membership, today: date) -> dict[str, Any]:
    return {
        "id": row.pk,
        "kind": row.kind,
        "starts_on": row.starts_on.isoformat(),
        "ends_on": row.ends_on.isoformat(),
        "confirmed_by": row.confirmed_by,
        "voided": row.voided_at is not None,
        "holds": row.voided_at is None and row.starts_on <= today <= row.ends_on,
    }


def _ban(row: Ban, today: date) -> dict[str, Any]:
    over = row.ends_on is not None and row.ends_on < today
    return {
        "id": row.pk,
        "starts_on": row.starts_on.isoformat(),
        "ends_on": iso(row.ends_on),
        "reason": row.reason,
        "rule": row.rule,
        "lifted": row.lifted_at is not None,
        "holds": row.lifted_at is None and row.starts_on <= today and not over,
    }


def iso(day: date | None) -> str | None:
    """Return a day in ISO format."""
    return day.isoformat() if day else None


# --- possible duplicates ------------------------------------------------------------------------------------
def likely(
    name: str, born: date | None = None, besides: Iterable[int] = (), most: int = MOST, *, by: Actor | None
) -> list[Likely]:
    """Return records that may match the name being typed, likeliest first.

    Args:
        name: as it was typed so far; a single word is searched only together with a date of birth.
        born: the date of birth, None where it is not known.
        besides: records to leave out.
        most: maximum number.
        by: the reader; None for a reader without any permission.
    """
    fields = readable_fields(by, ReadContext.FOUND)
    matches = find_matches(name, born, besides, most)
    rows = living_records().in_bulk([one.player for one in matches])
    return [_likely(rows[one.player], one, fields) for one in matches if one.player in rows]


def likely_each(people: Iterable[tuple[str, date | None]], by: Actor) -> list[list[Likely]]:
    """Run `likely` for each of many people, such as the rows of a file, with less tolerance for misspelt
    names.

    Args:
        people: name and date of birth of each.
        by: the reader; a file may contain everybody, so it counts as a list and not as a search.
    """
    fields = readable_fields(by, ReadContext.BULK)
    found = matches_each(people)
    rows = living_records().in_bulk({one.player for matches in found for one in matches})
    return [
        [_likely(rows[one.player], one, fields) for one in matches if one.player in rows] for matches in found
    ]


def _likely(row: Player, one: Match, fields: frozenset[str]) -> Likely:
    return _compared(row, round(100 * one.name), one.born, fields)


def as_known(row: Player, by: Actor) -> Likely:
    """Return a record identified by its card as a certain match.

    Args:
        row: the record.
        by: the reader, who sees it as one row of a file.
    """
    return _compared(row, 100, "card", readable_fields(by, ReadContext.BULK))


def _compared(row: Player, likeness: int, born: str, fields: frozenset[str]) -> Likely:
    return Likely(
        player=row.pk,
        name=row.name,
        nickname=row.nickname,
        birth_date=iso(row.birth_date) if "birth_date" in fields else None,
        card=row.card if "card" in fields else "",
        photo=row.photo if "photo" in fields else "",
        likeness=likeness,
        born=born,
    )
