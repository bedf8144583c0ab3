"""Verbs of penalties: imposed, a hand of one counted, lifted, and what time takes off."""

from datetime import timedelta
from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from clock.services.progress import progress_of
from desk.commands.players import ban
from penalties.models import COUNTED, Penalty
from penalties.rules.kinds import OUT, SAID, SERVED, Kind, is_known, most_of
from penalties.rules.serving import Sentence, of_hands, of_orbits, suggested
from penalties.services.proposals import earlier_of
from penalties.services.serving import first_of_each, from_now_on, is_over, keep, running_in, sentence_of
from penalties.services.summaries import length_words, says_counted, says_imposed, says_lifted
from penalties.services.timed_penalties import is_time_over, plays, reckoned_of, was_set_back
from seating.commands.entries import event_is_open, in_play
from seating.commands.seats import take_out
from seating.models import Seat, TournamentTable
from seating.services.table_positions import DEALT
from tourney.access.roles import Permission
from tourney.journal.arguments import Chips, Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry
from tourney.rulebooks.books.schema import cite

Reason = Annotated[str, Field(min_length=1, max_length=300)]
Rule = Annotated[str, Field(max_length=120)]
Count = Annotated[int, Field(ge=1, le=200)]
Hands = Annotated[int, Field(ge=0, le=100_000)]
Day = Annotated[str, Field(max_length=10)]


def _running(tx: Tx, penalty: int) -> Penalty:
    """A penalty of this event that is not over.

    Raises:
        Refused: there is none (`not_found`), or it is over (`penalty_is_over`).
    """
    event_is_open(tx)
    row = tx.get(Penalty, pk=penalty, tournament=tx.tournament)
    if row.ended_at is not None or not row.entry.in_play:
        raise Refused("penalty_is_over", _("This penalty has already ended."))
    return row


def _said(reason: str) -> str:
    """Raises Refused (`bad_argument`) for a reason that says nothing."""
    if not reason.strip():
        text = _("A penalty needs a reason.")
        raise Refused("bad_argument", text, fields={"reason": text})
    return reason.strip()


@command("penalty.impose", permission=Permission.SEAT_PLAYERS, summary=says_imposed)
def impose(
    tx: Tx,
    entry: Id,
    kind: Kind,
    reason: Reason,
    count: Count | None = None,
    rule: Rule = "",
    chips: Chips = 0,
    ends_on: Day | None = None,
) -> Any:
    """Impose a penalty on a player: a warning, hands or time to sit out, or elimination.

    What is sat out counts from the end of the hand that runs, unless the book has it begin at once, and goes along to
    other tables and into the next day (Munot 71, Other Poker 40, PokerStars Live 6.9.3-4).

    Args:
        entry: in play.
        kind: `reminder`, `warning`, `dead_hand` are said and noted; `hands`, `orbits`, `time_out` are sat out;
            `elimination` has the place of this moment (PokerStars Live 6.9.5), `disqualification` no prize (6.9.6),
            `event_ban` lets nobody in again, `all_events_ban` bans from every event.
        reason: for staff, and for the player's record.
        count: hands, orbits or minutes; left out: what the book's ladder proposes.
        rule: what it rests on; "": the book's rule of penalties.
        chips: counted, of whoever is taken out of play.
        ends_on: last day of a ban from all events, "2027-03-31"; null for good.

    Raises:
        Refused: the book has no such penalty (`no_such_penalty`), or a shorter one at most (`too_long`); orbits of
            somebody without a seat (`not_seated`).
    """
    event_is_open(tx)
    row = in_play(tx, entry)
    why = _said(reason)
    rests_on = rule.strip() or _rule_of(tx, kind)
    if not is_known(kind, tx.book):
        raise Refused("no_such_penalty", _("This penalty is not in the rulebook."), rests_on)
    if kind in OUT:
        return _put_out(tx, row, kind, why, rests_on, chips, ends_on)
    tx.cite(rests_on)
    columns = _length_of(tx, row, kind, count, rests_on) if kind in SERVED else {"ended_at": tx.moment}
    made = tx.create(
        Penalty,
        tournament=tx.tournament,
        entry=row,
        kind=kind,
        reason=why,
        rule=rests_on,
        imposed_at=tx.moment,
        outcome="served" if kind in SAID else "",
        **{**from_now_on(tx), **columns},
    )
    if kind in SERVED:
        unit = "hands" if made.hands_left else "rounds" if made.rounds_left else "minutes"
        tx.notify(
            row.player_id,
            "penalty",
            **{unit if _left(made) > 1 else f"one_{unit[:-1]}": True, "count": _left(made)},
        )
    return {"penalty": made.pk, "name": row.player.name, **_length_answer(made)}


