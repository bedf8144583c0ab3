"""Admission to an event of a stage: no player is in two running events of one stage. Reads only."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clock.services.progress import progress_of
from players.models import Player
from players.services.partners import held_by
from procedures.services.bags import closed_day_of
from stages.models import Stage, StageEvent
from stages.services.results import has_ended
from stages.services.rules import rule_after, stacks_go_on_to
from tourney.journal.refused import Refused
from tourney.models import Entry, Tournament
from tourney.rulebooks.books.schema import cite
from tourney.rulebooks.shelf import book_of


def other_events(own: StageEvent) -> list[int]:
    """Return the other events of the same stage."""
    rows = StageEvent.objects.filter(stage=own.stage_id).exclude(pk=own.pk)
    return list(rows.order_by("pk").values_list("tournament", flat=True))


def check_admission(own: StageEvent, player: Player, *, entering: bool) -> None:
    """Check that a player may enter an event of a stage.

    Args:
        own: the event.
        entering: whether the player enters now; false for a reservation.

    Raises:
        Refused: the day of the event is over (`day_is_over`), the player is in a later stage (`in_later_stage`), is
            playing in another event of the stage (`in_running_flight`), has a stack that is the only one allowed
            (`has_a_stack`), or has no entries left (`no_entries_left`).
    """
    _check_day_is_not_over(own.tournament)
    rule = double_entry_rule(own.tournament)
    later = Entry.objects.filter(
        held_by(player),
        tournament__stage_event__stage__multi_stage_event=own.stage.multi_stage_event_id,
        tournament__stage_event__stage__number__gt=own.stage.number,
        voided_at__isnull=True,
        out_at__isnull=True,
    ).select_related("tournament")
    if (there := later.first()) is not None:
        message = _("%(name)s is already playing in “%(event)s”.")
        words = {"name": player.name, "event": there.tournament.name}
        raise Refused("in_later_stage", message % words, rule)
    if entering:
        check_other_flights(own, player)
    most = own.stage.entries_most
    if most is not None:
        entered = Entry.objects.filter(
            held_by(player), tournament__stage_event__stage=own.stage, voided_at__isnull=True
        ).count()
        if entered >= most:
            message = ngettext(
                "%(name)s has used %(count)s entry, the maximum over all flights.",
                "%(name)s has used %(count)s entries, the maximum over all flights.",
                most,
            )
            raise Refused("no_entries_left", message % {"name": player.name, "count": most}, rule)


def _check_day_is_not_over(event: Tournament) -> None:
    """Refuse a new stack in a flight whose stacks are in bags: it could not be played, and would block the advance."""
    if closed_day_of(event) is not None and stacks_go_on_to(event):
        message = _("The day of “%(event)s” is over.")
        raise Refused("day_is_over", message % {"event": event.name})


def check_other_flights(own: StageEvent, player: Player) -> None:
    """Check that a player plays in no other event of the stage.

    Raises:
        Refused: see `check_admission`.
    """
    rule = double_entry_rule(own.tournament)
    inside = Entry.objects.filter(
        held_by(player), tournament__in=other_events(own), out_at__isnull=True, voided_at__isnull=True
    )
    for entry in inside.select_related("tournament").order_by("pk"):
        words = {"name": player.name, "event": entry.tournament.name}
        if not has_ended(entry.tournament):
            message = _("%(name)s is entered in “%(event)s”. A player may not be in two running flights.")
            if progress_of(entry.tournament).started:
                message = _("%(name)s is playing in “%(event)s”. A player may not be in two running flights.")
            raise Refused("in_running_flight", message % words, rule)
        if not allows_several_stacks(own.stage):
            message = _("%(name)s has a stack from “%(event)s”, and only one stack may go forward.")
            raise Refused("has_a_stack", message % words, rule)


def allows_several_stacks(stage: Stage) -> bool:
    """Return whether a player may have several stacks of a stage for the next one."""
    rule = rule_after(stage)
    return rule is not None and rule.several_stacks


def double_entry_rule(event: Tournament) -> str:
    """Return the rule against two entries of a player at the same time; "" if the book has none."""
    book = book_of(event.book)
    return cite(book, book.entering.double_entry)
