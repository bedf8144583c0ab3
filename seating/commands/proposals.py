"""Commands for floor proposals: accept, automatically or by the floor, and dismiss."""

import logging
import uuid
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.services.partners import entry_name
from seating.commands.breaking import Reason, break_up, redraw_seats
from seating.commands.entries import event_is_open, in_play
from seating.commands.floor_review import SHOWS, review_and_refresh, wanted
from seating.commands.hands import end_hand
from seating.commands.seats import SeatNumber, take_out_unplayed
from seating.commands.tables import tournament_table_of
from seating.models import Plan, Proposal, Seat
from seating.rules.review import stands_still
from seating.services import summaries as words
from seating.services.floor import floor_of
from seating.services.moves import Destination, send
from seating.services.reviews import mark_reviewed, review_later
from seating.signals import SeatFreed, seat_freed
from tourney.access.roles import BY_ITSELF, Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import JournalEntry
from tourney.services.prepared_query import PreparedQuery

log = logging.getLogger(__name__)
_SEATS = PreparedQuery(
    lambda entry: Seat.objects.select_related("tournament_table__table", "entry").filter(entry=entry)
)
_TAKEN = PreparedQuery(
    lambda table, number: Seat.objects.filter(tournament_table=table, number=number).values_list(
        "pk", flat=True
    )
)
MOVES = ("seating", "floor", "map", "moves", "free")


def review_event(tournament_id: int) -> None:
    """Review the floor and apply automatic proposals. Mark the floor as reviewed only afterwards, so that the
    periodic task repeats the review if a worker dies in between.
    """
    _changed, seq = review_and_refresh(tournament_id)
    accept_by_itself(tournament_id)
    mark_reviewed(tournament_id, seq)


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
        # The player to move is unknown until the button is set or a card has been dealt (WSOP 67b).
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
    """Return whether a proposal determines who moves and to which seat."""
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
    kind, players, teams = answer.get("kind", ""), answer.get("players", 0), answer.get("teams", False)
    keys = ("name", "from", "table", "seat", "number")
    return templates.get(kind, "") % {
        **{key: answer.get(key, "–") for key in keys},
        "drawn": words.drawn_seats(players, teams=teams),
        "where": words.players_at_tables(players, answer.get("tables", 0), teams=teams),
    }


def _concerns_the_room(tournament_id: int, given: Mapping[str, Any]) -> bool:
    """Return whether a proposal moves a whole table or the whole field."""
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
        numbers = sorted(detail["needs"])
        message = ngettext(
            "Set the button at table %(tables)s first: the move depends on it.",
            "Set the button at tables %(tables)s first: the move depends on it.",
            len(numbers),
        )
        raise Refused("needs_button", message % {"tables": ", ".join(map(str, numbers))}, row.rule)
    who, number = entry or detail["entry"], seat or detail["to_seat"]
    if who is None:
        message = _("Choose who moves from table %(number)s: the rulebook decides it by card or position.")
        raise Refused("needs_player", message % {"number": detail["from"]}, row.rule)
    if number is None:
        message = _("Choose the seat at table %(number)s.")
        raise Refused("needs_seat", message % {"number": detail["to"]}, row.rule)
    player = in_play(tx, who)
    mine = _SEATS.first(player.pk)
    if mine is None or mine.tournament_table.table.number != detail["from"]:
        message = _("%(name)s is not seated at table %(number)s.")
        raise Refused("elsewhere", message % {"name": entry_name(player), "number": detail["from"]})
    tournament_table = tournament_table_of(tx, detail["to"])
    there = {"number": detail["to"], "seat": number}
    if number > tournament_table.table.seats or _TAKEN.all(tournament_table.pk, number):
        raise Refused("seat_taken", _("Seat %(seat)s at table %(number)s is taken.") % there)
    send(tx, "balance", [(mine, Destination(tournament_table, number))])
    seat_freed.send(SeatFreed(tx))
    return {
        "name": entry_name(player),
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
        Refused: it is no longer open (`not_open`), or play cannot continue without it (`needed_for_play`).
    """
    row = _open_proposal(tx, proposal)
    if row.key in wanted(tx.tournament) and stands_still(floor_of(tx.tournament)):
        raise Refused("needed_for_play", _("Play can’t continue until this is done."), row.rule)
    tx.cite(row.rule)
    tx.save(row, state="dismissed", ended_at=tx.now, reason=reason.strip())
    review_later(tx)
    return {"kind": row.kind, **{key: row.detail.get(key) for key in ("from", "to", "table")}}
