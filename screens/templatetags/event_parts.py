"""Parts of an event's pages that reload while the page is open."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context

from desk.boards.people import unconfirmed_in
from prizes.ending import ending_of
from prizes.money import payout_of
from prizes.unclaimed import unclaimed_bounties
from tourney.models import Tournament

register = template.Library()


def _shared(context: Context) -> dict[str, Any]:
    given = context.flatten()
    return {"may": given["may"], "csrf_token": given.get("csrf_token")}


@register.inclusion_tag("screens/part_event_end.html", takes_context=True)
def event_end(context: Context) -> Mapping[str, Any]:
    """Offer what is to be done once somebody has won the event of the page; empty before."""
    event = context["event"]
    ending = ending_of(event) if event.closed_at is None else None
    return {**_shared(context), "event": event, "ending": ending}


@register.inclusion_tag("screens/part_bounties_open.html", takes_context=True)
def bounties_open(context: Context) -> Mapping[str, Any]:
    """List the bounties of the page's event that nobody has claimed."""
    return {**_shared(context), **unclaimed_in(context["event"])}


@register.inclusion_tag("screens/part_unconfirmed_members.html", takes_context=True)
def unconfirmed_members(context: Context) -> Mapping[str, Any]:
    """Say how many players of the page's event have a membership that nobody has confirmed, before they play."""
    event = context["event"]
    count, rule = unconfirmed_in(event) if event.closed_at is None else (0, "")
    return {**_shared(context), "count": count, "rule": rule}


def unclaimed_in(event: Tournament) -> dict[str, Any]:
    """Return what the part of unclaimed bounties shows."""
    payout, found = payout_of(event), unclaimed_bounties(event)
    return {
        "event": event,
        "unclaimed": found,
        "total": sum(one.value or 0 for one in found),
        "currency": "" if payout is None else payout.currency,
    }
