"""Command that merges two records of the same player."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from players.models import Partner, Player
from players.models.player import CONTACTS
from players.services.contact_details import without_contact
from players.services.events import events_of, lock_open_events
from players.services.records import living
from players.signals import Merge, NamesChanged, before_merge, names_changed
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.live.publish import tell_hubs
from tourney.models import Entry, Token, Tournament

# From the most open to the most private.
_PRIVACY = ("full", "nickname", "short")


@command(
    "player.merge",
    permission=Permission.EDIT_PLAYERS,
    scope="room",
    summary=lazy("Merged the record of %(gone)s into %(stays)s"),
)
def merge_players(tx: Tx, player: Id, into: Id) -> Any:
    """Merge two records of the same person.

    Everything that belongs to the first record (entries, bookings, receipts, memberships, bans, links,
    notices, tickets) moves to the second, which also takes over data it lacks. The first record stays
    and points to the second.

    Args:
        player: the record to merge.
        into: the record to keep.
    """
    if player == into:
        raise Refused("same_record", _("A record can’t be merged into itself."))
    return merge_records(tx, living(tx, player), living(tx, into))


def merge_records(tx: Tx, goes: Player, stays: Player) -> dict[str, str]:
    """Merge a record into another one; see `player.merge`."""
    lock_open_events()
    _not_one_team(goes, stays)
    _not_both_inside(goes, stays)
    names = {"gone": goes.name, "stays": stays.name}
    # Before any row moves: receivers find the rows of both records.
    before_merge.send(Merge(tx, goes, stays))
    _number_entries_on(tx, goes, stays)
    # Phones that show the merged record reload and find the kept one.
    phones = [f"token:{pk}" for pk in Token.objects.filter(player=goes).values_list("pk", flat=True)]
    tx.on_commit(lambda: tell_hubs({"close": phones}))
    for row, column in _pointing_at(goes):
        tx.save(row, **{column: stays.pk})
    _take_over(tx, goes, stays)
    tx.save(goes, merged_into=stays)
    tx.touch_players(goes.pk, stays.pk)
    names_changed.send(NamesChanged(tx))
    return names


def _not_both_inside(goes: Player, stays: Player) -> None:
    """Refuse a merge that would give one person two places in one event."""
    events = events_of([goes.pk, stays.pk])
    both = Tournament.objects.filter(pk__in=events[goes.pk] & events[stays.pk]).order_by("pk").first()
    if both is not None:
        message = _("Both are in “%(event)s”. Remove one of them from it first.")
        raise Refused("both_inside", message % {"event": both.name})


def _not_one_team(goes: Player, stays: Player) -> None:
    """Refuse to merge two records that share an entry: a team is two different players."""
    pair = {goes.pk, stays.pk}
    row = Partner.objects.filter(
        player__in=pair, entry__player__in=pair, entry__voided_at__isnull=True
    ).select_related("tournament")
    found = row.order_by("pk").first()
    if found is not None:
        message = _("Both share an entry in “%(event)s”, so they are two different players.")
        raise Refused("same_team", message % {"event": found.tournament.name})


def _number_entries_on(tx: Tx, goes: Player, stays: Player) -> None:
    """Renumber entries in shared events: those of the merged record come last."""
    shared = Entry.objects.filter(player=stays).values("tournament")
    for entry in Entry.objects.filter(player=goes, tournament__in=shared).order_by("tournament", "number"):
        taken = Entry.objects.filter(player=stays, tournament=entry.tournament_id)
        last = taken.aggregate(last=models.Max("number"))["last"]
        tx.save(entry, player_id=stays.pk, number=last + 1)


def _pointing_at(goes: Player) -> Iterator[tuple[models.Model, str]]:
    """Return every row that points at a record, with the column, in any app."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.related_model is Player:
                for row in model._default_manager.filter(**{field.attname: goes.pk}).order_by("pk"):
                    yield row, field.attname


def _take_over(tx: Tx, goes: Player, stays: Player) -> None:
    """Copy data that the kept record lacks; its own data takes precedence."""
    learnt: dict[str, Any] = {}
    for column in ("nickname", "birth_date", "needs", "photo"):
        if not getattr(stays, column) and getattr(goes, column):
            learnt[column] = getattr(goes, column)
    languages = dict.fromkeys([*stays.languages.split(), *goes.languages.split()])
    learnt["languages"] = _fitting(languages, 60)
    learnt["needs_access"] = stays.needs_access or goes.needs_access
    learnt["privacy"] = max(stays.privacy, goes.privacy, key=_PRIVACY.index)
    if goes.staff_notes and goes.staff_notes not in stays.staff_notes:
        notes = f"{stays.staff_notes}\n{goes.staff_notes}".strip()
        # Notes that no longer fit remain readable in the merged record.
        learnt["staff_notes"] = notes if len(notes) <= 2000 else stays.staff_notes
    if goes.card and not stays.card:
        learnt["card"] = goes.card
        tx.save(goes, card="")
    learnt |= _contacts_taken_over(tx, goes, stays)
    tx.save(stays, **learnt)


def _contacts_taken_over(tx: Tx, goes: Player, stays: Player) -> dict[str, Any]:
    """Move contacts with their consent; none stays in the merged record, where it could not be withdrawn."""
    learnt: dict[str, Any] = {}
    for contact in CONTACTS:
        without = without_contact(contact)
        if getattr(goes, contact):
            if not getattr(stays, contact):
                learnt |= {column: getattr(goes, column) for column in without}
            tx.save(goes, **without)
    return learnt


def _fitting(words: dict[str, None], most: int) -> str:
    text = ""
    for word in words:
        longer = f"{text} {word}".strip()
        if len(longer) > most:
            break
        text = longer
    return text
