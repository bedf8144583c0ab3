"""Check that a dealer works at the table a command applies to.

A dealer's login or token works at the first table it took itself and at those the floor has assigned. Roles
that may seat players work at every table.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.utils.translation import gettext as _

from seating.models import Bust, Call, DealerTable, Move, Seat, Table, TournamentTable
from seating.rules.ranges import write_numbers
from seating.signals import other_use
from tourney.access.roles import Actor, Permission
from tourney.journal.commands import Check
from tourney.journal.refused import Refused
from tourney.models import Entry

# A tournament and a command's arguments → numbers of the tables concerned; None if they do not exist.
TablesOf = Callable[[int, Mapping[str, Any]], Collection[int] | None]
_KEYS = ("user", "token")


def login_of(actor: Actor) -> dict[str, int] | None:
    """Return the login whose tables apply to an actor: `user_id` or `token_id`. None: all tables."""
    if not actor.may(Permission.DEAL) or actor.may(Permission.SEAT_PLAYERS):
        return None
    kind, _colon, number = actor.key.partition(":")
    return {f"{kind}_id": int(number)} if kind in _KEYS else None


def tables_of(actor: Actor) -> frozenset[int] | None:
    """Return the numbers of the tables a dealer works at. None: at all tables."""
    login = login_of(actor)
    if login is None:
        return None
    return frozenset(DealerTable.objects.filter(**login).values_list("number", flat=True))


def works_at(actor: Actor, number: int) -> bool:
    """Return whether an actor works at a table."""
    tables = tables_of(actor)
    return tables is None or number in tables


def are_idle(numbers: Collection[int]) -> bool:
    """Return whether neither an open event nor a cash game uses any of some tables: their dealers may go elsewhere."""
    of_events = TournamentTable.objects.filter(
        table__number__in=numbers, released_at__isnull=True, tournament__closed_at__isnull=True
    )
    return not of_events.exists() and not any(
        other_use.ask(table) for table in Table.objects.filter(number__in=numbers)
    )


def at_own_table(tables: TablesOf) -> Check:
    """Return the check for commands used by dealers.

    Args:
        tables: the tables concerned, one of which must be the dealer's. If they do not exist, the command
            itself reports it.
    """

    def check(actor: Actor, tournament_id: int | None, given: Mapping[str, Any]) -> None:
        own = tables_of(actor)
        if own is None:
            return
        if not own:
            raise Refused(
                "no_table",
                _("This login has no table yet. Choose one on the “Dealer” page, or ask the floor."),
            )
        assert tournament_id is not None, "dealers' commands are a tournament's"
        about = tables(tournament_id, given)
        if about is None or not own.isdisjoint(about):
            return
        if not about:
            raise Refused("other_table", _("This player isn’t at a table. Ask the floor."))
        words = {"own": write_numbers(sorted(own)), "number": write_numbers(sorted(about))}
        message = _("This login works at table %(own)s, not at table %(number)s. The floor can change that.")
        raise Refused("other_table", message % words)

    return check


def _by_number(tournament_id: int, given: Mapping[str, Any]) -> Collection[int]:
    return (given["number"],)


def _by_entry(tournament_id: int, given: Mapping[str, Any]) -> Collection[int] | None:
    if not Entry.objects.filter(pk=given["entry"], tournament_id=tournament_id).exists():
        return None
    entry = {"entry_id": given["entry"], "entry__tournament_id": tournament_id}
    seated = Seat.objects.filter(**entry).values_list("tournament_table__table__number", flat=True)
    # An eliminated player has no seat any more; the former table records details of the bust.
    return set(seated) or set(
        Bust.objects.filter(**entry, tournament_table__isnull=False).values_list(
            "tournament_table__table__number", flat=True
        )
    )


def _by_call(tournament_id: int, given: Mapping[str, Any]) -> Collection[int] | None:
    calls = Call.objects.filter(pk=given["call"], tournament_table__tournament_id=tournament_id)
    return set(calls.values_list("tournament_table__table__number", flat=True)) or None


def _by_move(tournament_id: int, given: Mapping[str, Any]) -> Collection[int] | None:
    moves = Move.objects.filter(pk=given["move"], tournament_id=tournament_id)
    # Both the broken table and the destination table may confirm arrivals.
    pairs = list(moves.values_list("from_table__table__number", "to_table__table__number"))
    return {number for pair in pairs for number in pair if number is not None} if pairs else None


def at_table_of_entry_and_winners(actor: Actor, tournament_id: int | None, given: Mapping[str, Any]) -> None:
    """Check that the eliminated player and the winners of the chips are at the dealer's table: bounties are
    money.
    """
    at_table_of_entry(actor, tournament_id, given)
    for winner in given.get("knocked_out_by") or ():
        at_table_of_entry(actor, tournament_id, {"entry": winner})


at_table_by_number = at_own_table(_by_number)
at_table_of_entry = at_own_table(_by_entry)
at_table_of_call = at_own_table(_by_call)
at_tables_of_move = at_own_table(_by_move)
