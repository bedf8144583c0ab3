"""The strip with an event's clock that all staff pages of the event share."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.conf import settings
from django.utils import translation

from tourney.models import Tournament
from web.tv.page import words_in

register = template.Library()
# The words that a clock is told in.
_WORDS = ("clock.", "ante.", "big_blinds", "page.")


@register.inclusion_tag("shared/part_event_strip.html")
def event_strip(event: Tournament, named: bool = False) -> Mapping[str, Any]:
    """The strip of an event: its level, blinds, time left, players and whether it is paused.

    Args:
        event: whose.
        named: whether the strip has the event's name, where no heading of the page has it.
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
