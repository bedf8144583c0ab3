"""Decide what to do with a row of a player file: add, correct a record, or skip. Pure."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

Known = Literal["skip", "change", "add"]
Choice = int | Literal["skip", "add"]


Likeness = Literal["same", "name", "similar"]


class OnFile(NamedTuple):
    """A record that may be the person in a row.

    Attributes:
        player: the record's player.
        by_card: whether the row has the number of this record's card, which makes the match certain.
        likeness: "same" name and date of birth, the same "name" if one has no date of birth, or "similar".
    """

    player: int
    by_card: bool
    likeness: Likeness = "similar"


def choice_for(on_file: Sequence[OnFile], known: Known, *, is_twin: bool = False, chosen: str = "") -> Choice:
    """Return the decision for a valid row: "add", "skip", or the record it corrects.

    Args:
        on_file: possible matches, likeliest first.
        known: what to do with players already on file.
        is_twin: an earlier row of the file has the same name and date of birth.
        chosen: for this row alone: "skip", "add", or the number of one of these records; "" as for all.
    """
    if chosen:
        if chosen == "add":
            return "add"
        return next((one.player for one in on_file if str(one.player) == chosen), "skip")
    if is_twin:
        return "skip"
    if not on_file:
        return "add"
    if known == "change":
        return on_file[0].player
    return "add" if known == "add" and not on_file[0].by_card else "skip"


def background_choice(
    on_file: Sequence[OnFile], known: Known, *, is_twin: bool = False
) -> Choice | Literal["unclear"]:
    """Return the decision for a row of a background import: as `choice_for`, but "unclear" if in doubt.

    A record is corrected only if the card, or name and date of birth, are the same. A row is skipped silently
    only if the name is the same, too.
    """
    choice = choice_for(on_file, known, is_twin=is_twin)
    if is_twin or choice == "add" or on_file[0].by_card:
        return choice
    sure: tuple[Likeness, ...] = ("same", "name") if choice == "skip" else ("same",)
    return choice if on_file[0].likeness in sure else "unclear"
