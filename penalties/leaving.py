"""Whoever goes out has served; who comes back goes on serving. Who is banned from an event does not enter it again."""

from collections.abc import Sequence, Set

from django.utils.translation import gettext as _

from desk.hooks import on_admission, on_forgotten
from desk.services.flights import flights_of
from penalties.models import Penalty
from penalties.rules.kinds import SERVED
from penalties.serving import from_now_on, is_over, running_in
from seating.hooks import on_out, on_return, on_table_change
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, Player, Tournament

_KIND = {"eliminated": "elimination", "disqualified": "disqualification"}


@on_out
def who_is_out_has_served(tx: Tx, entry: Entry, penalty: str) -> None:
    """Penalties end with the player's being out; being taken out by one is noted as one, however it was pressed."""
    for row in Penalty.objects.filter(entry=entry, ended_at__isnull=True).select_related("entry"):
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
            marked_at=tx.moment,
            imposed_at=tx.moment,
            ended_at=tx.moment,
            outcome="out",
        )


@on_table_change
def penalties_stay_at_their_table(tx: Tx, entries: Set[int]) -> None:
    """End the penalties of moved players where the book does not carry them to another table."""
    policy = tx.book.penalties.carrying
    if policy is None or policy.to_other_tables:
        return
    why = _("Moved to another table")
    # The last one first: it is not served yet, so none begins as another ends.
    for row in running_in(tx.tournament).filter(entry__in=entries).select_related("entry").reverse():
        is_over(tx, row, "lifted", lifted_because=why)


@on_return
def who_comes_back_serves_on(tx: Tx, entry: Entry) -> None:
    """A penalty that ended only with a bust that was none goes on."""
    for row in Penalty.objects.filter(entry=entry, outcome="out", kind__in=SERVED):
        # Whatever hand runs where they sit down now is none they were to sit out.
        tx.save(row, ended_at=None, outcome="", loan=None, hand=None, **from_now_on(tx))


@on_admission
def who_is_banned_from_an_event_stays_out(event: Tournament, player: Player) -> None:
    """Raises Refused (`banned_from_event`) for those who were banned from this event, in whichever of its flights
    (PokerStars Live 6.9.1).
    """
    banned = Penalty.objects.filter(entry__player=player, kind="event_ban")
    row = banned.filter(tournament__in=flights_of(event)).first()
    if row is not None:
        message = _("%(name)s is banned from this event.")
        raise Refused("banned_from_event", message % {"name": player.name}, row.rule)


@on_forgotten
def why_is_forgotten(tx: Tx, records: Sequence[Player]) -> None:
    """What was said of somebody who asked to be forgotten goes; that there was a penalty stays under the number."""
    rows = Penalty.objects.filter(entry__player__in=records)
    tx.save_many(list(rows), reason="", lifted_because="")
