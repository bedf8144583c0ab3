"""Texts of staff pages that count entries, for events with teams of two."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tourney.models import Tournament
from tourney.signals import for_teams

TEAM_WORDS: dict[str, Promise] = {
    "dealer.players": _("{count} teams"),
    "dealer.players.one_count": _("{count} team"),
    "floor.held_final": _(
        "All {players} teams left fit at the final table ({seats} seats). It can be drawn once registration "
        "is closed."
    ),
    "floor.held_final_expected": _(
        "{players} teams left and {expected} called from the waiting list fit at the final table ({seats} seats). "
        "It can be drawn once registration is closed."
    ),
    "penalty.in_hands": _("{count} hands: {players} teams at the table"),
    "penalty.in_hands.one_count": _("{count} hand: {players} teams at the table"),
    "floor.some_players": _("{count} teams"),
    "floor.some_players.one_count": _("{count} team"),
}


def with_team_words(event: Tournament, words: Mapping[str, Any]) -> dict[str, Any]:
    """Return the texts of an event's page, with "teams" in place of "players" if the event is for teams."""
    if not for_teams.ask(event):
        return dict(words)
    return dict(words) | {key: text for key, text in TEAM_WORDS.items() if key in words}
