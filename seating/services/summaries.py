"""Numbers of players, tables and seats in words, for journal entries and refusals."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def players(count: int) -> str:
    """ "1 player", "8 players"."""
    return ngettext("%(n)s player", "%(n)s players", count) % {"n": count}


def tables(count: int) -> str:
    """ "1 table", "8 tables"."""
    return ngettext("%(n)s table", "%(n)s tables", count) % {"n": count}


def seats_missing(count: int) -> str:
    """Return a sentence with the number of missing seats."""
    return ngettext("%(n)s seat is missing.", "%(n)s seats are missing.", count) % {"n": count}


def drawn_seats(count: int) -> str:
    """Return a sentence with the number of players who drew new seats."""
    return ngettext("%(n)s player drew a new seat", "%(n)s players drew new seats", count) % {"n": count}


def players_at_tables(seated: int, at: int) -> str:
    """ "8 players at 1 table"."""
    return _("%(players)s at %(tables)s") % {"players": players(seated), "tables": tables(at)}
