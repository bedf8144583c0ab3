"""Boards of rulings: search results, newest first, with corrections."""

from typing import Annotated, Any

from django.db.models import QuerySet
from msgspec import Struct
from pydantic import Field

from players.services.partners import entry_name
from rulings.models import Ruling
from tourney.access import reads
from tourney.live.resources import Number, resource
from tourney.now import to_ms
from tourney.rules.search_text import folded

MOST = 50
"""Rulings in one answer."""
Words = Annotated[str, Field(max_length=80)]


class RulingPlayer(Struct, frozen=True):
    """A player concerned by a ruling."""

    entry: int
    player: int
    name: str


class RulingVersion(Struct, frozen=True):
    """A version of a ruling.

    Attributes:
        table: number of the table.
        rule: the rule behind it: “Munot 22”; empty for the floor's own judgement.
        text: empty once one of its players was anonymised.
        photo: empty for none; shown on the staff's pages alone.
        at: in milliseconds since 1970 UTC.
    """

    ruling: int
    event: int
    event_name: str
    table: int | None
    people: list[RulingPlayer]
    rule: str
    text: str
    photo: str
    who: str
    at: int | None


class RulingBoard(RulingVersion, frozen=True):
    """A current ruling.

    Attributes:
        earlier: earlier versions, latest first.
    """

    earlier: list[RulingVersion]


class RulingsFound(Struct, frozen=True):
    """Rulings, the newest first.

    Attributes:
        before: ask for those `before` this one for the next page; null on the last.
    """

    rulings: list[RulingBoard]
    before: int | None


@resource("/rulings", "read_rulings", permission=reads.JOURNAL)
def rulings_found(
    *,
    event: Number = None,
    table: Number = None,
    person: Words = "",
    rule: Words = "",
    words: Words = "",
    before: Number = None,
) -> RulingsFound:
    """Find current rulings, newest first, with the earlier versions of corrected ones.

    Args:
        event: only this event.
        table: only the table with this number.
        person: words in the name of a player concerned.
        rule: it rests on a rule that is cited like this ("munot 22", "22").
        words: words in the text of any version.
        before: only those older than this one, for the next page.
    """
    rows = _latest().filter(**({} if event is None else {"tournament": event}))
    if table is not None:
        rows = rows.filter(table__number=table)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found: list[Ruling] = []
    more = False
    chains = _earlier()
    for row in rows.iterator(chunk_size=500):
        if not _fits(row, chains, person, rule, words):
            continue
        if len(found) == MOST:
            more = True
            break
        found.append(row)
    return RulingsFound(
        rulings=[
            RulingBoard(**_said(row), earlier=[RulingVersion(**_said(one)) for one in _versions(row, chains)])
            for row in found
        ],
        before=found[-1].pk if more else None,
    )


def ruling(pk: int) -> RulingVersion | None:
    """Return one ruling, corrected or not; None if there is none."""
    row = _with_all(Ruling.objects.filter(pk=pk)).first()
    return None if row is None else RulingVersion(**_said(row))


def _with_all(rows: QuerySet[Ruling]) -> QuerySet[Ruling]:
    return rows.select_related("tournament", "table").prefetch_related(
        "concerns__entry__player", "concerns__entry__partner__player"
    )


def _latest() -> QuerySet[Ruling]:
    return _with_all(Ruling.objects.filter(correction__isnull=True)).order_by("-pk")


def _earlier() -> dict[int, Ruling]:
    """Rulings that were corrected, by key: few, however many stand."""
    return {row.pk: row for row in _with_all(Ruling.objects.filter(correction__isnull=False))}


def _versions(row: Ruling, chains: dict[int, Ruling]) -> list[Ruling]:
    """Return earlier versions of a ruling, latest first."""
    found = []
    while row.former_id is not None:
        row = chains[row.former_id]
        found.append(row)
    return found


def _fits(row: Ruling, chains: dict[int, Ruling], person: str, rule: str, words: str) -> bool:
    if rule and not f" {folded(row.rule)} ".endswith(f" {folded(rule)} "):
        return False
    if person:
        names = [_words(one.entry.player.name) for one in row.concerns.all()]
        if not any(_has(name, person) for name in names):
            return False
    text = " ".join(_words(one.text) for one in (row, *_versions(row, chains)))
    return not words or _has(text, words)


def _words(text: str) -> str:
    return f" {folded(text)}"


def _has(text: str, asked: str) -> bool:
    """Return whether a text has words starting with each search word."""
    return all(f" {word}" in text for word in folded(asked).split())


def _said(row: Ruling) -> dict[str, Any]:
    return {
        "ruling": row.pk,
        "event": row.tournament_id,
        "event_name": row.tournament.name,
        "table": None if row.table is None else row.table.number,
        "people": [
            RulingPlayer(entry=one.entry_id, player=one.entry.player_id, name=entry_name(one.entry))
            for one in row.concerns.all()
        ],
        "rule": row.rule,
        "text": row.text,
        "photo": row.photo,
        "who": row.who,
        "at": to_ms(row.at),
    }
