"""Commands for floor proposals: review, accept, dismiss."""

import logging
import uuid
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from seating.commands.breaking import Reason, break_up, redraw_seats
from seating.commands.entries import event_is_open, in_play
from seating.commands.hands import end_hand
from seating.commands.seats import SeatNumber, take_out_unplayed
from seating.commands.tables import tournament_table_of
from seating.models import Plan, Proposal, Seat
from seating.rules.review import Proposed, dismissed_situations, review, situation_of, stands_still
from seating.services import summaries as words
from seating.services.floor import floor_of, has_floor
from seating.services.moves import Destination, send
from seating.services.reviews import mark_reviewed, review_later
from seating.services.seats import plan_of
from seating.signals import SeatFreed, seat_freed
from tourney.access.roles import BY_ITSELF, CLOCKWORK, Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, JournalEntry, Tournament
from tourney.rulebooks.shelf import book_of
from tourney.snapshot import consistent_read

log = logging.getLogger(__name__)
SHOWS = ("floor",)
MOVES = ("seating", "floor", "map", "moves", "free")


def wanted(event: Tournament) -> dict[str, Proposed]:
    """Return what the event's book requires now, by key; empty before the draw of the field and after
    closing.
    """
    return _looked_at(event)[0]


def _looked_at(event: Tournament) -> tuple[dict[str, Proposed], frozenset[str]]:
    """Return what is required, and the situations whose dismissal still holds."""
    if event.closed_at is not None or not has_floor(plan_of(event)):
        return {}, frozenset()
    floor = floor_of(event)
    dismissed = dismissed_situations(floor)
    found: dict[str, Proposed] = {}
    tables: set[int] = set()
    for one in review(floor, book_of(event.book)):
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


def _differences(event: Tournament) -> _Differences:
    found, left = _looked_at(event)
    rows = list(
        Proposal.objects.filter(Q(state="open") | Q(state="dismissed", lapsed=False), tournament=event)
    )
    still_open = [one for one in rows if one.state == "open"]
    dismissals = [one for one in rows if one.state == "dismissed"]
    known = {one.key for one in still_open}
    situations = {one.situation for one in found.values()}
    return _Differences(
        gone=[one for one in still_open if one.key not in found],
        new=[one for key, one in found.items() if key not in known and one.situation not in left],
        lapsed=[one for one in dismissals if situation_of(one.key) not in situations & left],
    )


@dataclass(frozen=True, slots=True)
class _Look:
    """The result of a review, and the journal entry up to which it holds."""

    event: int
    seq: int
    found: _Differences


_just_looked: ContextVar[_Look | None] = ContextVar("just_looked", default=None)


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
    looked = _just_looked.get()
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


def _names(entries: list[Any]) -> dict[int, str]:
    wanted_ids = [entry for entry in entries if entry is not None]
    return dict(Entry.objects.filter(pk__in=wanted_ids).values_list("pk", "player__name"))


def _plain(one: Proposed, names: dict[int, str]) -> dict[str, Any]:
    """Return a proposal's detail as stored, with the name and the reasons."""
    detail = dict(one.detail)
    if "entry" in detail:
        detail["name"] = names.get(detail["entry"] or 0, "")
    detail["why"] = [{"code": why.code, **dict(why.values)} for why in one.why]
    return detail


def review_now(tournament_id: int) -> bool:
    """Review an event's floor and refresh its proposals; check first, so that no change leaves no journal
    entry.

    Returns:
        Whether the proposals changed.
    """
    changed, seq = _look_and_refresh(tournament_id)
    mark_reviewed(tournament_id, seq)
    return changed


def review_event(tournament_id: int) -> None:
    """Review the floor and apply automatic proposals. Mark the floor as reviewed only afterwards, so that the
    periodic task repeats the review if a worker dies in between.
    """
    _changed, seq = _look_and_refresh(tournament_id)
    accept_by_itself(tournament_id)
    mark_reviewed(tournament_id, seq)


def _look_and_refresh(tournament_id: int) -> tuple[bool, int]:
    """Return whether the proposals changed, and the journal entry up to which the floor was reviewed."""
    with consistent_read():
        event = Tournament.objects.filter(pk=tournament_id).first()
        if event is None:
            return False, 0
        found = _differences(event)
    seq = event.seq
    if found:
        mark = _just_looked.set(_Look(event.pk, event.seq, found))
        try:
            done = refresh(actor=CLOCKWORK, command_id=uuid.uuid4(), tournament_id=tournament_id)
            seq = max(seq, done.seq)
        except Refused as refused:
            if refused.code not in {"nothing_due", "conflict"}:
                raise
        finally:
            _just_looked.reset(mark)
    return bool(found), seq


