"""Commands for the tables of dealers' logins and tablets."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from seating.commands.tables import Number
from seating.models import DealerTable
from seating.rules.ranges import write_numbers
from seating.services.dealer_tables import are_idle, login_of, tables_of
from tourney.access.roles import Permission, Role
from tourney.journal.arguments import Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.live.publish import tell_hubs
from tourney.models import JournalEntry, Token, User


@command(
    "dealer.take_table",
    permission=Permission.SEE_STAFF,
    scope="room",
    summary=lazy("Assigned table %(number)s to this tablet"),
)
def take_table(tx: Tx, number: Number) -> None:
    """Take the first table of the caller's dealer login, or the next one once its tables are no longer played.

    As long as one of its tables is played, the floor assigns others.

    Args:
        number: table number.

    Raises:
        Refused: the caller's role works at every table (`not_bound`), or the login has a table that is played, or this
            one (`has_a_table`).
    """
    login = login_of(tx.actor)
    if login is None:
        raise Refused("not_bound", _("Only dealer logins and tablets can be assigned to a table."))
    own = tables_of(tx.actor)
    if own and (number in own or not are_idle(own)):
        message = _("This login already works at table %(own)s. The floor can assign another one.")
        raise Refused("has_a_table", message % {"own": write_numbers(sorted(own))})
    for left in DealerTable.objects.filter(**login):
        tx.delete(left)
    tx.create(DealerTable, number=number, **login)


def _summarise_assigned(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    words = {
        "name": answer.get("name", "–"),
        "tables": write_numbers(sorted(journal_entry.arguments["tables"])),
    }
    if not words["tables"]:
        return _("Released the tables of %(name)s") % words
    return _("Assigned %(name)s to table %(tables)s") % words


@command(
    "dealer.assign_tables", permission=Permission.MANAGE_TABLES, scope="room", summary=_summarise_assigned
)
def assign_tables(
    tx: Tx,
    tables: Annotated[list[Number], Field(max_length=500)],
    user: Id | None = None,
    token: Id | None = None,
) -> Any:
    """Assign a dealer’s login, or a tablet with a dealer’s token, to tables, replacing its previous ones.

    Args:
        tables: table numbers; if empty, the login takes its next table itself.
        user: the login. Either this or `token`.
        token: the token.

    Raises:
        Refused: it does not belong to a dealer (`not_bound`), or both or neither are given (`bad_argument`).
    """
    if (user is None) == (token is None):
        raise Refused("bad_argument", _("Choose a dealer’s login or a tablet."))
    row = tx.get(User, pk=user) if token is None else tx.get(Token, pk=token)
    name = row.username if isinstance(row, User) else row.label
    if row.role != Role.DEALER.value:
        raise Refused(
            "not_bound",
            _("%(name)s is not a dealer login. Only dealer logins can be assigned to tables.")
            % {"name": name},
        )
    login = {"user_id": user} if token is None else {"token_id": token}
    wanted = set(tables)
    for kept in DealerTable.objects.filter(**login):
        if kept.number in wanted:
            wanted.remove(kept.number)
        else:
            tx.delete(kept)
    for number in sorted(wanted):
        tx.create(DealerTable, number=number, **login)
    _reconnect(tx, f"user:{user}" if token is None else f"token:{token}")
    return {"name": name}


def hand_over_logins(tx: Tx, number: int, to: int | None) -> list[str]:
    """Let the dealers' logins of a table go on at another one, and return their names.

    Without another one, a login that works at this table alone has none; one that has more keeps them all.

    Args:
        tx: the command.
        number: the table that they leave.
        to: the table that they go to.
    """
    names = []
    for row in DealerTable.objects.filter(number=number).select_related("user", "token"):
        login = {"user_id": row.user_id, "token_id": row.token_id}
        others = set(DealerTable.objects.filter(**login).values_list("number", flat=True)) - {number}
        if to is None and others:
            continue
        tx.delete(row)
        if to is not None and to not in others:
            tx.create(DealerTable, number=to, **login)
        held = f"token:{row.token_id}" if row.user is None else f"user:{row.user_id}"
        names.append(str(row.token and row.token.label) if row.user is None else row.user.username)
        _reconnect(tx, held)
    return sorted(names)


def _reconnect(tx: Tx, held: str) -> None:
    """Let the open pages of a login reconnect and load the tables assigned now."""
    tx.on_commit(lambda: tell_hubs({"close": [held]}))
