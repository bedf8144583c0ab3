"""An event's start, price, structure and prizes for the public, on a page and on paper."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from msgspec.structs import asdict

from clock.boards.clock import clock, levels_and_chips
from clock.boards.structs import ClockBoard, LevelRow
from clock.rules.expected_starts import expected_starts
from clock.services.event_clock import event_clock_of
from desk.boards.registration import LateEntry, RegistrationBoard, registration
from prizes.boards.event import prizes
from prizes.boards.structs import NoPrizes, PrizesBoard
from prizes.services.money import pool_of, stages_of_pool
from prizes.services.places import winners_of
from stages.boards.stages import stages
from stages.services.rules import flights_and_days
from tourney.models import Tournament
from tourney.now import from_ms, room_now, to_ms
from tourney.rulebooks.shelf import book_of
from tourney.services.figures import grouped
from tourney.snapshot import consistent_read
from web.office.details import event_of
from web.shared.modules import modules_of
from web.shared.places_text import places_text
from web.shared.texts import WORDS
from web.tv.page import page_config


@never_cache
@require_GET
def event_public(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show what a player needs to know before registering."""
    event = event_of(tournament_id)
    with consistent_read():
        context = _facts(event)
    context["modules"] = modules_of(["public/event.js"]).preloads()
    context["config"] = page_config(request, ("clock.",), tournament=event.pk)
    return render(request, "public/event.html", context)


@never_cache
@require_GET
def print_structure(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Print the structure on A4, with the time of day at which each row is expected to start."""
    event = event_of(tournament_id)
    with consistent_read():
        context = _facts(event)
        now = room_now()
        event_clock = event_clock_of(event)
    at = to_ms(now) or 0
    starts = expected_starts(event_clock.levels, event_clock.read(at), at)
    context["levels"] = [
        {**level, "starts": start} for level, start in zip(context["levels"], starts, strict=True)
    ]
    return render(request, "public/print_structure.html", {**context, "now": now})


def _facts(event: Tournament) -> dict[str, Any]:
    """Return what both the page and the sheet show of an event."""
    sold = registration(event.pk, "")
    structure = levels_and_chips(event.pk, "")
    money = prizes(event.pk, "")
    now = clock(event.pk, "")
    levels = [] if structure is None else structure.levels
    parts = stages(event)
    running = [one.tournament for stage in parts.stages for one in stage.events] if parts else [event.pk]
    won = {one.pk for one in Tournament.objects.filter(pk__in=running) if winners_of(one)}
    return {
        "event": event,
        "book": book_of(event.book),
        "clock": now,
        "sold": sold,
        "places": _places(sold),
        "bounties_kept": _bounties_kept(sold, money),
        "extras": _extras(sold, levels),
        "state": _state(event, deal_pending=now is not None and now.deal_pending),
        "flight_over": _flight_over(now),
        "start": from_ms(now.planned_start) if now and now.planned_start else None,
        "late": "" if sold is None else _late(sold.late, levels),
        "late_at": from_ms(sold.late.at) if sold and sold.late.at else None,
        "levels": [asdict(level) for level in levels],
        "chips": [] if structure is None else structure.chips,
        "prizes": money if isinstance(money, PrizesBoard) else None,
        "withheld": pool_of(event).withheld if isinstance(money, PrizesBoard) else 0,
        "is_new": _is_new(event),
        "stages": parts,
        # Below the name of the tournament: "1A", "Day 2".
        "short_names": {one.event: one.name for one in flights_and_days(event)},
        # Their play is over, though staff may not have closed them yet.
        "won": won,
        "paid_by": stages_of_pool(event).paid_by,
    }


def _state(event: Tournament, *, deal_pending: bool) -> str:
    """Describe what the clock does at present."""
    event_clock = event_clock_of(event)
    read = event_clock.read(to_ms(room_now()) or 0)
    if read.state == "paused":
        why = [str(WORDS["clock.deal_pending"])] if deal_pending else []
        return " · ".join([str(WORDS["clock.paused"]), *why])
    if read.state == "running" and event_clock.levels[read.position].kind == "break":
        return str(WORDS["clock.break"])
    return str(WORDS["page.running"])


def _bounties_kept(sold: RegistrationBoard | None, money: PrizesBoard | NoPrizes | None) -> bool:
    """Return whether entries are sold with a bounty, and the prizes, which are locked, have none."""
    if sold is None or not sold.parts.bounty or not isinstance(money, PrizesBoard):
        return False
    return money.state == "locked" and money.bounties == "none"


def _flight_over(now: ClockBoard | None) -> dict[str, Any] | None:
    """Say that a flight is over, and what comes next; None for an event whose players play on in it."""
    day = None if now is None else now.day_over
    if day is None or not day.next:
        return None
    return {
        "text": str(WORDS["clock.is_over"]).format(name=day.name),
        "next": str(WORDS[f"clock.next_{day.next_state}"]).format(name=day.next),
        "start": None if day.next_start is None else from_ms(day.next_start),
    }


def _is_new(event: Tournament) -> bool:
    """Return whether there are no entries yet: prizes then only show the shares of the pool."""
    return not event.entries.filter(voided_at__isnull=True).exists()


def _places(sold: RegistrationBoard | None) -> str:
    """Describe the places left, held and waited for, as the lobby does; "" once registration has closed."""
    if sold is None or not sold.open:
        return ""
    waiting = str(WORDS["entry.waiting"]).format(count=grouped(sold.waiting)) if sold.waiting else ""
    return " · ".join(part for part in (places_text(sold), waiting) if part)


def _late(late: LateEntry, levels: list[LevelRow]) -> str:
    """Describe when late registration ends; "" if a timestamp says it, which the page formats itself."""
    if late.ends == "none":
        return _("Registration closes when the tournament starts.")
    if late.row is not None:
        return _("Registration is open until the end of %(row)s.") % {"row": _row(levels, late.row)}
    return ""


def _row(levels: list[LevelRow], position: int) -> str:
    """Name a row of the structure, as "level 6" or "the break after level 6"."""
    number = sum(1 for row in levels[: position + 1] if row.kind == "level")
    if position < len(levels) and levels[position].kind == "break":
        return pgettext("until the end of", "the break after level %(number)s") % {"number": number}
    return pgettext("until the end of", "level %(number)s") % {"number": number}


def _extras(sold: RegistrationBoard | None, levels: list[LevelRow]) -> list[dict[str, Any]]:
    """Return rebuy and add-on with the row in which each ends."""
    return [
        {**asdict(extra), "until": _row(levels, extra.until_row)} for extra in (sold.extras if sold else [])
    ]
