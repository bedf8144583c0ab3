"""The navigation above every page of the staff, and the tabs on a page."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import Context

from tourney.models import Tournament
from web.shared.navigation import navigation, of_request
from web.shared.palette import palette_config

register = template.Library()


@register.simple_tag(takes_context=True)
def page_navigation(context: Context) -> Mapping[str, Any]:
    """Return the navigation of the page, and its event; empty for the public."""
    viewer, request = context.get("viewer"), context.get("request")
    if viewer is None or viewer.actor is None or request is None:
        return {}
    name, number = of_request(request)
    event = None
    if number is not None:
        given = context.get("event")
        event = given if isinstance(given, Tournament) else Tournament.objects.filter(pk=number).first()
    links = navigation(viewer.actor, name, None if event is None else event.pk)
    return {
        "links": links,
        "palette": palette_config(viewer.actor, links, event),
        "event": event,
        "page": name,
    }


@register.inclusion_tag("shared/part_page_tabs.html", takes_context=True)
def page_tabs(context: Context) -> Mapping[str, Any]:
    """Show the tabs of pages that share one entry of the navigation."""
    return {"links": context["navigation"].get("links") if "navigation" in context else None}
