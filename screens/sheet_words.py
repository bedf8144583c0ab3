"""What the structure editor says, by key. {names} are filled in by the script."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SHEET_WORDS: dict[str, Promise] = {
    "kind": _("Kind"),
    "small_blind": _("Small blind"),
    "big_blind": _("Big blind"),
    "ante": _("Ante"),
    "ante_kind": _("Who pays it"),
    "duration": _("Length"),
    "game": _("Game"),
    "note": _("Note"),
    "colour_up": _("Colour-up"),
    "ends_day": _("Ends the day"),
    "begins": _("Begins after"),
    "row_actions": _("Change the row"),
    "number": _("No."),
    "kind.level": _("Level"),
    "kind.break": _("Break"),
    "ante.none": _("No ante"),
    "ante.classic": _("Everybody"),
    "ante.small_blind": _("Small blind pays"),
    "ante.big_blind": _("Big blind pays"),
    "cell": _("{field}, {row}"),
    "move_up": _("Move up: {row}"),
    "move_down": _("Move down: {row}"),
    "insert": _("Insert a row below: {row}"),
    "remove": _("Remove: {row}"),
    "removed": _("Removed: {row}."),
    "put_back": _("Put back"),
    "locked": _("played"),
    "running": _("running"),
    "total": _("Total {time}"),
    "expected": _("likely over after {time}"),
    "sound": _("Nothing is wrong with it."),
    "faults": _("To be put right before it can be saved:"),
    "warnings": _("Allowed, but look at it:"),
    "place": _("{row}, {field}: {text}"),
    "place_row": _("{row}: {text}"),
    "place_field": _("{field}: {text}"),
    # How a row is called everywhere: by what people see beside it.
    "row.level": _("Level {number}"),
    "row.break": _("Break after level {number}"),
    "row.break_first": _("Break before level 1"),
    "unsaved": _("Not saved yet"),
    "unchanged": _("Nothing to save: nothing has been changed."),
    "no_name": _("Not saved yet: it needs a name."),
    "saved": _("Saved"),
    "offline": _("The server does not answer. What you typed is kept here; it is checked when it is back."),
    "changed": _("Somebody else changed this event's structure meanwhile. Saving replaces their change."),
    "loaded": _("The rows of “{name}” stand here now. They count once you save."),
    "nothing_to_load": _("“{name}” has no rows after those already played."),
    "most_rows": _("A structure has at most {most} rows."),
    "theirs": _("Show theirs"),
    "save": _("Save the structure"),
    "out_of_date": _("You are no longer logged in. Log in in another tab, then save again."),
}


def sheet_words() -> dict[str, str]:
    """All of it in the reader's language."""
    return {key: str(text) for key, text in SHEET_WORDS.items()}
