"""Reviews of an event’s floor, which refresh its proposals."""

import uuid
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from seating.models import Proposal
from seating.rules.review import Floor, Proposed, dismissed_situations, review, situation_of
from seating.services.active_proposals import active_proposals_of
from seating.services.floor import floor_of, has_floor
from seating.services.reviews import mark_reviewed
from seating.services.seats import plan_of
from seating.signals import tables_apart
from tourney.access.roles import CLOCKWORK, Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, JournalEntry, Tournament
from tourney.rulebooks.books.schema import Book
from tourney.rulebooks.shelf import book_of
from tourney.services.bounded_cache import BoundedCache
from tourney.services.prepared_query import PreparedQuery
from tourney.snapshot import consistent_read

SHOWS = ("floor",)
_BETWEEN_TABLES = frozenset({"break", "balance", "halt", "resume", "redraw"})


def wanted(event: Tournament) -> dict[str, Proposed]:
    """Return what the event's book requires now, by key; empty before the draw of the field and after
    closing.
    """
    return _review_now(event)[0]


def _review_now(event: Tournament) -> tuple[dict[str, Proposed], frozenset[str]]:
    """Return what is required, and the situations whose dismissal still holds."""
    if event.closed_at is not None or not has_floor(plan_of(event)):
        return {}, frozenset()
    floor = floor_of(event)
    dismissed = dismissed_situations(floor)
    found: dict[str, Proposed] = {}
    tables: set[int] = set()
    apart = tables_apart.ask(event)
    for one in _required(event, floor):
        if apart and one.kind in _BETWEEN_TABLES:
            continue
        if one.kind == "balance" and one.situation not in dismissed:
            # Who moves next from or to a table depends on the move before. Propose one move at a time, so
            # that each can be accepted first; the next is proposed once this one is done.
            its = {one.detail["from"], one.detail["to"]}
            if its & tables:
                continue
            tables |= its
        found[one.key] = one
    return found, dismissed


@dataclass(frozen=True, slots=True)
class _Calculated:
    """What a book requires on a floor."""

    floor: Floor
    book: Book
    found: tuple[Proposed, ...]


# The last calculation of each event; the limit is one of tables.
_calculated: BoundedCache[int, _Calculated] = BoundedCache(20_000, lambda one: len(one.floor.tables))


def _required(event: Tournament, floor: Floor) -> tuple[Proposed, ...]:
    """Return what the event's book requires on a floor.

    A proposal is accepted on the floor for which it was calculated, often by the same process. The result depends on
    floor and book alone, so it is used again only if both are the same.
    """
    book, last = book_of(event.book), _calculated.get(event.pk)
    if last is None or last.book is not book or last.floor != floor:
        last = _Calculated(floor, book, review(floor, book))
        _calculated.put(event.pk, last)
    return last.found


@dataclass(frozen=True, slots=True)
class _Differences:
    """Differences between open proposals and what the rulebook requires.

    Attributes:
        gone: proposals that no longer hold.
        new: what is required and not proposed yet; dismissals hold while their situation lasts.
        lapsed: dismissals whose situation is over, or that would halt all play; if still required, they are
            proposed again.
    """

    gone: list[Proposal]
    new: list[Proposed]
    lapsed: list[Proposal]

    def __bool__(self) -> bool:
        return bool(self.gone or self.new or self.lapsed)


_ROWS = PreparedQuery(lambda keys: Proposal.objects.filter(pk__in=keys).order_by("pk"))


def _differences(event: Tournament) -> _Differences:
    found, left = _review_now(event)
    active = active_proposals_of(event)
    still_open = [one for one in active if one.is_open]
    dismissals = [one for one in active if not one.is_open]
    known = {one.key for one in still_open}
    situations = {one.situation for one in found.values()}
    return _Differences(
        gone=_ROWS.all([one.pk for one in still_open if one.key not in found]),
        new=[one for key, one in found.items() if key not in known and one.situation not in left],
        lapsed=_ROWS.all([one.pk for one in dismissals if situation_of(one.key) not in situations & left]),
    )


@dataclass(frozen=True, slots=True)
class _Reviewed:
    """The result of a review, and the journal entry up to which it holds."""

    event: int
    seq: int
    found: _Differences


_just_reviewed: ContextVar[_Reviewed | None] = ContextVar("just_looked", default=None)


def _summarise_reviewed(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    words = {"new": _("%(n)s new"), "gone": _("%(n)s withdrawn")}
    parts = [word % {"n": answer[key]} for key, word in words.items() if answer.get(key)]
    return (
        _("Proposals: %(what)s") % {"what": ", ".join(parts)} if parts else _("Checked the proposals again")
    )


@command(
    "floor.review",
    permission=Permission.KEEP_TIME,
    boards=SHOWS,
    summary=_summarise_reviewed,
    undoable=False,
    public=False,
)
def refresh(tx: Tx) -> Any:
    """Refresh the floor's proposals. Proposals set to automatic are applied at once.

    Raises:
        Refused: nothing has changed (`nothing_due`); no journal entry is written.
    """
    event = tx.tournament
    looked = _just_reviewed.get()
    # Nothing has happened in the event since the last review.
    found = looked.found if looked and (looked.event, looked.seq) == (event.pk, event.seq) else None
    found = found or _differences(event)
    if not found:
        raise Refused("nothing_due", _("Nothing has changed at the tables."))
    tx.save_many(found.gone, state="withdrawn", ended_at=tx.now)
    tx.save_many(found.lapsed, lapsed=True)
    names = _names([one.detail.get("entry") for one in found.new])
    tx.create_many(
        [
            Proposal(
                tournament=event,
                kind=one.kind,
                key=one.key,
                detail=_plain(one, names),
                rule=one.rule,
                made_at=tx.now,
            )
            for one in found.new
        ]
    )
    return {"new": len(found.new), "gone": len(found.gone)}


_NAMES = PreparedQuery(lambda keys: Entry.objects.filter(pk__in=keys).values_list("pk", "player__name"))


def _names(entries: list[Any]) -> dict[int, str]:
    wanted_ids = [entry for entry in entries if entry is not None]
    return dict(_NAMES.all(wanted_ids))


def _plain(one: Proposed, names: dict[int, str]) -> dict[str, Any]:
    """Return a proposal's detail as stored, with the name and the reasons."""
    detail = dict(one.detail)
    if "entry" in detail:
        detail["name"] = names.get(detail["entry"] or 0, "")
    detail["why"] = [{"code": why.code, **dict(why.values)} for why in one.why]
    return detail


def review_now(tournament_id: int) -> bool:
    """Review an event's floor and refresh its proposals; check first, so that a review without a change
    writes no journal entry.

    Returns:
        Whether the proposals changed.
    """
    changed, seq = review_and_refresh(tournament_id)
    mark_reviewed(tournament_id, seq)
    return changed


_EVENTS = PreparedQuery(lambda pk: Tournament.objects.filter(pk=pk))


def review_and_refresh(tournament_id: int) -> tuple[bool, int]:
    """Return whether the proposals changed, and the journal entry up to which the floor was reviewed."""
    with consistent_read():
        event = _EVENTS.first(tournament_id)
        if event is None:
            return False, 0
        found = _differences(event)
    seq = event.seq
    if found:
        mark = _just_reviewed.set(_Reviewed(event.pk, event.seq, found))
        try:
            done = refresh(actor=CLOCKWORK, command_id=uuid.uuid4(), tournament_id=tournament_id)
            seq = max(seq, done.seq)
        except Refused as refused:
            if refused.code not in {"nothing_due", "conflict"}:
                raise
        finally:
            _just_reviewed.reset(mark)
    return bool(found), seq
