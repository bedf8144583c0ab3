"""The interface to the database for a command's body."""

import functools
import secrets
import uuid
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from tourney.access.roles import Actor
from tourney.journal.bulk import insert_many
from tourney.journal.refused import Refused
from tourney.journal.row_images import differences, image, label
from tourney.journal.shared_entries import OF_BOOKINGS, partners_in
from tourney.models import Notice, Room, SealedSeed, Tournament
from tourney.services.prepared_query import PreparedQuery, can_vary
from tourney.services.prepared_writes import delete, insert, update

if TYPE_CHECKING:
    from tourney.rulebooks.books.schema import Book

Row = TypeVar("Row", bound=models.Model)


def _is_among(seen: set[tuple[type, Any]], value: Any) -> bool:
    """Return whether a value was seen already: 1, True and 1.0 are equal as dict keys, but not the same
    value.
    """
    return isinstance(value, Hashable) and (type(value), value) in seen


# By model, names of the columns, constants among their values, and whether rows are locked.
_lookups: dict[tuple[Any, ...], PreparedQuery[Any]] = {}


def _one_of(
    model: type[Row], lookup: dict[str, Any], *, locked: bool = False, select_related: tuple[str, ...] = ()
) -> Row:
    """Return the row with these values.

    Raises:
        Refused: there is none (`not_found`).
        LookupError: there are several.
    """
    values = {name: one.pk if isinstance(one, models.Model) else one for name, one in lookup.items()}
    varying = {name: one for name, one in values.items() if can_vary(one)}
    found: list[Row]
    if all(one is None or isinstance(one, bool) for name, one in values.items() if name not in varying):
        constants = {name: one for name, one in values.items() if name not in varying}
        key = (model, tuple(varying), tuple(constants.items()), locked, select_related)
        query = _lookups.get(key)
        if query is None:
            query = _lookups[key] = _lookup(model, tuple(varying), constants, locked, select_related)
        found = query.all(*varying.values())
    else:
        found = list(_rows_of(model, locked, select_related).filter(**values)[:2])
    if len(found) > 1:
        raise LookupError(f"Several rows of {model.__name__} for {lookup}")
    if not found:
        name = str(model._meta.verbose_name)
        raise Refused("not_found", _("Not found: %(what)s. It may have been removed.") % {"what": name})
    return found[0]


def _rows_of(model: type[Row], locked: bool, select_related: tuple[str, ...] = ()) -> models.QuerySet[Row]:
    manager = model._default_manager
    rows = manager.select_for_update() if locked else manager.all()
    return rows.select_related(*select_related) if select_related else rows


def _lookup(
    model: type[Row],
    names: tuple[str, ...],
    constants: Mapping[str, Any],
    locked: bool,
    select_related: tuple[str, ...],
) -> PreparedQuery[Row]:
    def rows(*given: Any) -> models.QuerySet[Row]:
        wanted = dict(zip(names, given, strict=True))
        return _rows_of(model, locked, select_related).filter(**constants, **wanted)[:2]

    return PreparedQuery(rows)


@functools.cache
def _pointers(model: type[models.Model]) -> frozenset[str]:
    """Return the columns that reference other rows."""
    return frozenset(field.name for field in model._meta.concrete_fields if field.is_relation)


