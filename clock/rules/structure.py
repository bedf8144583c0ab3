"""A tournament's structure: levels and breaks in playing order."""

import dataclasses
import hashlib
import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from clock.rules.games import Family, family_of
from clock.rules.refusals import clock_text
from clock.rules.refusals import gettext_noop as _

Kind = Literal["level", "break"]
AnteKind = Literal["none", "classic", "small_blind", "big_blind"]
KINDS: tuple[Kind, ...] = ("level", "break")
ANTE_KINDS: tuple[AnteKind, ...] = ("none", "classic", "small_blind", "big_blind")

MOST_ROWS = 200
SHORTEST = 1_000
LONGEST = 24 * 3_600_000
MOST_CHIPS = 10**12
LONGEST_TEXT = 80
MOST_COLOUR_UPS = 12

# Durations outside this range are possible but probably mistakes (minutes for hours, or the reverse).
USUAL_SHORTEST = 60_000
USUAL_LONGEST = 6 * 3_600_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A row of a structure. Its number is not stored: it is the n-th level (`numbered`).

    Attributes:
        kind: a level with blinds, or a break.
        small_blind, big_blind: chips; both 0 in a break.
        ante: chips, 0 for none. A big-blind or small-blind ante is the amount one player pays for the table.
        ante_kind: who pays it: no player, every player (classic), or the named blind.
        duration: milliseconds, one second to a day.
        game: the game or limit if it changes from level to level, else empty.
        family: family of the game; if empty, derived from its name (`games.family_of`). A break has none.
        note: a remark for the displays, else empty.
        colour_up: denominations that leave play when this row is over.
        ends_day: the clock stops when this level is over, until the next day is started.
    """

    kind: Kind
    duration: int
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    ante_kind: AnteKind = "none"
    game: str = ""
    family: Family = ""
    note: str = ""
    colour_up: tuple[int, ...] = ()
    ends_day: bool = False

    def __post_init__(self) -> None:
        if self.kind == "level" and not self.family:
            object.__setattr__(self, "family", family_of(self.game))


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault or, from `structure_warnings`, an oddity in a structure.

    Attributes:
        row: the row concerned, from 1; None if it concerns the whole.
        field: the attribute of `Level`, or "" if no single one is at fault.
        code: short and stable.
        message: an English template, filled with `params`.
    """

    row: int | None
    field: str
    code: str
    message: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict, hash=False)

    @property
    def text(self) -> str:
        """Return the message in English, filled in."""
        return self.message % self.params


def numbered(levels: Sequence[Level]) -> list[tuple[int | None, Level]]:
    """Return every row with its number: levels count 1, 2, 3 …, a break has None."""
    result: list[tuple[int | None, Level]] = []
    count = 0
    for level in levels:
        count += level.kind == "level"
        result.append((count if level.kind == "level" else None, level))
    return result


def to_wire(levels: Sequence[Level]) -> list[dict[str, object]]:
    """Return the rows as the `structure` board carries them (docs/reference/boards.md)."""
    return [
        {
            "kind": level.kind,
            "number": number,
            "small_blind": level.small_blind,
            "big_blind": level.big_blind,
            "ante": level.ante,
            "ante_kind": level.ante_kind,
            "duration": level.duration,
            "game": level.game,
            "family": level.family,
            "note": level.note,
            "colour_up": list(level.colour_up),
            "ends_day": level.ends_day,
        }
        for number, level in numbered(levels)
    ]


def digest_of(levels: Sequence[Level]) -> str:
    """Return a digest of a structure: equal for equal rows, different after any change."""
    return hashlib.sha256(json.dumps(to_wire(levels), sort_keys=True).encode()).hexdigest()[:16]


def text_fault(text: str) -> tuple[str, str, Mapping[str, object]] | None:
    """Return the fault of a short text (name, game, note) as code, message and params; None if it is valid.

    Control characters, line breaks, lone surrogates and bidirectional control characters are refused: on a
    display they are invisible or garble the text beside them.
    """
    if len(text) > LONGEST_TEXT:
        return (
            "text_too_long",
            _("The text has %(length)s characters; at most %(most)s are possible."),
            {"length": len(text), "most": LONGEST_TEXT},
        )
    for place, sign in enumerate(text, start=1):
        if unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or sign in _TURNING:
            return (
                "text_control",
                _("Character %(place)s of the text (%(sign)s) is a control character."),
                {"place": place, "sign": f"U+{ord(sign):04X}"},
            )
    if text != text.strip():
        return "text_edges", _("The text starts or ends with a space."), {}
    return None


_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def check_structure(levels: Sequence[Level]) -> list[Fault]:
    """Return everything that makes a structure unplayable, in row order; empty if it is sound.

    A level's small blind may be 0 (games with antes only), its big blind may not; a break has no blinds, no
    ante and no game; a day ends with a level, never with a break; the first row is a level.
    """
    if len(levels) > MOST_ROWS:
        # One message instead of thousands: a file of that size is not a structure.
        message = _("The structure has %(rows)s rows; at most %(most)s are possible.")
        return [Fault(None, "", "too_many_rows", message, {"rows": len(levels), "most": MOST_ROWS})]
    faults: list[Fault] = []
    if not any(level.kind == "level" for level in levels):
        faults.append(Fault(None, "", "no_level", _("The structure has no levels.")))
    elif levels[0].kind == "break":
        faults.append(Fault(1, "kind", "break_first", _("The structure starts with a break.")))
    for row, level in enumerate(levels, start=1):
        faults.extend(_row_faults(row, level))
    return faults


