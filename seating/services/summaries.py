"""Numbers of players, teams, tables and seats in words, for journal entries and refusals."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def players(count: int, *, teams: bool = False) -> str:
    """ "1 player", "8 players"; where two players share an entry "8 teams"."""
    if teams:
        return ngettext("%(n)s team", "%(n)s teams", count) % {"n": count}
    return ngettext("%(n)s player", "%(n)s players", count) % {"n": count}


def tables(count: int) -> str:
    """ "1 table", "8 tables"."""
    return ngettext("%(n)s table", "%(n)s tables", count) % {"n": count}


def seats_missing(count: int) -> str:
    """Return a sentence with the number of missing seats."""
    return ngettext("%(n)s seat is missing.", "%(n)s seats are missing.", count) % {"n": count}


def drawn_seats(count: int, *, teams: bool = False) -> str:
    """Return a sentence with the number of players, or teams, who drew new seats."""
    if teams:
        return ngettext("%(n)s team drew a new seat", "%(n)s teams drew new seats", count) % {"n": count}
    return ngettext("%(n)s player drew a new seat", "%(n)s players drew new seats", count) % {"n": count}


def players_at_tables(seated: int, at: int, *, teams: bool = False) -> str:
    """ "8 players at 1 table"."""
    return _("%(players)s at %(tables)s") % {"players": players(seated, teams=teams), "tables": tables(at)}
