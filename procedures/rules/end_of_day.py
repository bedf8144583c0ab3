"""End of a day: the clock is stopped at an unpredictable time, and a card decides the number of last hands.

PokerStars Live 3.12 and WSOP 125 differ in the window and the cards, so both are part of the policy.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from clock.rules import verbs
from clock.rules.reading import Advance, ClockState, reading
from clock.rules.refusals import NotNow, clock_text
from clock.rules.refusals import gettext_noop as _
from clock.rules.structure import Level
from tourney.rules.randomness import SeededRandom

_MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class LastHands:
    """A book's way to end a day.

    Attributes:
        from_minutes, to_minutes: the clock may be stopped while between these minutes are left of the day's
            last level (15 and 5 in PokerStars Live 3.12, 13 and 7 in WSOP 125), both ends included.
        lowest, highest: the cards that are drawn from; a card is as many hands (3 to 7; short-handed WSOP
            events 2 to 5).
        min_tables: fewer tables than this do not use it (4 in WSOP 125).
        rule: the rule as cited.
    """

    from_minutes: int
    to_minutes: int
    lowest: int
    highest: int
    min_tables: int
    rule: str

    def __post_init__(self) -> None:
        if not (0 <= self.to_minutes <= self.from_minutes and 2 <= self.lowest <= self.highest <= 10):
            raise ValueError(f"No day can end like this: {self}")


def stop_for_last_hands(
    levels: Sequence[Level],
    clock: ClockState,
    planned_start: int | None,
    advance: Advance,
    now: int,
    *,
    policy: LastHands,
    tables: int | None = None,
) -> ClockState:
    """Stop the clock so that the card can be drawn; a paused clock stays paused.

    Args:
        tables: tables in play; None if unknown; their number is then not checked.

    Raises:
        NotNow `not_started`, `not_last_of_day`, `too_early`, `too_late`, `too_few_tables`.
    """
    check_window(levels, clock, planned_start, advance, now, policy=policy, tables=tables)
    if clock.started and not clock.running:
        return clock
    return verbs.pause(levels, clock, planned_start, advance, now)


def check_window(
    levels: Sequence[Level],
    clock: ClockState,
    planned_start: int | None,
    advance: Advance,
    now: int,
    *,
    policy: LastHands,
    tables: int | None = None,
) -> None:
    """Check that the clock may be stopped for the last hands now; arguments and `NotNow` as in
    `stop_for_last_hands`.

    If it is only a matter of time, the parameter `opens_in` of `too_early` is the ms of play until then.
    """
    read = reading(levels, clock, planned_start, advance, now)
    if read.state == "waiting":
        raise NotNow("not_started", _("The clock has not been started yet."))
    if not levels[read.position].ends_day:
        message = _("This is not the last level of the day. Mark it as such in the structure first.")
        raise NotNow("not_last_of_day", message)
    if tables is not None and tables < policy.min_tables:
        message = _("No card is drawn with fewer than %(min)s tables (%(rule)s). Tables in play: %(tables)s.")
        params = {"min": policy.min_tables, "tables": tables, "rule": policy.rule}
        raise NotNow("too_few_tables", message, params)
    window = {
        "from": clock_text(policy.from_minutes * _MINUTE),
        "to": clock_text(policy.to_minutes * _MINUTE),
        "left": clock_text(read.remaining),
        "rule": policy.rule,
    }
    opens_in = read.remaining - policy.from_minutes * _MINUTE
    if opens_in > 0:
        message = _(
            "The clock is stopped with %(from)s to %(to)s left in the level (%(rule)s). Now %(left)s "
            "is left: wait %(wait)s."
        )
        params = {**window, "wait": clock_text(opens_in), "opens_in": opens_in}
        raise NotNow("too_early", message, params)
    if read.remaining < policy.to_minutes * _MINUTE:
        message = _(
            "The clock is stopped with %(from)s to %(to)s left in the level (%(rule)s). Now only "
            "%(left)s is left."
        )
        raise NotNow("too_late", message, window)


def hands_for(card: int, policy: LastHands) -> int:
    """Return the hands to be played at every table from the next riffle on: the card's points.

    Raises:
        NotNow `card_out_of_range`: the card is not one of the policy's cards.
    """
    if not policy.lowest <= card <= policy.highest:
        message = _("The card must be from %(lowest)s to %(highest)s (%(rule)s).")
        params = {"lowest": policy.lowest, "highest": policy.highest, "rule": policy.rule}
        raise NotNow("card_out_of_range", message, params)
    return card


def draw_card(seed: str, policy: LastHands) -> int:
    """Draw a card from a seed: each of the policy's cards is equally likely, and anyone can recompute it.

    Args:
        seed: hexadecimal digits, whose SHA-256 was published before (`tourney.rules.randomness`).
    """
    return policy.lowest + SeededRandom(seed).below(policy.highest - policy.lowest + 1)
