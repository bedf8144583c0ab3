"""The effect of a removal on place and prize, by the event's book."""

from django.utils.translation import gettext as _

from tourney.rulebooks.books.schema import Book


def leaving_means(book: Book) -> dict[str, str]:
    """Describe the effect of each removal: "removed" (no penalty), "eliminated", "disqualified".

    As `prizes.rules.places` ranks: PokerStars Live 6.9.5 and 6.9.6, Five Spades 3.8 and 9.5.
    """
    ranked = _("Finishes in the place reached so far, with its prize.")
    unranked = _("Not ranked and no prize; lower players move up.")
    absent, elimination = book.seating.absent, book.penalties.elimination
    disqualification = book.penalties.disqualification
    return {
        "removed": unranked if absent is not None and absent.ranked_at_removal is False else ranked,
        "eliminated": ranked if elimination is None or elimination.ranked_at_that_moment else unranked,
        "disqualified": _("Finishes in the place reached so far, without its prize.")
        if disqualification is not None and disqualification.ranked
        else _("Not ranked with any entry and no prize; lower players move up."),
    }
