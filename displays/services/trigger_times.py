"""When triggers fire next by the clocks of the room's open events."""

from collections.abc import Iterable
from datetime import datetime

from clock.services.event_clock import event_clocks_of
from desk.boards.registration import registration
from displays.models import Screen, Trigger
from displays.rules.triggers import Condition, EventTimes, firings
from displays.services.placement import event_of
from tourney.models import Tournament
from tourney.now import room_now, to_ms


def next_times(triggers: Iterable[Trigger]) -> dict[int, tuple[int, str]]:
    """Return when triggers fire next (ms) and the name of the event, by id; without those that no clock tells."""
    now = to_ms(room_now()) or 0
    events = list(Tournament.objects.filter(closed_at__isnull=True))
    clocks = event_clocks_of(events)
    times: dict[int, EventTimes] = {}
    for event in events:
        clock, sold = clocks[event.pk], registration(event.pk)
        times[event.pk] = EventTimes(
            levels=clock.levels,
            clock=clock.state,
            planned_start=clock.planned_start,
            advance=clock.advance,
            open=sold is not None and sold.open,
            closed_at=None if sold is None else sold.closed_at,
            closes_at=None if sold is None else sold.late.at,
            closes_row=None if sold is None else sold.late.closes_row,
        )
    groups = {
        (screen.group_id, event_of(screen))
        for screen in Screen.objects.filter(retired=False).select_related("group")
    }
    found: dict[int, tuple[int, str]] = {}
    for trigger in triggers:
        condition = Condition(trigger.when, trigger.before_seconds * 1_000, trigger.number)  # type: ignore[arg-type]
        coming = [
            (firing.at, event.name)
            for event in events
            if trigger.shown_on == "all"
            or (trigger.shown_on == "event" and trigger.tournament_id == event.pk)
            or (trigger.shown_on == "group" and (trigger.group_id, event.pk) in groups)
            for firing in firings(condition, times[event.pk])
            if firing.at > now
        ]
        if coming and trigger.is_on:
            found[trigger.pk] = min(coming)
    return found


def rows_in_progress(now: datetime) -> dict[str, int]:
    """Return the position of the level or break in progress in each open event, by event id."""
    clocks = event_clocks_of(list(Tournament.objects.filter(closed_at__isnull=True)))
    read = {event: clock.read(to_ms(now) or 0) for event, clock in clocks.items()}
    return {f"{event}": one.position for event, one in read.items() if one.state not in ("waiting", "over")}
