"""Rules for the kinds of penalty in a book, and their limits. Pure."""

from typing import Literal, get_args

from tourney.rulebooks.books.schema import Book

# Recorded only; sat out; the end of the event for the player.
Said = Literal["reminder", "warning", "dead_hand"]
Served = Literal["hands", "orbits", "time_out"]
Out = Literal["elimination", "disqualification", "event_ban", "all_events_ban"]
Kind = Said | Served | Out

SAID: tuple[str, ...] = get_args(Said)
SERVED: tuple[str, ...] = get_args(Served)
OUT: tuple[str, ...] = get_args(Out)
KINDS = SAID + SERVED + OUT
# If a book names none.
_SILENT = ("warning", "hands", "orbits", "disqualification")
# Kinds with other names in books: a single hand (Other Poker 40), exclusion from play.
_AS = {"hand": "hands", "exclusion": "disqualification"}


def kinds_of(book: Book) -> tuple[str, ...]:
    """Return the kinds of penalty in a book, in its order, the lightest first."""
    policy = book.penalties.kinds
    named = _SILENT if policy is None else policy.kinds
    return tuple(dict.fromkeys(_AS.get(kind, kind) for kind in named))


def is_known(kind: str, book: Book) -> bool:
    """Return whether a penalty may be of this kind; a book that names no kinds leaves it to the floor."""
    return book.penalties.kinds is None or kind in kinds_of(book)


def most_of(kind: str, book: Book) -> int | None:
    """Return the maximum number of hands or orbits of a penalty; None if the book sets no limit.

    Other Poker 40 has a penalty of one hand, and of one to four rounds; WSOP 113 of one to four rounds.
    """
    policy = book.penalties.kinds
    if policy is None:
        return None
    if kind == "orbits":
        return policy.most_orbits
    return 1 if kind == "hands" and "hand" in policy.kinds and "hands" not in policy.kinds else None
