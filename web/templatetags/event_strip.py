"""The clock strip shared by all staff pages of an event."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.conf import settings
from django.utils import translation

from tourney.models import Tournament
from web.tv.page import words_in

register = template.Library()
# Texts of the clock.
_WORDS = ("clock.", "ante.", "big_blinds", "page.")


@register.inclusion_tag("shared/part_event_strip.html")
def event_strip(event: Tournament, named: bool = False) -> Mapping[str, Any]:
    """Show the strip of an event: level, blinds, time left, players and whether it is paused.

    Args:
        event: the event.
        named: whether the strip shows the event's name, for pages without it in a heading.
    """
    language = translation.get_language() or settings.LANGUAGE_CODE
    words = {key: text for key, text in words_in(language).items() if key.startswith(_WORDS)}
    strip = {
        "tournament": event.pk,
        "language": language,
        "socket": "/ws/live/",
        "poll": "/live/",
        "words": words,
    }
    return {"strip": strip, "name": event.name if named else ""}
