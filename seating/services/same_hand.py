"""Busts in the same hand, as recorded by staff or by hand-for-hand."""

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import Max
from django.utils.translation import gettext as _

from players.services.partners import entry_name
from seating.models import Bust
from seating.rules.one_hand import NOTED_HANDS
from tourney.access.roles import Permission
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.services.prepared_query import PreparedQuery

_BUSTS = PreparedQuery(
    lambda entry: Bust.objects.select_related("entry__player", "tournament_table").filter(entry=entry)
)


def noted_bust(tx: Tx, entry: int) -> Bust:
    """Return the bust of an entry of this event.

    Raises:
        Refused: it did not bust (`not_busted`).
    """
    found = _BUSTS.first(entry)
    if found is None or found.entry.tournament_id != tx.tournament.pk or found.entry.voided_at is not None:
        raise Refused("not_busted", _("This entry is not out."))
    return found


def beaten(tx: Tx, entry: int) -> Bust:
    """Return the bust of an entry of this event that lost its chips in a hand.

    Raises:
        Refused: it did not bust (`not_busted`), or was removed with its chips (`not_beaten`).
    """
    found = noted_bust(tx, entry)
    if found.removed:
        message = _("%(name)s was removed with the chips, so there is no winner.")
        raise Refused("not_beaten", message % {"name": entry_name(found.entry)})
    return found


def new_hand(tx: Tx) -> int:
    """Return a number for a hand recorded by staff that no other hand of the event has."""
    noted = Bust.objects.filter(entry__tournament=tx.tournament, together__gte=NOTED_HANDS)
    last = noted.aggregate(last=Max("together"))["last"]
    return NOTED_HANDS if last is None else last + 1


def ask_about_other_hands(busts: Sequence[Bust]) -> None:
    """Refuse busts of one table in different hands. Equal numbers prove nothing: hands may not be counted.

    A bust without a number was before the table's first counted hand ended.

    Raises:
        Refused: the table counted different hands (`other_hands`); the message names them.
    """
    counted: dict[tuple[int, int], list[str]] = defaultdict(list)
    for bust in sorted(busts, key=lambda one: one.hand or 0):
        if bust.tournament_table is not None:
            counted[bust.tournament_table.table.number, bust.hand or 0].append(entry_name(bust.entry))
    tables = [table for table, _hand in counted]
    other = next((table for table in tables if tables.count(table) > 1), None)
    if other is None:
        return
    hands = [
        (_("hand %(number)s: %(names)s") if hand else _("an earlier hand: %(names)s"))
        % {"number": hand, "names": ", ".join(names)}
        for (table, hand), names in counted.items()
        if table == other
    ]
    message = _("Table %(table)s counted different hands for these players (%(hands)s).")
    raise Refused("other_hands", message % {"table": other, "hands": "; ".join(hands)})


def join_hand(tx: Tx, bust: Bust, other: Bust) -> None:
    """Record that a player just busted in the same hand as another one at the table.

    Raises:
        Refused: the other player sat at another table (`another_table`); they are in different hands of
            hand-for-hand (`another_hand`).
    """
    name = entry_name(other.entry)
    if (
        bust.pk == other.pk
        or bust.tournament_table_id is None
        or bust.tournament_table_id != other.tournament_table_id
    ):
        raise Refused("another_table", _("%(name)s did not bust at this table.") % {"name": name})
    if bust.together is not None and other.together is not None and bust.together != other.together:
        message = _("%(name)s busted in a different hand of hand-for-hand.")
        raise Refused("another_hand", message % {"name": name})
    hand = other.together if bust.together is None else bust.together
    hand = new_hand(tx) if hand is None else hand
    claimed = bust.claimed if other.together is None and bust.together is not None else other.claimed
    # A hand recorded by the floor is confirmed; one recorded by a dealer stays open, even if it adds a player
    # to a confirmed hand.
    confirmed = {"confirmed": True} if tx.actor.may(Permission.SEAT_PLAYERS) else {}
    tx.save(bust, together=hand, claimed=claimed, **confirmed)
    tx.save(other, together=hand, claimed=claimed, **confirmed)


def hands_of(event: Tournament, *, unconfirmed: bool = False) -> dict[int, list[Bust]]:
    """Return hands with several busts, by number, the first one first.

    Args:
        unconfirmed: only hands that the floor has yet to confirm.
    """
    rows = Bust.objects.filter(
        entry__tournament=event, entry__voided_at__isnull=True, removed=False, together__isnull=False
    )
    found: dict[int, list[Bust]] = defaultdict(list)
    for row in rows.select_related(
        "entry__player", "entry__partner__player", "tournament_table__table"
    ).order_by("at", "pk"):
        assert row.together is not None
        found[row.together].append(row)
    return {
        hand: busts
        for hand, busts in found.items()
        if len(busts) > 1 and not (unconfirmed and all(bust.confirmed for bust in busts))
    }


def of_one_hand(tx: Tx, entries: Sequence[int]) -> list[Bust]:
    """Return busts of entries recorded as the same hand, in the order given.

    Raises:
        Refused: one is not out (`not_busted`), was removed with its chips (`not_beaten`), or they are not
            recorded as the same hand (`not_one_hand`).
    """
    rows = [beaten(tx, entry) for entry in dict.fromkeys(entries)]
    if len({row.together for row in rows}) > 1 or rows[0].together is None:
        raise Refused("not_one_hand", _("They are not recorded in the same hand. Reload the page."))
    return rows