def _left(row: Penalty) -> int:
    """Hands, rounds or minutes that are left."""
    return row.hands_left or row.rounds_left or row.count or 0


def _length_answer(row: Penalty) -> dict[str, int | None]:
    return {"count": row.count, "hands": row.hands_left, "rounds": row.rounds_left}


def _rule_of(tx: Tx, kind: str) -> str:
    """The book's rule about a kind of penalty; where it names no kinds, that of orbits or of what repetition costs."""
    policies = tx.book.penalties
    own = {"elimination": policies.elimination, "disqualification": policies.disqualification}.get(kind)
    return cite(tx.book, own or policies.kinds or policies.orbit or policies.escalation)


def _length_of(tx: Tx, row: Entry, kind: str, count: int | None, rule: str) -> dict[str, Any]:
    """How long a penalty lasts, and from where it is counted.

    Raises:
        Refused: longer than the book has (`too_long`), or orbits without a seat (`not_seated`).
    """
    proposed = suggested(len(earlier_of(tx.tournament, row.player_id)), tx.book)
    wanted = count or (proposed[1] if proposed is not None and kind == "orbits" else 1)
    most = most_of(kind, tx.book)
    if most is not None and wanted > most:
        message = _("The rulebook allows at most %(most)s.")
        raise Refused("too_long", message % {"most": length_words(kind, most)}, rule)
    seat = Seat.objects.select_related("tournament_table__table").filter(entry=row).first()
    tournament_table = None if seat is None else seat.tournament_table
    players = (
        None
        if tournament_table is None
        else Seat.objects.filter(tournament_table=tournament_table, kind__in=DEALT).count()
    )
    columns: dict[str, Any] = {"count": wanted, "players": players, **_where(tx, tournament_table)}
    if kind not in COUNTED:
        return columns
    if kind == "orbits" and players is None:
        message = _("%(name)s has no seat: enter a number of hands.")
        raise Refused("not_seated", message % {"name": row.player.name})
    length = of_hands(wanted) if kind == "hands" else of_orbits(wanted, players or 1, tx.book)
    return {**columns, "hands_left": length.hands, "rounds_left": length.rounds}


def _where(tx: Tx, tournament_table: TournamentTable | None) -> dict[str, Any]:
    """The table whose hands are counted, and its last one that is not."""
    if tournament_table is None:
        return {}
    policy = tx.book.penalties.serving
    at_once = policy is not None and policy.begins == "at_once"
    return {
        "tournament_table": tournament_table,
        "hand": tournament_table.hands if at_once else tournament_table.hands + 1,
    }


def _put_out(
    tx: Tx, row: Entry, kind: str, reason: str, rule: str, chips: int, ends_on: str | None
) -> dict[str, Any]:
    """End the event for a player, and bar them from this one or from all."""
    banned: dict[str, Any] = {}
    if kind == "all_events_ban":
        if not tx.actor.may(Permission.BAN_PLAYERS):
            raise Refused("not_allowed", _("Your role may not do this."))
        banned = {"ban": ban(tx, row.player, ends_on, reason, rule)["ban"]}
    made = tx.create(
        Penalty,
        tournament=tx.tournament,
        entry=row,
        kind=kind,
        reason=reason,
        rule=rule,
        imposed_at=tx.moment,
        ended_at=tx.moment,
        outcome="out",
        **from_now_on(tx),
    )
    at = take_out(tx, row, chips, "eliminated" if kind == "elimination" else "disqualified")
    tx.cite(rule)
    return {"penalty": made.pk, **at, **banned}


