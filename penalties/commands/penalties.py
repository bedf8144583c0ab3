"""Commands for penalties: impose, count a hand, lift, and reduce by time played."""

from datetime import timedelta
from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from clock.services.progress import progress_of
from penalties.models import COUNTED, Penalty
from penalties.rules.kinds import OUT, SAID, SERVED, Kind, is_known, most_of
from penalties.rules.serving import Sentence, of_hands, of_orbits, suggested
from penalties.services.proposals import earlier_of
from penalties.services.serving import first_of_each, from_now_on, is_over, keep, running_in, sentence_of
from penalties.services.summaries import length_words, summarise_counted, summarise_imposed, summarise_lifted
from penalties.services.timed_penalties import is_time_over, plays, reckoned_of, was_set_back
from players.commands.bans import ban
from players.services.partners import entry_name
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
    """Return a running penalty of this event.

    Raises:
        Refused: there is no such penalty (`not_found`), or it is over (`penalty_is_over`).
    """
    event_is_open(tx)
    row = tx.get(Penalty, pk=penalty, tournament=tx.tournament)
    if row.ended_at is not None or not row.entry.in_play:
        raise Refused("penalty_is_over", _("This penalty has already ended."))
    return row


def _said(reason: str) -> str:
    """Refuse an empty reason (`bad_argument`)."""
    if not reason.strip():
        text = _("A penalty needs a reason.")
        raise Refused("bad_argument", text, fields={"reason": text})
    return reason.strip()