class Tx:
    """Record the row changes of one command. Rows change only through it, so the journal knows before and
    after.

    Attributes:
        actor: who sent the command.
        now: the room's time, in whole milliseconds.
        effective_at: the time it takes effect: `now`, or for a scheduled command that runs late the time it was
            due.
    """

    def __init__(self, scope: Tournament | Room, actor: Actor, now: datetime, due: datetime | None) -> None:
        self._scope = scope
        self.actor = actor
        self.now = now
        self.effective_at = due or now
        self.rule = ""
        self.changes: list[dict[str, Any]] = []
        self.boards: set[str] = set()
        # Players whose own boards this command changes.
        self.players: set[int] = set()
        # Partner of each player of this event who shares an entry; read when it is first needed.
        self._partners: Mapping[int, int] | None = None
        self.followers: list[Callable[[], None]] = []
        self.undoes: int | None = None
        # Callbacks that were requested already, so that a body may request them repeatedly.
        self.asked: set[str] = set()

    @property
    def is_of_tournament(self) -> bool:
        """Return whether the command belongs to a tournament and not to the room."""
        return isinstance(self._scope, Tournament)

    @property
    def tournament(self) -> Tournament:
        """Return the tournament of the command, locked."""
        if not isinstance(self._scope, Tournament):
            raise TypeError("This command belongs to the room, not to a tournament.")
        return self._scope

    @property
    def room(self) -> Room:
        """Return the room, locked if the command belongs to it."""
        return self._scope if isinstance(self._scope, Room) else Room.objects.get(id=1)

    @property
    def book(self) -> "Book":
        """Return the rulebook of the tournament."""
        from tourney.rulebooks.shelf import book_of

        return book_of(self.tournament.book)

    def get(self, model: type[Row], *, select_related: tuple[str, ...] = (), **lookup: Any) -> Row:
        """Return one row.

        Args:
            select_related: related rows to read in the same query, such as "player" or "table".
            lookup: values of its columns.

        Raises:
            Refused: there is none (`not_found`).
        """
        return _one_of(model, lookup, select_related=select_related)

    def lock(self, model: type[Row], **lookup: Any) -> Row:
        """Return one row of another scope, locked until the transaction ends, so that decisions based on it
        stay valid until the commit.

        Raises:
            Refused: there is none (`not_found`).
        """
        return _one_of(model, lookup, locked=True)

    def create(self, model: type[Row], **columns: Any) -> Row:
        """Add a row. Raise Refused (`bad_value`) when a column's validation fails.

        Only the database checks foreign keys.
        """
        row = model(**columns)
        self._check(row, _pointers(model))
        insert(row)
        self.changes.append({"model": label(model), "pk": row.pk, "before": None, "after": image(row)})
        return row

    def create_many(self, rows: Sequence[Row]) -> list[Row]:
        """Add many rows of one model at once. Otherwise like `create`."""
        self._check_many(rows)
        made = insert_many(rows)
        self.changes += [
            {"model": label(type(row)), "pk": row.pk, "before": None, "after": image(row)} for row in made
        ]
        return made

    def save(self, row: models.Model, **columns: Any) -> None:
        """Save columns of a row, and record before and after. Unchanged columns are ignored."""
        before = image(row)
        for name, value in columns.items():
            setattr(row, name, value)
        old, new = differences(before, image(row))
        if not new:
            return
        self._check(row, _pointers(type(row)))
        update(row, list(columns))
        self.changes.append({"model": label(type(row)), "pk": row.pk, "before": old, "after": new})

    def save_many(self, rows: Sequence[models.Model], **columns: Any) -> None:
        """Set the same columns of many rows of one model to the same values at once."""
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
        """Delete a row; the journal keeps its image. Raise Refused (`in_use`) while other rows need it."""
        picture = image(row)
        pk = row.pk
        try:
            delete(row)
        except ProtectedError:
            raise Refused("in_use", _("This is still in use and can’t be removed.")) from None
        self.changes.append({"model": label(type(row)), "pk": pk, "before": picture, "after": None})

    def delete_many(self, rows: Sequence[models.Model]) -> None:
        """Delete many rows of one model at once. Otherwise like `delete`."""
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
        """Record the rule that the decision is based on."""
        self.rule = rule

    def touch(self, *boards: str) -> None:
        """Name boards that this command changes, besides those that it always changes."""
        self.boards.update(boards)

    def touch_players(self, *players: int) -> None:
        """Name players whose own boards this command changes."""
        self.players.update(one for player in players for one in self._sharing(player))

    def _sharing(self, player: int) -> tuple[int, ...]:
        """Return a player, and the one with whom an entry of this event is shared."""
        if self._partners is None:
            one_event = isinstance(self._scope, Tournament)
            self._partners = partners_in(self._scope.pk) if one_event else {}
        return (player, self._partners[player]) if player in self._partners else (player,)

    def forget_partners(self) -> None:
        """Read again who shares an entry: it has changed within this command."""
        self._partners = None

    def _hearing(self, player: int, kind: str) -> tuple[int, ...]:
        return (player,) if kind in OF_BOOKINGS else self._sharing(player)

    def notify(self, player: int, kind: str, **values: Any) -> None:
        """Send a player a notification, which also reaches a closed page.

        Args:
            player: the recipient.
            kind: see `Notice.kind`.
            values: parameters of the text, such as table and seat.
        """
        tournament = self._scope if isinstance(self._scope, Tournament) else None
        for one in self._hearing(player, kind):
            self.create(Notice, player_id=one, tournament=tournament, kind=kind, values=values, at=self.now)
        self.touch_players(player)

    def notify_many(self, kind: str, values: Mapping[int, dict[str, Any]]) -> None:
        """Notify many players at once, like `notify`.

        Args:
            kind: see `Notice.kind`.
            values: parameters of the text, by player.
        """
        tournament = self._scope if isinstance(self._scope, Tournament) else None
        self.create_many(
            [
                Notice(player_id=one, tournament=tournament, kind=kind, values=words, at=self.now)
                for player, words in values.items()
                for one in self._hearing(player, kind)
            ]
        )
        self.touch_players(*values)

    def on_commit(self, follower: Callable[[], None], *, once: str = "") -> None:
        """Call a function after the commit. If the call is lost, the database must show what is still to be
        done.

        Args:
            once: a key; several requests with the same key within a command result in one call.
        """
        if once and once in self.asked:
            return
        self.asked.add(once)
        self.followers.append(follower)

    def seal_seed(self) -> str:
        """Draw a seed from the system's random source and seal it.

        Returns:
            The SHA-256 of the seed in hexadecimal digits, to be published before the draw.
        """
        from tourney.rules.randomness import digest_of

        seed = secrets.token_hex(32)
        digest = digest_of(seed)
        insert(SealedSeed(digest=digest, seed=seed))
        return digest

    def open_seed(self, digest: str) -> str:
        """Return the seed of a published digest for the draw; from now on it is public."""
        return self.get(SealedSeed, digest=digest).seed

    def new_id(self) -> uuid.UUID:
        """Return a new random identifier."""
        return uuid.uuid4()

    def _check_many(self, rows: Sequence[models.Model]) -> None:
        """Validate like `_check`, but each distinct value of a column once: rows of a draw have few different
        values.
        """
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
                    # Values that are not JSON can't be saved in the row either; saving reports the error.
                    or (value and isinstance(one, models.JSONField))
                )
            ]
            if not fresh:
                continue
            before = [getattr(row, one.attname) for one in fresh]
            self._check(row, pointers | {one.name for one in columns if one not in fresh})
            for one, value in zip(fresh, before, strict=True):
                # A value that validation changes has to be validated in every row.
                if getattr(row, one.attname) is value and isinstance(value, Hashable):
                    seen[one.name].add((type(value), value))

    @staticmethod
    def _check(row: models.Model, exclude: Collection[str] | None = None) -> None:
        try:
            row.clean_fields(exclude=exclude)
        except ValidationError as error:
            fields = {name: " ".join(messages) for name, messages in error.message_dict.items()}
            raise Refused("bad_value", " ".join(fields.values()), fields=fields) from None
