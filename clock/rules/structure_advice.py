"""Everything that is allowed in a structure but probably a mistake, for its editor. Pure."""

import dataclasses
from collections.abc import Sequence

from clock.rules.field import Chip, chips_in_play, unpayable
from clock.rules.leaving_chips import leaving_chips
from clock.rules.refusals import gettext_noop as _
from clock.rules.structure import Fault, Level, numbered, structure_warnings

# Players expect a break after so much play at the latest.
LONGEST_PLAY = 2 * 3_600_000


def structure_advice(levels: Sequence[Level], chips: Sequence[Chip]) -> list[Fault]:
    """Return all warnings about a sound structure, in the order of its rows.

    Args:
        chips: the event's denominations; if empty, amounts are not compared with them.
    """
    found = [
        *structure_warnings(levels),
        *_jumps(levels),
        *_long_play(levels),
        *_colour_ups_without_a_break(levels),
        *unpayable(levels, chips),
        *_needed_later(levels, chips),
        *_could_leave_earlier(levels, chips),
    ]
    return sorted(found, key=lambda fault: fault.row or 0)


def _jumps(levels: Sequence[Level]) -> list[Fault]:
    """Warn about big blinds that more than double, per game: limits of different games are not comparable."""
    found: list[Fault] = []
    blinds: dict[str, int] = {}
    for row, level in enumerate(levels, start=1):
        if level.kind != "level":
            continue
        before = blinds.get(level.game, 0)
        if before and level.big_blind > 2 * before:
            message = _("The big blind more than doubles, from %(before)s to %(now)s.")
            found.append(
                Fault(row, "big_blind", "blinds_jump", message, {"before": before, "now": level.big_blind})
            )
        blinds[level.game] = level.big_blind
    return found


def _long_play(levels: Sequence[Level]) -> list[Fault]:
    """Warn once for each stretch of more than two hours without a break; a night ends it as well."""
    found: list[Fault] = []
    played = 0
    for row, level in enumerate(levels, start=1):
        if level.kind == "break":
            played = 0
            continue
        before, played = played, played + level.duration
        if before <= LONGEST_PLAY < played:
            message = _("By the end of this level, there has been no break for more than two hours.")
            found.append(Fault(row, "duration", "no_break", message))
        if level.ends_day:
            played = 0
    return found


def _colour_ups_without_a_break(levels: Sequence[Level]) -> list[Fault]:
    """Warn about chips that leave after a level which play follows at once: a chip race takes its time."""
    return [
        Fault(
            row,
            "colour_up",
            "colour_up_without_break",
            _("Play goes on at once after this level. A colour-up belongs to a break or the end of a day."),
        )
        for row, level in enumerate(levels, start=1)
        if level.colour_up
        and level.kind == "level"
        and not level.ends_day
        and row < len(levels)
        and levels[row].kind == "level"
    ]


def _needed_later(levels: Sequence[Level], chips: Sequence[Chip]) -> list[Fault]:
    """Warn beside a colour-up about the first later level whose amounts only the chips that leave can pay."""
    if not chips:
        return []
    odd = {fault.row for fault in unpayable(levels, chips)}
    numbers = [number for number, _level in numbered(levels)]
    found: list[Fault] = []
    for row, level in enumerate(levels, start=1):
        leaving = set(level.colour_up) & {chip.value for chip in chips_in_play(chips, levels, row - 1)}
        if not leaving:
            continue
        kept = [*levels[: row - 1], _without_colour_up(level), *levels[row:]]
        payable_if_kept = odd - {fault.row for fault in unpayable(kept, chips)}
        first = min((later for later in payable_if_kept if later is not None and later > row), default=None)
        if first is not None:
            message = _("Too early: level %(level)s cannot be paid without these chips.")
            found.append(Fault(row, "colour_up", "colour_up_early", message, {"level": numbers[first - 1]}))
    return found


def _could_leave_earlier(levels: Sequence[Level], chips: Sequence[Chip]) -> list[Fault]:
    """Warn about chips that stay beyond the first break after which no amount needs them: they only slow play down."""
    numbers = [number for number, _level in numbered(levels)]
    found: list[Fault] = []
    for one in leaving_chips(levels, [chip.value for chip in chips]):
        if one.verdict != "later" or one.removed is None or one.proposed is None:
            continue
        before = max((number for number in numbers[: one.proposed + 1] if number is not None), default=0)
        message = _(
            "The %(value)s chips could be coloured up in the break after level %(level)s: no later amount "
            "needs them."
        )
        found.append(
            Fault(
                one.removed + 1,
                "colour_up",
                "colour_up_late",
                message,
                {"value": one.value, "level": before},
            )
        )
    return found


def _without_colour_up(level: Level) -> Level:
    return dataclasses.replace(level, colour_up=())
