"""Whoever goes out has served; who comes back goes on serving. Who is banned from an event does not enter it again."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from desk.admission import flights_of
from desk.hooks import on_admission, on_forgotten
from penalties.models import Penalty
from penalties.rules.kinds import SERVED
from penalties.serving import from_now_on, is_over
from seating.hooks import on_out, on_return
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
            reason=_("Taken out of the event by the floor"),
            rule=tx.rule,
            marked_at=tx.moment,
            imposed_at=tx.moment,
            ended_at=tx.moment,
            outcome="out",
        )


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
        message = _("%(name)s was banned from this event.")
        raise Refused("banned_from_event", message % {"name": player.name}, row.rule)


@on_forgotten
def why_is_forgotten(tx: Tx, records: Sequence[Player]) -> None:
    """What was said of somebody who asked to be forgotten goes; that there was a penalty stays under the number."""
    rows = Penalty.objects.filter(entry__player__in=records)
    tx.save_many(list(rows), reason="", lifted_because="")
