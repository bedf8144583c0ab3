"""Commands for the events of a season."""

from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from seasons.commands.seasons import open_season
from seasons.models import SeasonEvent
from seasons.services.event_results import counted_elsewhere
from seasons.services.publishing import show_later
from seasons.services.seasons import begun_events, usual_events
from stages.services.overall_results import last_event_of
from tourney.access.roles import Permission
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.rulebooks.books.schema import cite
from tourney.rulebooks.shelf import book_of


@command(
    "season.add_event",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("%(event)s: part of “%(name)s”"),
)
def add_event(
    tx: Tx, season: Id, tournament: Id, role: Literal["counts", "cup_preliminary", "cup_final"] = "counts"
) -> Any:
    """Let an event count for a season, or make it the preliminary or the final of the cup.

    Args:
        season: the season.
        tournament: the event.
        role: `counts`: one of the events that bring points; `cup_preliminary`; `cup_final`.

    Raises:
        Refused: another event is the cup final (`other_cup_final`), the event is a demo (`demo`), or it
            is an earlier stage of an event (`earlier_stage`).
    """
    row, event = open_season(tx, season), tx.get(Tournament, pk=tournament)
    tx.cite(cite(book_of(row.book), book_of(row.book).season.cup) if role != "counts" else "")
    if event.demo_speed is not None:
        raise Refused("demo", _("A demo does not count for any season."))
    if counted_elsewhere().filter(tournament=event).exists():
        message = _(
            "“%(event)s” is a stage. Only the last stage of its event counts for a season: “%(last)s”."
        )
        raise Refused("earlier_stage", message % {"event": event.name, "last": last_event_of(event).name})
    if role == "cup_final":
        other = SeasonEvent.objects.filter(season=row, role=role).exclude(tournament=event).first()
        if other is not None:
            message = _("The cup final of this season is “%(event)s”. Remove it first.")
            raise Refused("other_cup_final", message % {"event": other.tournament.name}, tx.rule)
        ended = SeasonEvent.objects.filter(tournament=event, role=role).exclude(season=row).first()
        if ended is not None:
            message = _("“%(event)s” is the cup final of “%(name)s”.")
            raise Refused(
                "other_cup_final", message % {"event": event.name, "name": ended.season.name}, tx.rule
            )
    part = SeasonEvent.objects.filter(season=row, tournament=event).first()
    if part is not None:
        tx.save(part, role=role)
    else:
        tx.create(SeasonEvent, season=row, tournament=event, role=role)
    show_later(tx, row)
    return {"event": event.name, "name": row.name}


@command(
    "season.leave_out_event",
    permission=Permission.MANAGE_EVENTS,
    scope="room",
    summary=lazy("%(event)s: left out of “%(name)s”"),
)
def leave_out_event(tx: Tx, season: Id, tournament: Id) -> Any:
    """Leave an event out of a season: it brings no points, for the championship neither (Five Spades 3.5, 5.1).

    Args:
        season: the season.
        tournament: the event.

    Raises:
        Refused: the event is no part of the season (`not_in_season`).
    """
    row, event = open_season(tx, season), tx.get(Tournament, pk=tournament)
    tx.cite(cite(book_of(row.book), book_of(row.book).season.ranking))
    part = SeasonEvent.objects.filter(season=row, tournament=event).first()
    is_usual = usual_events(row, of_members=True).filter(pk=event.pk).exists()
    begun = any(one.pk == event.pk for one, _role in begun_events(row, whole=True))
    if (part is None and not (is_usual or begun)) or (part is not None and part.role == "left_out"):
        message = _("“%(event)s” does not count for “%(name)s”.")
        raise Refused("not_in_season", message % {"event": event.name, "name": row.name}, tx.rule)
    if part is None:
        tx.create(SeasonEvent, season=row, tournament=event, role="left_out")
    else:
        tx.save(part, role="left_out")
    show_later(tx, row)
    return {"event": event.name, "name": row.name}