@command("penalty.impose", permission=Permission.SEAT_PLAYERS, summary=summarise_imposed)
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

    Sitting out begins after the hand in progress, unless the book has it begin at once, and continues at
    other tables and on the next day (Munot 71, Other Poker 40, PokerStars Live 6.9.3-4).

    Args:
        entry: an entry in play.
        kind: `reminder`, `warning`, `dead_hand` are recorded; `hands`, `orbits`, `time_out` are sat out;
            `elimination` ranks the player now (PokerStars Live 6.9.5), `disqualification` forfeits any prize
            (6.9.6), `event_ban` excludes re-entry, `all_events_ban` bans from every event.
        reason: for staff, and for the player's record.
        count: hands, orbits or minutes; defaults to the book's ladder.
        rule: the rule to cite; "": the book's rule on penalties.
        chips: counted stack, if the player is removed from play.
        ends_on: last day of a ban from all events, "2027-03-31"; null: permanent.

    Raises:
        Refused: the book has no such penalty (`no_such_penalty`), or only a shorter one (`too_long`); orbits
            for a player without a seat (`not_seated`).
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
    columns = _length_of(tx, row, kind, count, rests_on) if kind in SERVED else {"ended_at": tx.effective_at}
    made = tx.create(
        Penalty,
        tournament=tx.tournament,
        entry=row,
        kind=kind,
        reason=why,
        rule=rests_on,
        imposed_at=tx.effective_at,
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
    return {"penalty": made.pk, "name": entry_name(row), **_length_answer(made)}


def _left(row: Penalty) -> int:
    """Return the hands, rounds or minutes left."""
    return row.hands_left or row.rounds_left or row.count or 0


def _length_answer(row: Penalty) -> dict[str, int | None]:
    return {"count": row.count, "hands": row.hands_left, "rounds": row.rounds_left}


def _rule_of(tx: Tx, kind: str) -> str:
    """Return the book's rule on a kind of penalty; if it names no kinds, that on orbits or on repetition."""
    policies = tx.book.penalties
    own = {"elimination": policies.elimination, "disqualification": policies.disqualification}.get(kind)
    return cite(tx.book, own or policies.kinds or policies.orbit or policies.escalation)


def _length_of(tx: Tx, row: Entry, kind: str, count: int | None, rule: str) -> dict[str, Any]:
    """Return a penalty's length and where its count begins.

    Raises:
        Refused: longer than the book allows (`too_long`), or orbits without a seat (`not_seated`).
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
        raise Refused("not_seated", message % {"name": entry_name(row)})
    length = of_hands(wanted) if kind == "hands" else of_orbits(wanted, players or 1, tx.book)
    return {**columns, "hands_left": length.hands, "rounds_left": length.rounds}


def _where(tx: Tx, tournament_table: TournamentTable | None) -> dict[str, Any]:
    """Return the table whose hands count, and its last hand that does not."""
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
    """Eliminate a player, and ban them from this event or from all."""
    banned: dict[str, Any] = {}
    if kind == "all_events_ban":
        if not tx.actor.may(Permission.BAN_PLAYERS):
            raise Refused("not_allowed", _("Your role does not allow this."))
        banned = {"ban": ban(tx, row.player, ends_on, reason, rule)["ban"]}
    made = tx.create(
        Penalty,
        tournament=tx.tournament,
        entry=row,
        kind=kind,
        reason=reason,
        rule=rule,
        imposed_at=tx.effective_at,
        ended_at=tx.effective_at,
        outcome="out",
        **from_now_on(tx),
    )
    at = take_out(tx, row, chips, "eliminated" if kind == "elimination" else "disqualified")
    tx.cite(rule)
    return {"penalty": made.pk, **at, **banned}


@command("penalty.count", permission=Permission.SEAT_PLAYERS, summary=summarise_counted)
def count_hand(tx: Tx, penalty: Id, served: Hands, left: Hands | None = None) -> Any:
    """Count a hand of a penalty that was not recorded, or correct the remaining length.

    The hand in progress then counts only once, even if it is recorded later.

    Args:
        penalty: a running penalty of hands or orbits.
        served: number of served hands as shown; a second count of the same hand is refused.
        left: corrected number of hands (or rounds of the button) left; defaults to one less.

    Raises:
        Refused: it is over (`penalty_is_over`), the count has changed since (`counted_since`), it is a time
            penalty (`no_hands`), or another penalty of the player is served first (`another_first`).
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
        # The next recorded hand is this one.
        keep(tx, row, now, served=row.served + 1, tournament_table=None, hand=None, **from_now_on(tx))
    else:
        keep(tx, row, _with(before, left), **from_now_on(tx))
    return {"name": entry_name(row.entry), **_length_answer(row)}


def _with(before: Sentence, left: int) -> Sentence:
    if before.hands is not None:
        return Sentence(hands=left)
    return Sentence(rounds=left, mark=before.mark)


@command("penalty.lift", permission=Permission.SEAT_PLAYERS, summary=summarise_lifted)
def lift(tx: Tx, penalty: Id, reason: Reason) -> Any:
    """Lift a penalty before it is served.

    Args:
        penalty: a running penalty.
        reason: shown to staff and kept in the player's record.

    Raises:
        Refused: it is over (`penalty_is_over`).
    """
    row = _running(tx, penalty)
    tx.cite(row.rule)
    is_over(tx, row, "lifted", lifted_because=_said(reason))
    return {"name": entry_name(row.entry)}


@command(
    "penalty.reckon",
    permission=Permission.KEEP_TIME,
    summary=lazy("%(name)s: penalty estimated from the time played"),
    undoable=False,
    public=False,
)
def reckon(tx: Tx, penalty: Id, served: Hands) -> Any:
    """Reduce a penalty by the time played if hands are not counted.

    Args:
        penalty: a running penalty.
        served: number of served hands when the reduction became due.

    Raises:
        Refused: nothing is due (`not_due`), the count has changed since (`counted_since`), or it is over
            (`penalty_is_over`).
    """
    row = _running(tx, penalty)
    if row.served != served:
        raise Refused("counted_since", _("That hand has already been counted."))
    progress = progress_of(tx.tournament)
    answer = {"name": entry_name(row.entry)}
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
                # Part of the hand in progress is included in the estimate, so it does not count when it is
                # recorded.
                tournament_table=None,
                hand=None,
                played_mark=row.played_mark + found.used,
                marked_at=row.marked_at + timedelta(milliseconds=found.used),
            )
            return {**answer, "hands": found.hands}
    raise Refused("not_due", _("No penalty is due to be counted."))
