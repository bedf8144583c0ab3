"""The clock strip shared by all staff pages of an event."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.utils import translation
from django.utils.translation import gettext as _

from tourney.access.roles import ALLOWED, Permission
from tourney.models import Tournament
from tourney.signals import for_teams
from web.tv.page import words_in

register = template.Library()
# Texts of the clock.
_WORDS = ("clock.", "ante.", "big_blinds", "page.")


@register.inclusion_tag("shared/part_event_strip.html", takes_context=True)
def event_strip(context: Context, event: Tournament, named: str) -> Mapping[str, Any]:
    """Show the strip of an event: level, blinds, time left, players, average and whether it is paused.

    Args:
        context: of the page.
        event: the event.
        named: the name of the page's address.
    """
    language = translation.get_language() or settings.LANGUAGE_CODE
    viewer = context["viewer"]
    may = sorted(what.value for what in ALLOWED[viewer.actor.role])
    words = words_in(language, _WORDS)
    strip = {
        "tournament": event.pk,
        "language": language,
        "socket": "/ws/live/",
        "poll": "/live/",
        "me": viewer.actor.key,
        "may": may,
        "words": words | {"strip.pause": _("Pause the clock"), "strip.resume": _("Resume the clock")},
    }
    # The clock page has a larger button of its own.
    press = Permission.RUN_CLOCK.value in may and event.closed_at is None and named != "remote"
    return {
        "strip": strip,
        "press": press,
        "for_teams": for_teams.ask(event),
        "request": context["request"],
    }
