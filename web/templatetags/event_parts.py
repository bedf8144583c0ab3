"""Parts of an event's pages that reload while the page is open."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context
from django.utils.translation import gettext as _

from clock.services.progress import progress_of
from desk.models import Registration
from displays.models import Screen
from players.boards.people import unconfirmed_in
from players.services.partners import is_team
from prizes.services.bounties import bounty_money_kept, payout_of_bounties
from prizes.services.event_end import awaited_before_end, ending_of, winners_in
from prizes.services.money import payout_of
from prizes.services.unclaimed_bounties import unclaimed_bounties
from procedures.services.bags import bags_opened
from seating.models import Seat, TournamentTable
from seating.services.last_player import held_end_of
from stages.services.onward import players_went_to
from stages.services.pools import pays_instead_of
from stages.services.rules import stage_event_of
from tourney.models import Entry, Tournament
from tourney.signals import for_teams

register = template.Library()


def _shared(context: Context) -> dict[str, Any]:
    given = context.flatten()
    return {"may": given["may"], "csrf_token": given.get("csrf_token")}


@register.inclusion_tag("office/part_event_end.html", takes_context=True)
def event_end(context: Context) -> Mapping[str, Any]:
    """Offer the next steps once the event of the page has a winner; before, name the flights that delay it."""
    return {**_shared(context), **end_of(context["event"])}


@register.inclusion_tag("office/part_event_onward.html", takes_context=True)
def event_onward(context: Context) -> Mapping[str, Any]:
    """Name the event in which the players of a flight play on."""
    event = context["event"]
    onward = players_went_to(event) if event.closed_at is not None else []
    return {"onward": onward, "for_teams": bool(onward) and for_teams.ask(event)}


def end_of(event: Tournament) -> dict[str, Any]:
    """Return what `part_event_end.html` shows of an event."""
    ending = ending_of(event) if event.closed_at is None else None
    awaited = awaited_before_end(event) if event.closed_at is None and ending is None else ()
    if ending is None:
        held_end = None if awaited else held_end_of(event)
        return {"event": event, "ending": None, "awaited": awaited, "held_end": held_end}
    payout = payout_of(event)
    return {
        "event": event,
        "ending": ending,
        "awaited": awaited,
        # The players of the one entry that has won: two in a team.
        "people": 2 if any(is_team(one) for one in winners_in(event)) else 1,
        "bounty_money_kept": bounty_money_kept(event),
        "unclaimed_total": unclaimed_in(event)["total"],
        "currency": "" if payout is None else payout.currency,
    }


@register.inclusion_tag("office/part_bounties_open.html", takes_context=True)
def bounties_open(context: Context) -> Mapping[str, Any]:
    """List the unclaimed bounties of the page's event."""
    return {**_shared(context), **unclaimed_in(context["event"])}


@register.inclusion_tag("office/part_event_setup.html", takes_context=True)
def event_setup(context: Context) -> Mapping[str, Any]:
    """List what is set up for the page's event and what is missing, before play."""
    event, shared = context["event"], _shared(context)
    # If entries are counted by hand, nothing is sold, and often no seat is drawn.
    counted = event.counted_by_hand and event.counted_entries > 0
    if event.closed_at is not None or counted or not shared["may"]["manage_events"]:
        return {**shared, "steps": []}
    progress = progress_of(event)
    if progress.started:
        return {**shared, "steps": []}
    tables = TournamentTable.objects.filter(tournament=event, released_at__isnull=True).exists()
    steps = [
        (
            _("Price and registration"),
            Registration.objects.filter(tournament=event).exists(),
            "registration",
            "",
        ),
        (_("Tables"), tables, "event_tables", ""),
        (_("Prizes"), payout_of(event) is not None or pays_instead_of(event) is not None, "prizes", ""),
        (_("Planned start"), progress.starts_at is not None, "remote", "#plan"),
        _entries_step(event),
        (
            _("Seat draw"),
            Seat.objects.filter(tournament_table__tournament=event, entry__isnull=False).exists(),
            "event_tables",
            "#draw-title",
        ),
        *_bags_step(event),
        (
            _("Clock on a TV"),
            Screen.objects.filter(tournament=event, retired=False).exists(),
            "pair_event",
            "",
        ),
    ]
    rows = [dict(zip(("name", "done", "page", "anchor"), step, strict=True)) for step in steps]
    return {
        **shared,
        "event": event,
        "steps": rows,
        "done": sum(bool(row["done"]) for row in rows),
        "next": next((row for row in rows if not row["done"]), None),
    }


def _entries_step(event: Tournament) -> tuple[str, bool, str, str]:
    """Return the step that brings entries: the sale at the desk, or the advance from an earlier stage."""
    done = Entry.objects.filter(tournament=event, voided_at__isnull=True).exists()
    own = stage_event_of(event)
    if own is None or own.stage.number == 1:
        return _("Sell at the desk"), done, "desk_event", ""
    return _("Advance teams") if for_teams.ask(event) else _("Advance players"), done, "event_stages", ""


def _bags_step(event: Tournament) -> list[tuple[str, bool, str, str]]:
    """Return the step that opens the bags with which players come from an earlier stage, if they have any."""
    bags = bags_opened(event)
    return [] if bags is None else [(_("Open the bags"), bags[0] == bags[1], "stack_counts", "")]


@register.inclusion_tag("office/part_unconfirmed_members.html", takes_context=True)
def unconfirmed_members(context: Context) -> Mapping[str, Any]:
    """Count players of the page's event with unconfirmed memberships, before play."""
    event = context["event"]
    count, rule = unconfirmed_in(event) if event.closed_at is None else (0, "")
    return {**_shared(context), "count": count, "rule": rule}


def unclaimed_in(event: Tournament) -> dict[str, Any]:
    """Return the context of the unclaimed bounties."""
    # A flight's bounties are paid by the last stage.
    payout, found = payout_of_bounties(event), unclaimed_bounties(event)
    return {
        "event": event,
        "unclaimed": found,
        "total": sum(one.value or 0 for one in found),
        "currency": "" if payout is None else payout.currency,
    }
