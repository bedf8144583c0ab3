"""Commands that merge two player records and import many at once."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from django.apps import apps
from django.db import models
from django.db.models import Q
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import BaseModel, ConfigDict, Field

from desk.commands.players import lock_open_events
from desk.models import Booking
from desk.models.booking import OPEN
from seating.models import Apart
from tourney.access.roles import Permission
from tourney.commands import players as people
from tourney.commands.contact_details import Email, Phone, contact_columns, without_contact
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.live.publish import publish, tell_hubs
from tourney.models import Entry, JournalEntry, Player, Token, Tournament
from tourney.models.player import CONTACTS

MOST_ROWS = 2000
_CONTACT_ARGUMENTS = ("email", "phone", "contact_consent")
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
        raise Refused("same_record", _("A record can't be merged into itself."))
    lock_open_events()
    goes, stays = people.living(tx, player), people.living(tx, into)
    _not_both_inside(goes, stays)
    names = {"gone": goes.name, "stays": stays.name}
    events = _events_of(goes)
    _number_entries_on(tx, goes, stays)
    _move_pairs(tx, goes, stays)
    # Phones that show the merged record reload and find the kept one.
    phones = [f"token:{pk}" for pk in Token.objects.filter(player=goes).values_list("pk", flat=True)]
    tx.on_commit(lambda: tell_hubs({"close": phones}))
    for row, column in _pointing_at(goes):
        tx.save(row, **{column: stays.pk})
    _take_over(tx, goes, stays)
    tx.save(goes, merged_into=stays)
    tx.touch_players(goes.pk, stays.pk)
    if events:
        # Names on these events' displays may change although the events do not.
        tx.on_commit(lambda: _show_names(events))
    return names


def _not_both_inside(goes: Player, stays: Player) -> None:
    """Refuse a merge that would give one person two places in one event."""
    inside = Entry.objects.filter(out_at__isnull=True, voided_at__isnull=True)
    listed = Booking.objects.filter(state__in=OPEN)

    def places(player: Player) -> Q:
        return Q(pk__in=inside.filter(player=player).values("tournament")) | Q(
            pk__in=listed.filter(player=player).values("tournament")
        )

    both = Tournament.objects.filter(places(goes)).filter(places(stays)).first()
    if both is not None:
        message = _("Both are in “%(event)s”. Remove one of them from it first.")
        raise Refused("both_inside", message % {"event": both.name})


def _number_entries_on(tx: Tx, goes: Player, stays: Player) -> None:
    """Renumber entries in shared events: those of the merged record come last."""
    shared = Entry.objects.filter(player=stays).values("tournament")
    for entry in Entry.objects.filter(player=goes, tournament__in=shared).order_by("tournament", "number"):
        taken = Entry.objects.filter(player=stays, tournament=entry.tournament_id)
        last = taken.aggregate(last=models.Max("number"))["last"]
        tx.save(entry, player_id=stays.pk, number=last + 1)


def _move_pairs(tx: Tx, goes: Player, stays: Player) -> None:
    """Move the pairs to keep apart. A pair is stored once, in the order of its ids."""
    for pair in Apart.objects.filter(Q(one=goes) | Q(other=goes)).order_by("pk"):
        partner = pair.other_id if pair.one_id == goes.pk else pair.one_id
        one, other = sorted((partner, stays.pk))
        if one == other or Apart.objects.filter(one=one, other=other).exists():
            tx.delete(pair)
        else:
            tx.save(pair, one_id=one, other_id=other)


def _pointing_at(goes: Player) -> Iterator[tuple[models.Model, str]]:
    """Return every row that points at a record, with the column, in any app."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.related_model is Player:
                for row in model._default_manager.filter(**{field.attname: goes.pk}).order_by("pk"):
                    yield row, field.attname


def _events_of(player: Player) -> list[int]:
    """Return open events whose displays may show the player's name."""
    entered = Entry.objects.filter(player=player).values("tournament")
    booked = Booking.objects.filter(player=player).values("tournament")
    rows = Tournament.objects.filter(Q(pk__in=entered) | Q(pk__in=booked), closed_at__isnull=True)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _show_names(events: list[int]) -> None:
    for pk, seq in Tournament.objects.filter(pk__in=events).values_list("pk", "seq"):
        publish(f"t{pk}", seq, ["waiting_list", "seating"])


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
        # What does not fit any more is still read in the record to merge.
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


