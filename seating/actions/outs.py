"""What is noted of those who are out: the stack they had, who won it, who went out in the same hand."""

from typing import Annotated, Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from pydantic import Field

from seating.actions.seats import Hunters, note_hunters, winners_of
from seating.counting import can_be
from seating.hooks import NOTED_HANDS
from seating.models import Bust
from tourney.access.roles import May
from tourney.journal.actions import action
from tourney.journal.arguments import Chips, Id
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Line
from tourney.rulebooks.books.schema import cite

SHOWS = ("outs",)


def _noted(tx: Tx, entry: int) -> Bust:
    """The bust of an entry of this event.

    Raises:
        Refused: it did not bust (`not_busted`).
    """
    found = Bust.objects.select_related("entry__player").filter(entry=entry).first()
    if found is None or found.entry.tournament_id != tx.tournament.pk or found.entry.voided_at is not None:
        raise Refused("not_busted", _("This entry is not out."))
    return found


def _says_noted(line: Line) -> str:
    words = {"name": (line.answer or {}).get("name", "–"), "winners": winners_of(line)}
    if words["winners"]:
        return _("Noted of %(name)s’s bust: %(winners)s won the chips") % words
    return _("Noted of %(name)s’s bust") % words


@action("bust.note", needs=May.DEAL, shows=SHOWS, says=_says_noted)
def note_bust(tx: Tx, entry: Id, stack: Chips | None = None, hunters: Hunters | None = None) -> Any:
    """Note later what was not known when somebody went out.

    Args:
        entry: who is out.
        stack: chips at the start of the hand; it ranks those who went out together (PokerStars Live 3.13.3,
            Five Spades 9.5). Left out: stays as it is.
        hunters: entries that won the chips, in place of those noted before; left out: stays as it is.

    Raises:
        Refused: it is not out (`not_busted`); it was taken out with its chips, so nobody won them (`not_beaten`); there
            are fewer chips in play (`too_many_chips`).
    """
    can_be(tx, stack)
    noted = _noted(tx, entry)
    if noted.removed and hunters:
        message = _("%(name)s was taken out with the chips: nobody won them.")
        raise Refused("not_beaten", message % {"name": noted.entry.player.name})
    if stack is not None:
        tx.save(noted, stack=stack)
    if hunters is not None:
        for knockout in noted.knockouts.all():
            tx.delete(knockout)
    won_by = note_hunters(tx, noted, hunters or ())
    tx.show_players(noted.entry.player_id)
    return {"name": noted.entry.player.name, **won_by}


@action(
    "bust.one_hand",
    needs=May.SEAT_PLAYERS,
    shows=SHOWS,
    says=lazy("%(names)s went out in one hand"),
)
def note_one_hand(tx: Tx, entries: Annotated[list[Id], Field(min_length=2, max_length=100)]) -> Any:
    """Note that these went out in the same hand, once hand-for-hand or the bubble had been announced.

    Whether they share their places then is the book's (Munot 79, PokerStars Live 3.13.2-3, Five Spades 9.5).

    Args:
        entries: at least two who are out, beaten.

    Raises:
        Refused: one is not out (`not_busted`), or was taken out with the chips (`not_beaten`).
    """
    rows = [_noted(tx, entry) for entry in dict.fromkeys(entries)]
    if len(rows) < 2:
        raise Refused("bad_argument", _("Name at least two who went out in one hand."))
    for row in rows:
        if row.removed:
            message = _("%(name)s was taken out with the chips: nobody won them.")
            raise Refused("not_beaten", message % {"name": row.entry.player.name})
    noted = Bust.objects.filter(entry__tournament=tx.tournament, together__gte=NOTED_HANDS)
    last = noted.aggregate(last=Max("together"))["last"]
    tx.save_many(rows, together=NOTED_HANDS if last is None else last + 1, claimed=True)
    places = tx.book.places
    tx.cite(cite(tx.book, places.same_hand_other_table or places.same_hand_same_table))
    tx.show_players(*(row.entry.player_id for row in rows))
    return {"names": ", ".join(row.entry.player.name for row in rows)}