def _row_faults(row: int, level: Level) -> Iterator[Fault]:
    if not SHORTEST <= level.duration <= LONGEST:
        message = _("A duration must be between one second and 24 hours.")
        yield Fault(row, "duration", "duration_range", message, {"duration": level.duration})
    amounts = {"small_blind": level.small_blind, "big_blind": level.big_blind, "ante": level.ante}
    outside = [name for name, amount in amounts.items() if not 0 <= amount <= MOST_CHIPS]
    for name in outside:
        message = _("Chips must be from 0 to %(most)s.")
        yield Fault(row, name, "chips_range", message, {"most": MOST_CHIPS, "value": amounts[name]})
    if not outside:
        yield from _break_faults(row, level) if level.kind == "break" else _blind_faults(row, level)
    for name, text in (("game", level.game), ("note", level.note)):
        if (wrong := text_fault(text)) is not None:
            yield Fault(row, name, *wrong)
    yield from _colour_up_faults(row, level)


def _break_faults(row: int, level: Level) -> Iterator[Fault]:
    for name in ("small_blind", "big_blind", "ante"):
        if getattr(level, name):
            yield Fault(row, name, "break_with_chips", _("A break has no blinds and no ante."))
    if level.ante_kind != "none":
        yield Fault(row, "ante_kind", "break_with_chips", _("A break has no blinds and no ante."))
    if level.game or level.family:
        yield Fault(row, "game", "break_with_game", _("No game is played during a break; use the note."))
    if level.ends_day:
        yield Fault(row, "ends_day", "break_ends_day", _("A day ends with a level, not with a break."))


def _blind_faults(row: int, level: Level) -> Iterator[Fault]:
    if level.big_blind == 0:
        yield Fault(row, "big_blind", "no_big_blind", _("A level needs a big blind."))
    elif level.small_blind > level.big_blind:
        message = _("The small blind (%(small)s) is larger than the big blind (%(big)s).")
        params = {"small": level.small_blind, "big": level.big_blind}
        yield Fault(row, "small_blind", "small_above_big", message, params)
    if level.ante and level.ante_kind == "none":
        yield Fault(
            row, "ante_kind", "ante_without_kind", _("There is an ante, but it is not stated who pays it.")
        )
    if not level.ante and level.ante_kind != "none":
        yield Fault(row, "ante", "kind_without_ante", _("It is stated who pays the ante, but not how much."))


def _colour_up_faults(row: int, level: Level) -> Iterator[Fault]:
    if len(level.colour_up) > MOST_COLOUR_UPS:
        message = _("At most %(most)s denominations can be removed at once.")
        yield Fault(row, "colour_up", "colour_up_many", message, {"most": MOST_COLOUR_UPS})
    if any(not 1 <= value <= MOST_CHIPS for value in level.colour_up):
        message = _("A chip’s value must be from 1 to %(most)s.")
        yield Fault(row, "colour_up", "colour_up_range", message, {"most": MOST_CHIPS})
    if len(set(level.colour_up)) != len(level.colour_up):
        yield Fault(row, "colour_up", "colour_up_twice", _("The same denomination is listed twice."))


def structure_warnings(levels: Sequence[Level]) -> list[Fault]:
    """Return oddities to show to the person who saves it; expects a sound structure."""
    odd: list[Fault] = []
    blinds: dict[str, int] = {}
    removed: dict[int, int] = {}
    for row, level in enumerate(levels, start=1):
        if not USUAL_SHORTEST <= level.duration <= USUAL_LONGEST:
            message = _("This row lasts %(duration)s (hours, minutes, seconds or minutes, seconds).")
            odd.append(
                Fault(row, "duration", "odd_duration", message, {"duration": clock_text(level.duration)})
            )
        # Limits of different games are not comparable, so blinds are compared per game.
        before = blinds.get(level.game, 0)
        if level.kind == "level" and level.big_blind < before:
            message = _("The big blind decreases from %(before)s to %(now)s.")
            params = {"before": before, "now": level.big_blind}
            odd.append(Fault(row, "big_blind", "blinds_down", message, params))
        if level.kind == "level":
            blinds[level.game] = level.big_blind
            if level.ante > level.big_blind:
                odd.append(Fault(row, "ante", "ante_above_big", _("The ante is larger than the big blind.")))
        for value in level.colour_up:
            if value in removed:
                message = _("The %(value)s chips have already been removed in row %(row)s.")
                odd.append(
                    Fault(row, "colour_up", "removed_twice", message, {"value": value, "row": removed[value]})
                )
            removed.setdefault(value, row)
    if levels and levels[-1].kind == "break":
        odd.append(Fault(len(levels), "kind", "break_last", _("The structure ends with a break.")))
    if levels and levels[-1].ends_day:
        message = _("Nothing follows the last row, so “ends the day” has no effect there.")
        odd.append(Fault(len(levels), "ends_day", "ends_day_last", message))
    return odd
