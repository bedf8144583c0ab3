"""Texts of the structure editor by key. The script fills in {names}."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

SHEET_WORDS: dict[str, Promise] = {
    "kind": _("Kind"),
    "small_blind": _("Small blind"),
    "big_blind": _("Big blind"),
    "ante": _("Ante"),
    "ante_kind": _("Who pays it"),
    "duration": _("Length"),
    "game": _("Game"),
    "family": _("Kind of game"),
    "note": _("Note"),
    "colour_up": _("Colour-up"),
    "ends_day": _("Ends the day"),
    "begins": _("Begins after"),
    "row_actions": _("Edit row"),
    "number": _("No."),
    "kind.level": _("Level"),
    "kind.break": _("Break"),
    "ante.none": _("No ante"),
    "ante.classic": _("All players"),
    "ante.small_blind": _("Small blind pays"),
    "ante.big_blind": _("Big blind pays"),
    "family.by_name": _("By its name"),
    "family.flop": _("Flop"),
    "family.draw": pgettext_lazy("game", "Draw"),
    "family.stud": _("Stud"),
    "family.mixed": _("Mixed, with stud"),
    "cell": _("{field}, {row}"),
    "move_up": _("Move up: {row}"),
    "move_down": _("Move down: {row}"),
    "insert": _("Insert a row below: {row}"),
    "remove": _("Remove: {row}"),
    "removed": _("Removed: {row}."),
    "put_back": _("Restore"),
    "chosen": _("{count} cells chosen: Ctrl C copies them"),
    "locked": _("played"),
    "running": _("running"),
    "total": _("Total {time}"),
    "expected": _("likely to end after {time}"),
    "sound": _("No errors."),
    "faults": _("Fix before saving:"),
    "warnings": _("Allowed, but check:"),
    "place": _("{row}, {field}: {text}"),
    "place_row": _("{row}: {text}"),
    "place_field": _("{field}: {text}"),
    # The name of a row everywhere, as shown beside it.
    "row.level": _("Level {number}"),
    "row.break": _("Break after level {number}"),
    "row.break_first": _("Break before level 1"),
    "unsaved": _("Not saved yet"),
    "unchanged": _("Nothing has changed, so there is nothing to save."),
    "no_name": _("Not saved yet: a name is missing."),
    "saved": _("Saved"),
    "offline": _(
        "The server is not responding. Your input is kept here and checked when the connection is back."
    ),
    "changed": _("Someone else has changed this event’s structure. Saving replaces their change."),
    "loaded": _("The rows of “{name}” are loaded. Save to apply them."),
    "nothing_to_load": _("“{name}” has no rows after the ones already played."),
    "most_rows": _("A structure can have at most {most} rows."),
    "theirs": _("Show their version"),
    "save": _("Save structure"),
    "out_of_date": _("You are logged out. Log in in another tab, then save again."),
}


def sheet_words() -> dict[str, str]:
    """Return all texts in the reader's language."""
    return {key: str(text) for key, text in SHEET_WORDS.items()}