def accept_by_itself(tournament_id: int) -> int:
    """Accept the proposals that the event applies automatically, one after the other.

    Returns:
        The number of accepted proposals.
    """
    plan = Plan.objects.filter(tournament=tournament_id).first()
    kinds = {"break": plan.auto_break, "balance": plan.auto_balance} if plan is not None else {}
    kinds = {kind: on for kind, on in kinds.items() if on}
    done = 0
    rows = Proposal.objects.filter(tournament=tournament_id, state="open", kind__in=kinds).order_by("pk")
    for proposal in rows:
        # Who moves is unknown until the button is set or a card has been dealt (WSOP 67b).
        if proposal.detail.get("needs") or not _named(proposal):
            continue
        # A proposal that was applied and is open again was undone: from then on people decide.
        if (
            JournalEntry.journal(tournament_id)
            .filter(kind=accept.kind, arguments__proposal=proposal.pk)
            .exists()
        ):
            continue
        try:
            accept(
                actor=BY_ITSELF, command_id=uuid.uuid4(), tournament_id=tournament_id, proposal=proposal.pk
            )
            done += 1
        except Refused as refused:
            log.info("Proposal %s of event %s was not applied: %s", proposal.pk, tournament_id, refused)
    return done


def _named(row: Proposal) -> bool:
    """Whether a proposal determines who moves and to which seat."""
    return row.kind != "balance" or None not in (row.detail["entry"], row.detail["to_seat"])


def _open_proposal(tx: Tx, proposal: int) -> Proposal:
    row = tx.get(Proposal, pk=proposal, tournament=tx.tournament)
    if row.state != "open":
        sentences = {
            "accepted": _("This has already been accepted."),
            "dismissed": _("This has already been dismissed."),
            "withdrawn": _("The tables have changed since, so this proposal no longer applies."),
        }
        raise Refused("not_open", sentences[row.state], row.rule)
    return row


