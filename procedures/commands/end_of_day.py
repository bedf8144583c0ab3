"""Commands for the end of a day: stop the clock at an unpredictable time, draw the last hands."""

from typing import Annotated, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext, ngettext_lazy
from pydantic import Field

from clock.commands.buttons import button
from clock.rules.refusals import NotNow
from clock.services.clock_changes import (
    SHOWS,
    Seen,
    clock_summary,
    now_of,
    opened,
    refuse_repeated_press,
    refused,
    save_clock,
)
from clock.services.event_clock import EventClock
from procedures.rules.end_of_day import LastHands, draw_card, hands_for, stop_for_last_hands
from seating.models import TournamentTable
from seating.services.seats import seats_at_a_table
from tourney.access.roles import Permission
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import Tournament
from tourney.rulebooks.books.schema import cite


def last_hands_policy(event_clock: EventClock, tournament: Tournament) -> LastHands:
    """Return how this event's rulebook ends a day.

    Raises:
        Refused: the book has no such procedure.
    """
    policy = event_clock.book.clock.end_of_day
    if policy is None:
        message = _("Last hands are not drawn under the rulebook “%(book)s”. Pause the clock to end the day.")
        raise Refused("no_last_hands", message % {"book": event_clock.book.title})
    lowest, highest = policy.cards_for(seats_at_a_table(tournament))
    return LastHands(
        from_minutes=policy.from_minutes,
        to_minutes=policy.to_minutes,
        lowest=lowest,
        highest=highest,
        min_tables=policy.min_tables or 0,
        rule=cite(event_clock.book, policy),
    )


def _tables(tournament: Tournament) -> int | None:
    """Return the number of tables in play; None if tables are not managed here."""
    tournament_tables = TournamentTable.objects.filter(tournament=tournament, released_at__isnull=True)
    return tournament_tables.exclude(state="reserve").count() or None


@button(
    "clock.stop_day",
    summary=clock_summary(lazy("Stopped the clock for the last hands, at %(remaining)s of %(entry)s")),
)
def stop_day(tx: Tx, seen: Seen = None) -> Any:
    """Stop the clock for the last hands of the day; a card is drawn next (PokerStars Live 3.12, WSOP 125).

    The journal entry contains the hash of the draw's seed, before the draw.

    Args:
        seen: seq of the board when the button was pressed.
    """
    event_clock = opened(tx)
    refuse_repeated_press(tx, event_clock, seen, None)
    policy = last_hands_policy(event_clock, tx.tournament)
    tx.cite(policy.rule)
    try:
        state = stop_for_last_hands(
            event_clock.levels,
            event_clock.state,
            event_clock.planned_start,
            event_clock.advance,
            now_of(tx),
            policy=policy,
            tables=_tables(tx.tournament),
        )
    except NotNow as error:
        raise refused(error, policy.rule) from None
    digest = tx.seal_seed()
    answer = save_clock(
        tx, event_clock, state, draw_digest=digest, last_hands=None, last_hands_rule=policy.rule
    )
    return {**answer, "sha256": digest}


@command(
    "clock.draw_hands",
    permission=Permission.RUN_CLOCK,
    boards=SHOWS,
    summary=ngettext_lazy(
        "Drew %(hands)s more hand for each table", "Drew %(hands)s more hands for each table", "hands"
    ),
)
def draw_hands(tx: Tx, card: Annotated[int, Field(ge=2, le=10)] | None = None) -> Any:
    """Draw how many more hands each table plays today.

    Args:
        card: the card a player drew; null: the system draws, and the seed becomes public.
    """
    event_clock = opened(tx)
    policy = last_hands_policy(event_clock, tx.tournament)
    if not event_clock.row.draw_digest:
        raise Refused("not_stopped", _("Stop the clock for the last hands first."), policy.rule)
    if event_clock.row.last_hands is not None:
        hands = event_clock.row.last_hands
        message = ngettext(
            "The card was drawn: %(hands)s hand. Undo the draw to draw again.",
            "The card was drawn: %(hands)s hands. Undo the draw to draw again.",
            hands,
        )
        raise Refused("already_drawn", message % {"hands": hands}, policy.rule)
    seed = None
    if card is None:
        seed = tx.open_seed(event_clock.row.draw_digest)
        card = draw_card(seed, policy)
    try:
        hands = hands_for(card, policy)
    except NotNow as error:
        raise refused(error, policy.rule) from None
    tx.cite(policy.rule)
    tx.save(event_clock.row, last_hands=hands)
    return {
        "hands": hands,
        "seed": seed,
        "sha256": event_clock.row.draw_digest,
        "cards": [policy.lowest, policy.highest],
    }


@command(
    "clock.hands_played",
    permission=Permission.RUN_CLOCK,
    boards=SHOWS,
    summary=lazy("All tables have played the day’s last hands"),
)
def hands_played(tx: Tx) -> None:
    """Record that all tables have played the last hands of the day. What the rulebook suspended until then
    continues (WSOP 125).

    Raises:
        Refused: their number has not been drawn (`not_drawn`).
    """
    event_clock = opened(tx)
    if event_clock.row.last_hands is None:
        raise Refused(
            "not_drawn",
            _("The last hands are not being played."),
            cite(event_clock.book, event_clock.book.clock.end_of_day),
        )
    tx.cite(event_clock.row.last_hands_rule)
    tx.save(event_clock.row, last_hands=None, last_hands_rule="", draw_digest="")
