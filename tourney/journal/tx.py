"""What the body of an action may use."""

import functools
import secrets
import uuid
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import models
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from tourney.access.roles import Actor
from tourney.journal.bulk import insert_many
from tourney.journal.refused import Refused
from tourney.journal.row_images import differences, image, label
from tourney.models import Notice, Room, SealedSeed, Tournament

if TYPE_CHECKING:
    from tourney.rulebooks.books.schema import Book

Row = TypeVar("Row", bound=models.Model)


def _is_among(seen: set[tuple[type, Any]], value: Any) -> bool:
    """Whether a value was looked at already: 1, True and 1.0 are one key of a dict, but not the same value."""
    return isinstance(value, Hashable) and (type(value), value) in seen


def _one_of(rows: models.QuerySet[Row], lookup: dict[str, Any]) -> Row:
    try:
        return rows.get(**lookup)
    except ObjectDoesNotExist:
        name = str(rows.model._meta.verbose_name)
        raise Refused("not_found", _("Not found: %(what)s.") % {"what": name}) from None


@functools.cache
def _pointers(model: type[models.Model]) -> frozenset[str]:
    """Columns that point at other rows."""
    return frozenset(field.name for field in model._meta.concrete_fields if field.is_relation)


class Tx:
    """One action's hands on the rows. Rows change only through it, which is how the journal knows before and after.

    Attributes:
        actor: who asked.
        now: the room's time, in whole milliseconds.
        moment: when it counts from: `now`, or for a due moment taken late the time it was due.
    """

    def __init__(self, scope: Tournament | Room, actor: Actor, now: datetime, due: datetime | None) -> None:
        self._scope = scope
        self.actor = actor
        self.now = now
        self.moment = due or now
        self.rule = ""
        self.changes: list[dict[str, Any]] = []
        self.boards: set[str] = set()
        # Players whose own boards this changes.
        self.players: set[int] = set()
        self.followers: list[Callable[[], None]] = []
        self.undoes: int | None = None
        # Kinds of work that were asked for already, so that a body may ask as often as it likes.
        self.asked: set[str] = set()

    @property
    def is_of_tournament(self) -> bool:
        """Whether this happens in a tournament, not in the room's own journal."""
        return isinstance(self._scope, Tournament)

    @property
    def tournament(self) -> Tournament:
        """The tournament this happens in, locked."""
        if not isinstance(self._scope, Tournament):
            raise TypeError("This action belongs to the room, not to a tournament.")
        return self._scope

    @property
    def room(self) -> Room:
        """The room, locked if the action belongs to it."""
        return self._scope if isinstance(self._scope, Room) else Room.objects.get(id=1)

    @property
    def book(self) -> "Book":
        """The rulebook of the tournament."""
        from tourney.rulebooks.shelf import book_of

        return book_of(self.tournament.book)

    def get(self, model: type[Row], **lookup: Any) -> Row:
        """One row.

        Raises:
            Refused: there is none (`not_found`).
        """
        return _one_of(model._default_manager.all(), lookup)

    def lock(self, model: type[Row], **lookup: Any) -> Row:
        """One row that belongs to another scope, locked until the transaction ends: what is decided by how it
        stands now holds until then.

        Raises:
            Refused: there is none (`not_found`).
        """
        return _one_of(model._default_manager.select_for_update(), lookup)

    def create(self, model: type[Row], **columns: Any) -> Row:
        """Add a row. Raises Refused (`bad_value`) when a column's own check fails.

        The database alone looks whether the rows it points at are there.
        """
        row = model(**columns)
        self._check(row, _pointers(model))
        row.save(force_insert=True)
        self.changes.append({"model": label(model), "pk": row.pk, "before": None, "after": image(row)})
        return row

    def create_many(self, rows: Sequence[Row]) -> list[Row]:
        """Add many rows of one model at once, in one go for the database. As `create` otherwise."""
        self._check_many(rows)
        made = insert_many(rows)
        self.changes += [
            {"model": label(type(row)), "pk": row.pk, "before": None, "after": image(row)} for row in made
        ]
        return made

    def save(self, row: models.Model, **columns: Any) -> None:
        """Change columns of a row, and note before and after. What does not differ is no change."""
        before = image(row)
        for name, value in columns.items():
            setattr(row, name, value)
        old, new = differences(before, image(row))
        if not new:
            return
        self._check(row, _pointers(type(row)))
        row.save(update_fields=list(columns))
        self.changes.append({"model": label(type(row)), "pk": row.pk, "before": old, "after": new})

    def save_many(self, rows: Sequence[models.Model], **columns: Any) -> None:
        """Change the same columns of many rows of one model to the same values, in one go for the database."""
        changed = []
        for row in rows:
            before = image(row)
            for name, value in columns.items():
                setattr(row, name, value)
            old, new = differences(before, image(row))
            if new:
                self._check(row, {one.name for one in row._meta.concrete_fields if one.name not in columns})
                changed.append({"model": label(type(row)), "pk": row.pk, "before": old, "after": new})
        if changed:
            keys = [change["pk"] for change in changed]
            type(rows[0])._default_manager.filter(pk__in=keys).update(**columns)
        self.changes += changed

    def delete(self, row: models.Model) -> None:
        """Take a row away; the journal keeps its picture. Raises Refused (`in_use`) while others need it."""
        picture = image(row)
        pk = row.pk
        try:
            row.delete()
        except ProtectedError:
            raise Refused("in_use", _("This is still in use and can’t be removed.")) from None
        self.changes.append({"model": label(type(row)), "pk": pk, "before": picture, "after": None})

    def delete_many(self, rows: Sequence[models.Model]) -> None:
        """Take many rows of one model away, in one go for the database. As `delete` otherwise."""
        if len(rows) < 2:
            for row in rows:
                self.delete(row)
            return
        pictures = [(row.pk, image(row)) for row in rows]
        try:
            for first in range(0, len(rows), 500):
                keys = [row.pk for row in rows[first : first + 500]]
                type(rows[0])._default_manager.filter(pk__in=keys).delete()
        except ProtectedError:
            raise Refused("in_use", _("This is still in use and can’t be removed.")) from None
        name = label(type(rows[0]))
        self.changes += [{"model": name, "pk": pk, "before": old, "after": None} for pk, old in pictures]

    def cite(self, rule: str) -> None:
        """Put the rule the decision rests on onto the line."""
        self.rule = rule

    def touch(self, *boards: str) -> None:
        """Name boards that this action changes, besides those the action always changes."""
        self.boards.update(boards)

    def touch_players(self, *players: int) -> None:
        """Name players whose own phones have to hear of this."""
        self.players.update(players)

    def notify(self, player: int, kind: str, **values: Any) -> None:
        """Tell a player something on the phone, even when the page is closed.

        Args:
            player: who.
            kind: see `Notice.kind`.
            values: what the words need, such as table and seat.
        """
        tournament = self._scope if isinstance(self._scope, Tournament) else None
        self.create(Notice, player_id=player, tournament=tournament, kind=kind, values=values, at=self.now)
        self.touch_players(player)

    def notify_many(self, kind: str, values: Mapping[int, dict[str, Any]]) -> None:
        """Tell many players at once, as `tell` does.

        Args:
            kind: see `Notice.kind`.
            values: what the words need, by player.
        """
        tournament = self._scope if isinstance(self._scope, Tournament) else None
        self.create_many(
            [
                Notice(player_id=player, tournament=tournament, kind=kind, values=words, at=self.now)
                for player, words in values.items()
            ]
        )
        self.touch_players(*values)

    def on_commit(self, follower: Callable[[], None], *, once: str = "") -> None:
        """Call something once all is committed. It must be findable in the database again if it gets lost.

        Args:
            once: what it is, where asking for it several times within an action is asking for it once.
        """
        if once and once in self.asked:
            return
        self.asked.add(once)
        self.followers.append(follower)

    def seal_seed(self) -> str:
        """Take a fresh seed from the system's chance and lock it away.

        Returns:
            The SHA-256 of the seed in hexadecimal digits, to be shown before the draw.
        """
        from tourney.rules.randomness import digest_of

        seed = secrets.token_hex(32)
        digest = digest_of(seed)
        SealedSeed.objects.create(digest=digest, seed=seed)
        return digest

    def open_seed(self, digest: str) -> str:
        """The seed behind a published digest, for the draw; from now on it is public."""
        return SealedSeed.objects.get(digest=digest).seed

    def new_id(self) -> uuid.UUID:
        """A fresh random identifier."""
        return uuid.uuid4()

    def _check_many(self, rows: Sequence[models.Model]) -> None:
        """As `_check`, each value of a column once: what a draw writes for thousands has few different ones."""
        if not rows:
            return
        pointers = _pointers(type(rows[0]))
        columns = [one for one in rows[0]._meta.concrete_fields if one.name not in pointers]
        seen: dict[str, set[tuple[type, Any]]] = {one.name: set() for one in columns}
        for row in rows:
            fresh = [
                one
                for one in columns
                if not (
                    _is_among(seen[one.name], value := getattr(row, one.attname))
                    # What is no JSON can't be put into the row either, and says so there.
                    or (value and isinstance(one, models.JSONField))
                )
            ]
            if not fresh:
                continue
            before = [getattr(row, one.attname) for one in fresh]
            self._check(row, pointers | {one.name for one in columns if one not in fresh})
            for one, value in zip(fresh, before, strict=True):
                # What the check has changed it has to change in every row.
                if getattr(row, one.attname) is value and isinstance(value, Hashable):
                    seen[one.name].add((type(value), value))

    @staticmethod
    def _check(row: models.Model, exclude: Collection[str] | None = None) -> None:
        try:
            row.clean_fields(exclude=exclude)
        except ValidationError as error:
            fields = {name: " ".join(messages) for name, messages in error.message_dict.items()}
            raise Refused("bad_value", " ".join(fields.values()), fields=fields) from None
