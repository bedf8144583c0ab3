"""Commands that eliminate players who have lost their chips: one, or several in the same hand."""

from collections.abc import Sequence
from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import Field

from players.services.partners import entry_name, entry_names, is_team, listed
from seating.commands.entries import event_is_open, in_play, place_of_seat
from seating.models import Bust, Knockout
from seating.services.chip_limits import can_be
from seating.services.dealer_tables import at_table_of_entry_and_winners
from seating.services.eliminations import SHOWS, leave
from seating.services.same_hand import beaten, join_hand
from tourney.access.roles import Permission
from tourney.journal.arguments import Chips, Id
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Entry, JournalEntry

KnockedOutBy = Annotated[Sequence[Id], Field(max_length=12)]
Together = Annotated[list[Id], Field(min_length=2, max_length=100)]
Stacks = Annotated[list[Chips | None], Field(max_length=100)]


def winners_of(journal_entry: JournalEntry) -> str:
    """Return the names of the players who won the chips of a bust; "" if not recorded."""
    return listed((journal_entry.answer or {}).get("won_by", ()))


def _summarise_out(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    words = {"name": "–", "other": answer.get("same_hand_as"), **answer, "winners": winners_of(journal_entry)}
    players = 2 if answer.get("team") else 1
    if words["other"] and words["winners"]:
        text = ngettext(
            "%(name)s is out, in the same hand as %(other)s; %(winners)s won the chips",
            "%(name)s are out, in the same hand as %(other)s; %(winners)s won the chips",
            players,
        )
    elif words["other"]:
        text = ngettext(
            "%(name)s is out, in the same hand as %(other)s",
            "%(name)s are out, in the same hand as %(other)s",
            players,
        )
    elif words["winners"]:
        text = ngettext(
            "%(name)s is out; %(winners)s won the chips",
            "%(name)s are out; %(winners)s won the chips",
            players,
        )
    else:
        text = ngettext("%(name)s is out", "%(name)s are out", players)
    return text % words


@command(
    "entry.bust",
    permission=Permission.DEAL,
    check=at_table_of_entry_and_winners,
    boards=SHOWS,
    summary=_summarise_out,
)
def bust(
    tx: Tx,
    entry: Id,
    knocked_out_by: KnockedOutBy = (),
    stack: Chips | None = None,
    same_hand: Id | None = None,
) -> Any:
    """Eliminate a player who has lost all chips, and free the seat.

    Args:
        entry: an entry in play.
        knocked_out_by: entries that won the chips; several if they shared them, empty if unknown.
        stack: chips at the start of the hand, if counted; it ranks players who bust in the same hand at one
            table (PokerStars Live 3.13.3, Five Spades 9.5).
        same_hand: an entry that busted at the table in the same hand. If omitted, it was another hand, unless
            all tables play one (hand-for-hand). Players who bust in one hand are placed once the floor has
            confirmed it; a bust recorded by the floor is confirmed.

    Raises:
        Refused: the player is out already (`already_out`), fewer chips are in play than the stack
            (`too_many_chips`), or the player won their own chips (`own_head`); the entry named for the same
            hand did not bust (`not_busted`, `not_beaten`), sat at another table (`another_table`) or busted
            in another hand of hand-for-hand (`another_hand`).
    """
    event_is_open(tx)
    row = in_play(tx, entry)
    can_be(tx, stack)
    at = leave(tx, row, stack=stack)
    answer: dict[str, Any] = {"name": entry_name(row), **place_of_seat(at)}
    if is_team(row):
        answer["team"] = True
    if same_hand is not None:
        other = beaten(tx, same_hand)
        join_hand(tx, row.bust, other)
        answer["same_hand_as"] = entry_name(other.entry)
    return {**answer, **note_knockouts(tx, row.bust, knocked_out_by)}


def note_knockouts(tx: Tx, bust: Bust, knocked_out_by: Sequence[int]) -> dict[str, list[str]]:
    """Record who won the chips of a bust.

    Returns:
        Their names for the journal entry, `won_by`; empty if none are recorded.

    Raises:
        Refused: one of them is the eliminated player (`own_head`).
    """
    winners = []
    for winner in dict.fromkeys(knocked_out_by):
        if winner == bust.entry_id:
            raise Refused("own_head", _("A player can’t win their own bounty."))
        row = tx.get(Entry, pk=winner, tournament=tx.tournament, select_related=("player",))
        tx.create(Knockout, bust=bust, winner=row)
        winners.append(row)
    return {"won_by": entry_names(winners)} if winners else {}


def _summarise_several(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    names = listed(answer["teams"]) if "teams" in answer else answer.get("names", "–")
    words = {"names": names, "winners": winners_of(journal_entry)}
    if words["winners"]:
        return _("%(names)s are out, in the same hand; %(winners)s won the chips") % words
    return _("%(names)s are out, in the same hand") % words


@command("entries.bust", permission=Permission.SEAT_PLAYERS, boards=SHOWS, summary=_summarise_several)
def bust_several(
    tx: Tx, entries: Together, stacks: Stacks | None = None, knocked_out_by: KnockedOutBy = ()
) -> Any:
    """Eliminate players of one table who lost all their chips in the same hand. One undo restores them all.

    Args:
        entries: at least two entries in play, all at one table.
        stacks: chips at the start of the hand, one for each of `entries`, null where they were not counted
            (PokerStars Live 3.13.3, Five Spades 9.5); null: none were counted.
        knocked_out_by: entries that won the chips of all of them; empty if unknown.

    Raises:
        Refused: a player is out already (`already_out`), or sits at another table (`another_table`); there
            is not a stack for each (`bad_argument`), or fewer chips are in play (`too_many_chips`); a player
            won their own chips (`own_head`).
    """
    event_is_open(tx)
    several = list(dict.fromkeys(entries))
    if len(several) < 2:
        raise Refused("bad_argument", _("Choose at least two players who busted in the same hand."))
    if stacks is not None and not len(stacks) == len(entries) == len(several):
        raise Refused("bad_argument", _("Enter a stack for each of these players, or for none of them."))
    busts = []
    won_by: dict[str, list[str]] = {}
    for entry, stack in zip(several, stacks or [None] * len(several), strict=True):
        row = in_play(tx, entry)
        can_be(tx, stack)
        leave(tx, row, stack=stack)
        won_by = note_knockouts(tx, row.bust, knocked_out_by)
        busts.append(row.bust)
    for other in busts[1:]:
        join_hand(tx, other, busts[0])
    names = entry_names(one.entry for one in busts)
    if any(is_team(one.entry) for one in busts):
        return {"teams": names, **won_by}
    return {"names": ", ".join(names), **won_by}
