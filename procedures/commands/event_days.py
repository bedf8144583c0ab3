"""Commands for the days of an event: close one, plan and draw the next, and begin it."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from pydantic import Field

from clock.services.clock_changes import SHOWS as CLOCK_SHOWS
from clock.services.clock_changes import clock_row
from clock.services.progress import progress_of, stop_clock
from desk.commands.registration import SHOWS as REGISTRATION_SHOWS
from desk.commands.registration import close_for_good
from penalties.services.serving import begin_day
from procedures.commands.bags import Difference, day_count, rule_of_days
from procedures.commands.stack_counts import keep_stacks
from procedures.models import Bag, EventDay
from procedures.rules.bags import tables_for
from procedures.services.bags import bags_of_count, closed_day_of, days_over, missing_bags, unopened_seats
from procedures.services.chip_races import start_later
from procedures.services.stack_counts import seats_with_chips
from procedures.signals import plays_on_in
from seating.commands.breaking import SHOWS as DRAW_SHOWS
from seating.commands.breaking import redraw_seats
from seating.commands.draws import find_button, planned
from seating.commands.entries import event_is_open
from seating.models import Seat
from seating.services import summaries
from seating.services.reviews import review_later
from seating.services.seats import seats_at_a_table
from tourney.access.roles import Permission
from tourney.journal.arguments import Timestamp
from tourney.journal.commands import command
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx
from tourney.models import ChipMove, JournalEntry
from tourney.now import from_ms
from tourney.rulebooks.books.schema import cite
from tourney.services.dates import day_and_time_text

SHOWS = ("bags", "floor", "lobby", *CLOCK_SHOWS)
Seating = Literal["redraw", "kept"]


def _required_day(tx: Tx) -> EventDay:
    day = closed_day_of(tx.tournament)
    if day is None:
        raise Refused("day_not_closed", _("No day is over. Close the day first."), rule_of_days(tx))
    return day


def _require_next_day(tx: Tx) -> None:
    """Refuse a next day of an event whose players take their stacks to another one."""
    where = plays_on_in.ask(tx.tournament)
    if where:
        message = _("Players continue in “%(event)s”. Advance them there.") % {"event": where}
        raise Refused("plays_on_elsewhere", message, rule_of_days(tx))


def _summarise_closed(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    words = {"day": answer.get("day", "–"), "bags": answer.get("bags", 0)}
    text = ngettext("Day %(day)s is over: %(bags)s bag", "Day %(day)s is over: %(bags)s bags", words["bags"])
    text %= words
    if not answer.get("stopped"):
        return text
    return ". ".join((text, _("The clock was still running and is stopped.")))


@command(
    "day.close",
    permission=Permission.RUN_CLOCK,
    boards=(*SHOWS, *REGISTRATION_SHOWS, "stack_count", "chip_leaders"),
    summary=_summarise_closed,
)
def close_day(
    tx: Tx,
    seats: Seating = "redraw",
    next_start: Timestamp | None = None,
    difference: Difference = 0,
    running: bool = False,
) -> Any:
    """Close the day, once all bags are handed in (PokerStars Live 3.12, WSOP 125). The clock is stopped until the
    next day begins; no hands are played and no players are moved. In a flight, whose players continue in another
    event, registration is closed as well.

    Args:
        seats: on the next day, `redraw`: all seats are drawn again; `kept`: all players keep theirs.
        next_start: planned start of the next day; null: not announced, or there is none.
        difference: the accepted difference: chips counted minus chips in play; 0 if it was accepted when bags were
            sealed.
        running: the day is closed although the clock is still running.

    Raises:
        Refused: no count for the end of the day is in progress (`no_day_count`); bags are missing
            (`bags_missing`, named by table); the clock is running (`clock_running`); a player has no seat
            (`not_seated`); the stacks do not add up (`does_not_add_up`).
    """
    event_is_open(tx)
    count = day_count(tx)
    tables = bags_of_count(count)
    tx.cite(rule_of_days(tx))
    if not all(one.is_complete for one in tables):
        message = _("Bags are missing: %(bags)s.")
        raise Refused("bags_missing", message % {"bags": missing_bags(tables)}, tx.rule)
    if progress_of(tx.tournament).began is not None and not running:
        message = _(
            "The clock is still running. Pause it first, or close the day anyway: that stops the clock."
        )
        raise Refused("clock_running", message, tx.rule)
    keep_stacks(tx, count, difference)
    stopped = stop_clock(tx)
    tx.save(clock_row(tx), last_hands=None, last_hands_rule="", draw_digest="")
    day = tx.create(
        EventDay,
        tournament=tx.tournament,
        number=days_over(tx.tournament) + 1,
        stack_count=count,
        closed_at=tx.now,
        row=progress_of(tx.tournament).row,
        next_start=None if next_start is None else from_ms(next_start),
        seats=seats,
    )
    bags = Bag.objects.filter(stack_count=count, entry__isnull=False)
    owners = bags.values_list("entry__player", "number")
    tx.notify_many("day_over", {player: {"day": day.number, "bag": bag} for player, bag in owners})
    if plays_on_in.ask(tx.tournament):
        close_for_good(tx)
    review_later(tx)
    bagged = sum(one.stacks for one in tables)
    return {"day": day.number, "bags": bagged, "chips": count.chips, "stopped": stopped}


def _touch_owners(tx: Tx, day: EventDay) -> None:
    """Show players when they play again."""
    bags = Bag.objects.filter(stack_count=day.stack_count, entry__isnull=False)
    tx.touch_players(*bags.values_list("entry__player", flat=True))


def _summarise_planned(journal_entry: JournalEntry) -> str:
    at = journal_entry.arguments.get("next_start")
    if at is None:
        return _("The next day has no start yet")
    return _("The next day starts %(at)s") % {"at": day_and_time_text(from_ms(at))}


@command("day.plan", permission=Permission.RUN_CLOCK, boards=SHOWS, summary=_summarise_planned)
def plan_day(tx: Tx, seats: Seating, next_start: Timestamp | None = None) -> None:
    """Change when the next day starts, and how its seats are assigned.

    Args:
        seats: `redraw`: all seats are drawn again; `kept`: all players keep theirs.
        next_start: planned start; null: not announced.

    Raises:
        Refused: no day is over (`day_not_closed`); the seats are drawn already (`already_drawn`), or bags are open
            already (`bags_open`).
    """
    event_is_open(tx)
    day = _required_day(tx)
    if day.drawn_at is not None and seats != day.seats:
        message = _("The seats of the next day have already been drawn. Undo the draw to keep the old ones.")
        raise Refused("already_drawn", message, cite(tx.book, tx.book.seating.redraws))
    if seats != day.seats:
        _require_closed_bags(tx, day)
    tx.save(day, seats=seats, next_start=None if next_start is None else from_ms(next_start))
    _touch_owners(tx, day)


def _summarise_drawn(journal_entry: JournalEntry) -> str:
    answer = journal_entry.answer or {}
    counts = answer.get("players", 0), answer.get("tables", 0)
    where = summaries.players_at_tables(*counts, teams=answer.get("teams", False))
    return _("Drew the seats of the next day: %(players)s") % {"players": where}


@command(
    "day.draw_next",
    permission=Permission.RUN_CLOCK,
    boards=(*DRAW_SHOWS, "bags"),
    summary=_summarise_drawn,
    background=True,
)
def draw_next_day(
    tx: Tx, tables: Annotated[int, Field(ge=1, le=2000)] | None = None, again: bool = False
) -> Any:
    """Draw all seats for the next day; players keep their stacks. The button is drawn again if the book requires it
    (PokerStars Live 3.1).

    Args:
        tables: number of tables; null: as few as hold all players; who sit at one table, as the final one, stay at one.
        again: drawn seats are drawn again; their slips and messages are void.

    Raises:
        Refused: no day is over (`day_not_closed`), players go on to another event (`plays_on_elsewhere`), all players
            keep their seats (`seats_kept`), bags are open already (`bags_open`), or the seats are drawn already
            (`already_drawn`); see also `field.redraw`.
    """
    event_is_open(tx)
    day = _required_day(tx)
    _require_next_day(tx)
    if day.seats == "kept":
        raise Refused("seats_kept", _("On the next day all players keep their seats."))
    _require_closed_bags(tx, day)
    if day.drawn_at is not None and not again:
        message = _("The seats of day %(day)s are drawn. Draw again?") % {"day": day.number + 1}
        raise Refused("already_drawn", message, cite(tx.book, tx.book.seating.redraws))
    stacks = seats_with_chips(tx.tournament.pk)
    players = stacks.filter(kind="player").count()
    at_one = stacks.filter(kind="player").values("tournament_table").distinct().count() == 1
    others = list(stacks.exclude(kind="player"))
    tx.save(day, drawn_at=tx.now)
    # The final table may have more seats than the others.
    wanted = tables or (1 if at_one else tables_for(players, seats_at_a_table(tx.tournament)))
    answer = redraw_seats(tx, wanted, day_resumes=True)
    _take_counted_stacks_out(tx, others)
    return answer


def _require_closed_bags(tx: Tx, day: EventDay) -> None:
    if Bag.objects.filter(stack_count=day.stack_count, opened_at__isnull=False).exists():
        message = _("Bags have been opened at their tables, so the seats can’t be redrawn.")
        raise Refused("bags_open", message, rule_of_days(tx))


def _take_counted_stacks_out(tx: Tx, seats: Sequence[Seat]) -> None:
    """Take the stacks of ghosts and unclaimed stacks out of play as they were counted; the redraw takes a starting
    stack for each ghost.
    """
    ghosts = sum(seat.kind == "ghost" for seat in seats)
    rest = ghosts * tx.tournament.starting_stack - sum(seat.stack or 0 for seat in seats)
    if rest:
        tx.create(ChipMove, tournament=tx.tournament, kind="correction", chips=rest, at=tx.effective_at)


def _unopened_text(day: EventDay, count: int) -> str:
    """Say how many players would be absent, and when the day was to start."""
    message = ngettext(
        "The bag of %(count)s player is not open: the player would be absent and blinded off.",
        "The bags of %(count)s players are not open: they would be absent and blinded off.",
        count,
    )
    words: dict[str, Any] = {"count": count, "day": day.number + 1}
    if day.next_start is not None:
        planned_text = _("Day %(day)s is planned to start %(at)s.")
        return f"{message} {planned_text}" % {**words, "at": day_and_time_text(day.next_start)}
    return message % words


@command(
    "day.resume",
    permission=Permission.RUN_CLOCK,
    boards=(*SHOWS, "map"),
    summary=lazy("Day %(day)s has begun, absent: %(absent)s"),
)
def resume_day(tx: Tx, absent: Annotated[int, Field(ge=0)] | None = None) -> Any:
    """Begin the next day; the clock may then be started. Players whose bags are not open are absent, so their stacks
    are blinded off from the start.

    Args:
        absent: the accepted number of players whose bags are not open; null: any.

    Raises:
        Refused: no day is over (`day_not_closed`), players go on to another event (`plays_on_elsewhere`), the seats
            are not drawn yet (`seats_not_drawn`), or more bags than accepted are not open (`bags_not_open`).
    """
    event_is_open(tx)
    day = _required_day(tx)
    _require_next_day(tx)
    if day.seats == "redraw" and day.drawn_at is None:
        message = _("Draw the seats of the next day first.")
        raise Refused("seats_not_drawn", message, cite(tx.book, tx.book.seating.redraws))
    away = unopened_seats(tx.tournament)
    if absent is not None and len(away) > absent:
        raise Refused("bags_not_open", _unopened_text(day, len(away)), cite(tx.book, tx.book.seating.absent))
    policy = tx.book.seating.initial_button
    if day.seats == "kept" and policy is not None and "day_resumes" in policy.again:
        find_button(tx, planned(tx))
    tx.save_many(away, absent_since=tx.now, absent_from=progress_of(tx.tournament).played)
    tx.save(day, resumed_at=tx.now)
    begin_day(tx)
    start_later(tx)
    if away:
        tx.cite(cite(tx.book, tx.book.seating.absent))
    _touch_owners(tx, day)
    review_later(tx)
    return {"day": day.number + 1, "absent": len(away)}
