"""Suggested structures and what-ifs, with refusals in the reader's language."""

from django.utils.translation import gettext as _

from clock.rules.structure import Level
from clock.rules.suggestion.field_model import Field
from clock.rules.suggestion.generator import Suggestion, Unreachable, suggest
from clock.rules.suggestion.plan import FEWEST_PLAYERS, MOST_PLAYERS, Plan
from clock.rules.suggestion.what_if import Change, Impossible, Outcome, Situation, what_if
from clock.services.event_clock import event_clock_of
from tourney.journal.refused import Refused
from tourney.models import Tournament
from tourney.now import room_now, to_ms
from tourney.services.field_counts import field_of

# Expected players of an event without entries.
_EXPECTED = 30


def suggestion_for(plan: Plan) -> Suggestion:
    """Suggest a structure.

    Raises:
        Refused: `unreachable`: no payable structure with these levels ends near the planned length.
    """
    try:
        return suggest(plan)
    except Unreachable as no:
        if no.level_minutes:
            text = _(
                "With levels of this length, the event does not end in time. With levels of %(minutes)s "
                "minutes it would."
            )
            message = text % {"minutes": no.level_minutes}
        else:
            message = _(
                "With these players and chips, no structure ends near that time. Choose another length or other stacks."
            )
        raise Refused("unreachable", message, fields={"level_minutes": message}) from None


def situation_of(event: Tournament) -> Situation:
    """Return where an event stands on its clock; before the start with the entries so far, or 30. A day 2
    begins with its players and chips, and at its level.
    """
    event_clock = event_clock_of(event)
    levels = tuple(event_clock.levels)
    read = event_clock.read(to_ms(room_now()) or 0)
    counted = field_of(event)
    waits = read.state == "waiting"
    since = sum(level.duration for level in levels[: read.position]) + min(
        read.elapsed, levels[read.position].duration
    )
    if waits and not (since and counted.left):
        field = Field(max(counted.entries, 2) if counted.entries else _EXPECTED, event.starting_stack)
    else:
        left = max(counted.left, 2)
        chips = max(counted.chips, left)
        field = Field(left, chips // left, extra_chips=chips % left)
    has_begun = bool(read.elapsed) or not waits
    values = (
        () if event.chip_set is None else tuple(sorted(chip.value for chip in event.chip_set.chips.all()))
    )
    return Situation(levels, field, free=read.position + has_begun, since=since, chips=values)


def library_situation(levels: tuple[Level, ...], expected: object) -> Situation | None:
    """Return the situation of a structure without an event.

    Args:
        expected: decoded JSON: `{"players": …, "stack": …}`; None is returned if it is anything else.
    """
    if not isinstance(expected, dict):
        return None
    players, stack = expected.get("players"), expected.get("stack")
    if type(players) is not int or type(stack) is not int:
        return None
    if not (FEWEST_PLAYERS <= players <= MOST_PLAYERS and 1 <= stack <= 10**9):
        return None
    return Situation(levels, Field(players, stack))


def outcome_of(situation: Situation, change: Change) -> Outcome:
    """Try a change of a structure.

    Raises:
        Refused: `impossible`: the levels still to come cannot become so short or so long.
    """
    try:
        return what_if(situation, change)
    except Impossible:
        message = _("The levels still to come cannot change the end by that much.")
        raise Refused("impossible", message, fields={"shorter_by": message}) from None


def level_minutes(level: Level) -> int:
    """Return the length of a row in whole minutes."""
    return round(level.duration / 60_000)
