"""Everything that is held about one person: rows of all apps and their entries in the journal. Reads only."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey, Model

from players.models import Partner, Player
from tourney.access.field_permissions import SECRET
from tourney.journal.erasure import concerns, lines_about
from tourney.journal.personal_traces import ARGUMENTS, Traces
from tourney.journal.readable import row_permissions
from tourney.journal.row_images import Image, image, label, model_of
from tourney.models import Entry, JournalEntry, Redaction, Token, Tournament, User

# Read by themselves, or about no person.
_NOT_FOLLOWED = (JournalEntry, Redaction)
# Keys of a browser for messages to it: no data about the person, but secret.
_SECRETS = frozenset({"auth", "p256dh"})
# A row that names other people by these is theirs, even if it belongs to a row of the person.
_PEOPLE = (Player, Entry)
Found = dict[type[Model], dict[Any, Model]]


def rows_about(records: Sequence[Player]) -> dict[str, list[Image]]:
    """Return all rows about a person, by model; without secrets and without the keys of other people.

    Args:
        records: all records of the person.
    """
    found: Found = {Player: {record.pk: record for record in records}}
    shared = Partner.objects.filter(player__in=records).select_related("entry")
    found[Entry] = {row.entry_id: row.entry for row in shared}
    last = found
    while last:
        last = _owned_by(last, found)
        for model, rows in [*last.items(), *_rulings_of(last).items()]:
            found.setdefault(model, {}).update(rows)
    people = {record.pk for record in records}
    return {
        label(model): [own_columns(label(model), image(rows[key]), people) for key in sorted(rows, key=str)]
        for model, rows in sorted(found.items(), key=lambda one: label(one[0]))
        if rows
    }


def _owned_by(owners: Found, known: Found) -> Found:
    """Return rows that refer to some of the person's rows, and are not known yet."""
    found: Found = {}
    for model in apps.get_models():
        if model in _NOT_FOLLOWED:
            continue
        keys = [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
        naming = next(
            (named for person in _PEOPLE if (named := [one for one in keys if one.related_model is person])),
            [],
        )
        for field in keys:
            rows = owners.get(field.related_model) if isinstance(field.related_model, type) else None
            if not rows:
                continue
            for row in model._default_manager.filter(**{f"{field.name}__in": list(rows)}):
                if row.pk not in known.get(model, {}) and _is_theirs(row, naming, owners, known):
                    found.setdefault(model, {})[row.pk] = row
    return found


def _is_theirs(row: Model, naming: Sequence[ForeignKey[Any, Any]], owners: Found, known: Found) -> bool:
    """Return whether a row names the person, or nobody."""
    named = [(field, key) for field in naming if (key := getattr(row, field.attname)) is not None]
    return not named or any(
        key in rows.get(field.related_model, {})  # type: ignore[arg-type]
        for field, key in named
        for rows in (owners, known)
    )


def _rulings_of(found: Found) -> Found:
    """Return the rulings that concern the person's entries: their text is about the person."""
    concerned = found.get(apps.get_model("rulings", "Concern"), {})
    if not concerned:
        return {}
    ruling = apps.get_model("rulings", "Ruling")
    return {ruling: ruling._default_manager.filter(concerns__in=list(concerned)).in_bulk()}


def own_columns(model: str, columns: Mapping[str, Any], people: set[int]) -> Image:
    """Return the columns of a row without secrets and without the keys of other people and of staff.

    Args:
        model: name of the model in the journal.
        columns: a row, or the part of one.
        people: keys of the person's records.
    """
    hidden = {name for name, permission in row_permissions(model).items() if permission is SECRET} | _SECRETS
    try:
        fields = {field.attname: field.related_model for field in model_of(model)._meta.concrete_fields}
    except (LookupError, ValueError):
        fields = {}
    return {
        name: value
        for name, value in columns.items()
        if name not in hidden
        and not _names_staff(name)
        and fields.get(name) is not User
        and (fields.get(name) is not Player or value is None or value in people)
    }


def _names_staff(column: str) -> bool:
    """Return whether a column holds the name of the person of the staff who noted something."""
    return column == "who" or column.endswith("_by")


def entries_about(records: Sequence[Player]) -> Iterator[dict[str, Any]]:
    """Yield what the journals tell about a person, oldest first.

    Each has `event` (None: the journal of the room), `seq`, `at`, `kind`, `rule`, `by` ("staff", "player", "server"),
    `changes` of the person's own rows, and `texts` about them that no row keeps.

    Args:
        records: all records of the person; the remaining one comes first.
    """
    keys = [record.pk for record in records]
    people = set(keys)
    traces = Traces(keys[0], frozenset(keys))
    tokens = set(Token.objects.filter(player__in=people).values_list("pk", flat=True))
    traces.rows |= {("tourney.token", token) for token in tokens}
    actors = {f"token:{token}" for token in tokens}
    events = dict(Tournament.objects.values_list("pk", "name"))
    for entry in lines_about(keys).iterator(chunk_size=200):
        for change in entry.changes:
            traces.learn(change)
        if not concerns(entry, traces, actors):
            continue
        theirs = traces.named_by(entry.arguments, entry.kind) is not False
        yield {
            "event": events.get(entry.tournament_id),
            "seq": entry.seq,
            "at": entry.at,
            "kind": entry.kind,
            "rule": entry.rule,
            "by": _author(entry, actors),
            "changes": [
                {
                    "model": change["model"],
                    "key": change["pk"],
                    **{
                        side: change[side] and own_columns(change["model"], change[side], people)
                        for side in ("before", "after")
                    },
                }
                for change in entry.changes
                if (change["model"], change["pk"]) in traces.rows
            ],
            "texts": {
                name: entry.arguments[name]
                for name in (ARGUMENTS.get(entry.kind, {}) if theirs else {})
                if entry.arguments.get(name)
            },
        }


def _author(entry: JournalEntry, own: set[str]) -> str:
    if entry.actor in own:
        return "player"
    return "server" if entry.actor.startswith("system:") else "staff"