class ImportedPlayer(BaseModel):
    """One checked row of a file, with the decision on it."""

    model_config = ConfigDict(extra="forbid", strict=True)
    do: Annotated[Literal["add", "change"], Field(description="add a record, or correct the one of `player`")]
    player: Id | None = None
    name: people.Name
    # Fields left out or null were not in the file and stay unchanged in a corrected record.
    nickname: people.Nickname | None = None
    birth_date: people.BirthDate | None = None
    card: people.Card | None = None
    languages: people.Languages | None = None
    needs_access: people.NeedsAccess | None = None
    needs: people.Needs | None = None
    staff_notes: people.StaffNotes | None = None
    privacy: people.Privacy | None = None
    email: Email | None = None
    phone: Phone | None = None
    # Whether the person has consented that these two are kept.
    contact_consent: bool | None = None


def _says_import(line: JournalEntry) -> str:
    answer = line.answer or {}
    added, changed = answer.get("added", 0), answer.get("changed", 0)
    return " · ".join(
        [
            ngettext("Imported %(n)s player", "Imported %(n)s players", added) % {"n": added},
            ngettext("corrected %(n)s", "corrected %(n)s", changed) % {"n": changed},
        ]
    )


@command("player.import", permission=Permission.EDIT_PLAYERS, scope="room", summary=_says_import)
def import_players(
    tx: Tx, rows: Annotated[list[ImportedPlayer], Field(min_length=1, max_length=MOST_ROWS)]
) -> Any:
    """Add many players at once and correct others, all or none.

    Args:
        rows: the rows of the file, each with its decision.
    """
    importer = Importer(tx)
    for number, row in enumerate(rows):
        try:
            importer.put_row(row)
        except Refused as wrong:
            fields = {f"rows.{number}.{name}": sentence for name, sentence in wrong.fields.items()}
            text = _("Row %(row)s: %(why)s") % {"row": number + 1, "why": wrong.message}
            raise Refused(wrong.code, text, wrong.rule, fields) from None
    return {"added": len(importer.finish()), "changed": importer.changed}


class Importer:
    """Adds and corrects records within a command, row by row.

    Attributes:
        changed: how many records were corrected.
    """

    def __init__(self, tx: Tx) -> None:
        self.changed = 0
        self._tx, self._today = tx, localdate(tx.now)
        self._new: list[Player] = []
        # Row number by card.
        self._cards: dict[str, int] = {}
        self._rows = 0

    def put(self, row: Mapping[str, Any]) -> None:
        """Add a row given as a mapping; see `put_row`."""
        self.put_row(ImportedPlayer.model_validate(row))

    def put_row(self, row: ImportedPlayer) -> None:
        """Add a row. `finish` writes new records.

        Raises:
            Refused: a field is invalid (named in the refusal); the row changes nothing.
        """
        self._rows += 1
        stated = row.model_dump(exclude={"do", "player", *_CONTACT_ARGUMENTS}, exclude_none=True)
        contacts = (row.email or "", row.phone or "", bool(row.contact_consent))
        columns = people.columns_of(stated, self._today)
        card = columns.get("card", "")
        if card and card in self._cards:
            text = _("Row %(row)s has the same card.") % {"row": self._cards[card]}
            raise Refused("card_taken", text, fields={"card": text})
        if row.do == "add":
            people.card_is_free(columns, None)
            columns |= contact_columns(self._tx, None, *contacts, "contact_consent")
            self._new.append(Player(**columns, created_at=self._tx.now))
        else:
            self.changed += _correct(self._tx, row.player, columns, contacts)
        if card:
            self._cards[card] = self._rows

    def finish(self) -> list[Player]:
        """Write the new records, and return them."""
        return self._tx.create_many(self._new) if self._new else []


def _correct(tx: Tx, player: int | None, columns: dict[str, Any], contacts: tuple[str, str, bool]) -> int:
    """Correct a record; return 1 if it changed."""
    if player is None:
        text = _("Choose the record to correct.")
        raise Refused("bad_argument", text, fields={"player": text})
    row = people.living(tx, player)
    people.card_is_free(columns, row.pk)
    columns |= contact_columns(tx, row, *contacts, "contact_consent")
    before = len(tx.changes)
    tx.save(row, **columns)
    return len(tx.changes) - before
