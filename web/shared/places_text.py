"""The places left in an event, in the words of static/shared/ui/registration.js."""

from desk.boards.registration import RegistrationBoard
from tourney.services.figures import grouped
from web.shared.texts import WORDS


def places_text(sold: RegistrationBoard) -> str:
    """Return the places left and the places held; "" without a capacity."""
    left, kept = sold.places_left, sold.kept
    if left is None:
        return ""
    if left == 0:
        key = "entry.full" if not kept else "entry.full_one_kept" if kept == 1 else "entry.full_kept"
        return str(WORDS[key]).format(count=grouped(kept))
    places = str(WORDS["entry.one_place" if left == 1 else "entry.places"]).format(count=grouped(left))
    if not kept:
        return places
    key = "entry.one_kept" if kept == 1 else "entry.kept"
    return str(WORDS[key]).format(places=places, count=grouped(kept))
