"""Receivers of penalties: eliminations, moves, reinstatements, entries and completed hands."""

from django.db.models import Q
from django.utils.translation import gettext as _

from clock.signals import ClockAdvanced, clock_advanced
from desk.services.flights import flights_of
from desk.signals import Admission, before_admission
from penalties.models import Penalty
from penalties.rules.kinds import SERVED
from penalties.services.serving import count_hand, from_now_on, is_over, running_in
from penalties.services.timed_penalties import serve_later
from players.services.partners import held_by_any
from players.signals import PersonalDataDeleted, personal_data_deleted
from seating import signals as seating
from tourney.journal.refused import Refused
from tourney.services.prepared_query import PreparedQuery

_KIND = {"eliminated": "elimination", "disqualified": "disqualification"}


@clock_advanced.connect
def serve_when_the_clock_advances(event: ClockAdvanced) -> None:
    """Start a job that reduces penalties by the time played."""
    serve_later(event.tx)


_RUNNING_OF_ENTRY = PreparedQuery(
    lambda entry: Penalty.objects.filter(entry=entry, ended_at__isnull=True).select_related("entry")
)


@seating.player_eliminated.connect
def end_penalties(event: seating.PlayerEliminated) -> None:
    """End the penalties of an eliminated player; record the one that removed the player, however it was
    entered.
    """
    tx, entry, penalty = event.tx, event.entry, event.penalty
    for row in _RUNNING_OF_ENTRY.all(entry.pk):
        is_over(tx, row, "out")
    noted = any(change["model"] == "penalties.penalty" and change["before"] is None for change in tx.changes)
    if penalty and not noted:
        tx.create(
            Penalty,
            tournament=tx.tournament,
            entry=entry,
            kind=_KIND[penalty],
            reason=_("Removed from the tournament by the floor"),
            rule=tx.rule,
            marked_at=tx.effective_at,
            imposed_at=tx.effective_at,
            ended_at=tx.effective_at,
            outcome="out",
        )


@seating.players_moved.connect
def lift_penalties_of_moved_players(event: seating.PlayersMoved) -> None:
    """End the penalties of moved players if the book does not carry them to another table."""
    tx = event.tx
    policy = tx.book.penalties.carrying
    if policy is None or policy.to_other_tables:
        return
    why = _("Moved to another table")
    # Last one first: it is not being served yet, so none begins as another ends.
    for row in running_in(tx.tournament).filter(entry__in=event.entries).select_related("entry").reverse():
        is_over(tx, row, "lifted", lifted_because=why)


@seating.before_reinstatement.connect
def resume_penalties(event: seating.Reinstatement) -> None:
    """Resume the penalties that ended with a withdrawn bust."""
    tx = event.tx
    for row in Penalty.objects.filter(entry=event.entry, outcome="out", kind__in=SERVED):
        # The hand in progress at the new seat is not one to sit out.
        tx.save(row, ended_at=None, outcome="", tournament_table=None, hand=None, **from_now_on(tx))


_BANNED = PreparedQuery(
    lambda player, events: Penalty.objects.filter(
        Q(entry__player=player) | Q(entry__partner__player=player), kind="event_ban", tournament__in=events
    )
)


@before_admission.connect
def refuse_banned_players(asked: Admission) -> None:
    """Refuse players who were banned from this event, in any of its flights (PokerStars Live 6.9.1). A team is
    banned as one: both of its players.

    Raises:
        Refused: the player was banned (`banned_from_event`).
    """
    row = _BANNED.first(asked.player.pk, sorted(flights_of(asked.event)))
    if row is not None:
        message = _("%(name)s is banned from this event.")
        raise Refused("banned_from_event", message % {"name": asked.player.name}, row.rule)


@personal_data_deleted.connect
def delete_reasons(event: PersonalDataDeleted) -> None:
    """Delete texts about an anonymised player; the penalty itself stays under the number."""
    rows = Penalty.objects.filter(held_by_any(event.players, "entry__")).distinct()
    event.tx.save_many(list(rows), reason="", lifted_because="")


@seating.hand_completed.connect
def count_completed_hand(event: seating.HandCompleted) -> None:
    """Count a hand for all players at the table who are sitting out."""
    count_hand(event.tx, event.table, misdeal=False)


@seating.hand_misdealt.connect
def count_misdeal(event: seating.HandMisdealt) -> None:
    """Count a misdealt hand if the book counts both; otherwise its replay counts."""
    count_hand(event.tx, event.table, misdeal=True)