def _summarise_accepted(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    templates = {
        "balance": _("Balanced: %(name)s moves from table %(from)s to table %(table)s, seat %(seat)s"),
        "break": _("Broke table %(number)s as proposed: %(drawn)s"),
        "redraw": _("Redrew all seats as proposed: %(where)s"),
        "halt": _("Halted table %(number)s as proposed"),
        "resume": _("Table %(number)s resumed play as proposed"),
        "advance": _("Table %(number)s: advanced the button with one player present"),
        "no_hand": _("Removed %(name)s, who played no hand; the buy-in is withheld"),
    }
    kind, players = answer.get("kind", ""), answer.get("players", 0)
    keys = ("name", "from", "table", "seat", "number")
    return templates.get(kind, "") % {
        **{key: answer.get(key, "–") for key in keys},
        "drawn": words.drawn_seats(players),
        "where": words.players_at_tables(players, answer.get("tables", 0)),
    }


def _concerns_the_room(tournament_id: int, given: Mapping[str, Any]) -> bool:
    """Whether a proposal moves a whole table or the whole field."""
    rows = Proposal.objects.filter(pk=given["proposal"], tournament=tournament_id)
    return rows.filter(kind__in=("break", "redraw")).exists()


@command(
    "proposal.accept",
    permission=Permission.SEAT_PLAYERS,
    boards=MOVES,
    summary=_summarise_accepted,
    background=_concerns_the_room,
)
def accept(
    tx: Tx, proposal: Id, entry: Id | None = None, seat: SeatNumber | None = None, reason: Reason = ""
) -> Any:
    """Accept a proposal and apply it.

    Args:
        proposal: open and still required.
        entry: balancing: another player of the same table, with a reason; or the player to move, if the
            proposal leaves it open.
        seat: balancing: another free seat at the destination table, with a reason; or the seat, if it is left
            open.
        reason: why the decision differs from the proposal.

    Raises:
        Refused: it is no longer open (`not_open`), the floor has changed (`changed`), a button is unknown
            (`needs_button`), no reason is given (`needs_reason`), or an open choice is missing
            (`needs_player`, `needs_seat`).
    """
    event_is_open(tx)
    row = _open_proposal(tx, proposal)
    if row.key not in wanted(tx.tournament):
        raise Refused(
            "changed", _("The tables have changed since, so this proposal no longer applies."), row.rule
        )
    detail = row.detail
    # Filling in what the rulebook leaves open is no deviation; ignoring an unknown button is.
    otherwise = [
        given
        for given, proposed in ((entry, detail.get("entry")), (seat, detail.get("to_seat")))
        if given is not None and (proposed is not None or detail.get("needs"))
    ]
    if otherwise and not reason.strip():
        message = _("Enter a reason for not following the rulebook’s proposal.")
        raise Refused("needs_reason", message, row.rule, fields={"reason": _("must not be empty.")})
    answer = _carry_out(tx, row, entry, seat)
    tx.save(row, state="accepted", ended_at=tx.now, reason=reason.strip())
    tx.cite(row.rule)
    review_later(tx)
    return {"kind": row.kind, **answer}


def _carry_out(tx: Tx, row: Proposal, entry: int | None, seat: int | None) -> dict[str, Any]:
    detail = row.detail
    if row.kind == "balance":
        return _balance(tx, row, entry, seat)
    if row.kind == "break":
        return break_up(tx, tournament_table_of(tx, detail["table"]))
    if row.kind == "redraw":
        return redraw_seats(tx, detail["tables"])
    if row.kind == "advance":
        tournament_table = tournament_table_of(tx, detail["table"])
        end_hand(tx, tournament_table, counts=tournament_table.tells_hands)
        return {"number": detail["table"]}
    if row.kind == "no_hand":
        return take_out_unplayed(tx, detail["entry"], row.rule)
    tx.save(tournament_table_of(tx, detail["table"]), halted=row.kind == "halt")
    tx.touch("map")
    return {"number": detail["table"]}


def _balance(tx: Tx, row: Proposal, entry: int | None, seat: int | None) -> dict[str, Any]:
    detail = row.detail
    if detail.get("needs") and (entry is None or seat is None):
        message = _("Set the button first: table %(tables)s.")
        tables = ", ".join(str(number) for number in detail["needs"])
        raise Refused("needs_button", message % {"tables": tables}, row.rule)
    who, number = entry or detail["entry"], seat or detail["to_seat"]
    if who is None:
        message = _("Choose who moves from table %(number)s: the rulebook decides it by card or position.")
        raise Refused("needs_player", message % {"number": detail["from"]}, row.rule)
    if number is None:
        message = _("Choose the seat at table %(number)s.")
        raise Refused("needs_seat", message % {"number": detail["to"]}, row.rule)
    player = in_play(tx, who)
    mine = Seat.objects.select_related("tournament_table__table", "entry").filter(entry=player).first()
    if mine is None or mine.tournament_table.table.number != detail["from"]:
        message = _("%(name)s is not seated at table %(number)s.")
        raise Refused("elsewhere", message % {"name": player.player.name, "number": detail["from"]})
    tournament_table = tournament_table_of(tx, detail["to"])
    there = {"number": detail["to"], "seat": number}
    if (
        number > tournament_table.table.seats
        or Seat.objects.filter(tournament_table=tournament_table, number=number).exists()
    ):
        raise Refused("seat_taken", _("Seat %(seat)s at table %(number)s is taken.") % there)
    send(tx, "balance", [(mine, Destination(tournament_table, number))])
    seat_freed.send(SeatFreed(tx))
    return {
        "name": player.player.name,
        "from": detail["from"],
        "table": detail["to"],
        "seat": number,
    }


def _summarise_dismissed(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    templates = {
        "balance": _("Did not balance tables %(from)s and %(to)s"),
        "break": _("Did not break table %(table)s"),
        "redraw": _("Did not redraw the seats"),
        "halt": _("Did not halt table %(table)s"),
        "resume": _("Left table %(table)s halted"),
        "advance": _("Did not advance the button at table %(table)s"),
        "no_hand": _("Left an absent player of table %(table)s in the tournament"),
    }
    return templates.get(answer.get("kind", ""), "") % {
        key: answer.get(key, "–") for key in ("from", "to", "table")
    }


@command("proposal.dismiss", permission=Permission.SEAT_PLAYERS, boards=SHOWS, summary=_summarise_dismissed)
def dismiss(tx: Tx, proposal: Id, reason: Reason = "") -> Any:
    """Dismiss a proposal. It returns if the tables change and it is required again.

    Args:
        proposal: an open proposal.
        reason: why.

    Raises:
        Refused: it is no longer open (`not_open`), or play cannot continue without it (`nobody_plays`).
    """
    row = _open_proposal(tx, proposal)
    if row.key in wanted(tx.tournament) and stands_still(floor_of(tx.tournament)):
        raise Refused("nobody_plays", _("Play can’t continue until this is done."), row.rule)
    tx.cite(row.rule)
    tx.save(row, state="dismissed", ended_at=tx.now, reason=reason.strip())
    review_later(tx)
    return {"kind": row.kind, **{key: row.detail.get(key) for key in ("from", "to", "table")}}