@command("penalty.count", permission=Permission.SEAT_PLAYERS, summary=says_counted)
def count_hand(tx: Tx, penalty: Id, served: Hands, left: Hands | None = None) -> Any:
    """Count a hand of a penalty that was not recorded, or set what is left of it.

    The hand that is being played then counts once, whoever tells of it later.

    Args:
        penalty: running, of hands or orbits.
        served: how many hands had been served, as it was shown: of two who count the same hand the second is told.
        left: hands (or rounds of the button) that are left, where the count was wrong; left out: one less.

    Raises:
        Refused: it is over (`penalty_is_over`), somebody has counted since (`counted_since`), minutes are counted
            (`no_hands`), or another one of the player is served first (`another_first`).
    """
    row = _running(tx, penalty)
    if row.kind not in COUNTED:
        raise Refused("no_hands", _("This penalty is in minutes, not hands."))
    if row.served != served:
        raise Refused("counted_since", _("That hand has already been counted."))
    if first_of_each(running_in(tx.tournament).filter(entry=row.entry_id))[0].pk != row.pk:
        raise Refused("another_first", _("The player serves another penalty first."))
    before = sentence_of(row)
    tx.cite(row.rule)
    if left is None:
        now = _with(before, _left(row) - 1)
        # The next hand that is told of is this one.
        keep(tx, row, now, served=row.served + 1, tournament_table=None, hand=None, **from_now_on(tx))
    else:
        keep(tx, row, _with(before, left), **from_now_on(tx))
    return {"name": row.entry.player.name, **_length_answer(row)}


def _with(before: Sentence, left: int) -> Sentence:
    if before.hands is not None:
        return Sentence(hands=left)
    return Sentence(rounds=left, mark=before.mark)


@command("penalty.lift", permission=Permission.SEAT_PLAYERS, summary=says_lifted)
def lift(tx: Tx, penalty: Id, reason: Reason) -> Any:
    """Lift a penalty before it is served.

    Args:
        penalty: running.
        reason: for staff, and for the player's record.

    Raises:
        Refused: it is over (`penalty_is_over`).
    """
    row = _running(tx, penalty)
    tx.cite(row.rule)
    is_over(tx, row, "lifted", lifted_because=_said(reason))
    return {"name": row.entry.player.name}


@command(
    "penalty.reckon",
    permission=Permission.KEEP_TIME,
    summary=lazy("%(name)s: penalty estimated from the time played"),
    undoable=False,
    public=False,
)
def reckon(tx: Tx, penalty: Id, served: Hands) -> Any:
    """Reduce a penalty by the time played where hands are not counted.

    Args:
        penalty: running.
        served: how many hands had been served when it was found due.

    Raises:
        Refused: nothing is due (`not_due`), somebody has counted since (`counted_since`), or it is over
            (`penalty_is_over`).
    """
    row = _running(tx, penalty)
    if row.served != served:
        raise Refused("counted_since", _("That hand has already been counted."))
    progress = progress_of(tx.tournament)
    answer = {"name": row.entry.player.name}
    tx.cite(row.rule)
    if plays(tx.tournament, progress):
        if was_set_back(row, progress):
            tx.save(row, **from_now_on(tx))
            return answer
        if row.kind == "time_out" and is_time_over(row, progress):
            is_over(tx, row)
            return answer
        found = reckoned_of(row, progress) if row.kind in COUNTED else None
        if found is not None and found.hands:
            keep(
                tx,
                row,
                found.left,
                served=row.served + found.hands,
                estimated=row.estimated + found.hands,
                # The hand that runs now was reckoned in part: it is not counted when somebody tells of it.
                tournament_table=None,
                hand=None,
                played_mark=row.played_mark + found.used,
                marked_at=row.marked_at + timedelta(milliseconds=found.used),
            )
            return {**answer, "hands": found.hands}
    raise Refused("not_due", _("No penalty is due to be counted."))
