"""Queries on absent players: lone players at a table, and players who never came."""

from collections import defaultdict
from datetime import datetime, timedelta

from clock.services.progress import Progress, progress_of
from seating.models import Bust, Move, Proposal, Seat, TournamentTable
from seating.rules.absentees import Hands, Lone, NoHand, absentees_wanted, has_missed_all
from seating.rules.played import Proposed
from tourney.models import JournalEntry, Tournament
from tourney.now import room_now
from tourney.rulebooks.shelf import book_of

KINDS = ("advance", "no_hand")
_MS = timedelta(milliseconds=1)


def absentees_of(event: Tournament, progress: Progress) -> tuple[tuple[Lone, ...], tuple[NoHand, ...]]:
    """Return tables with one player present, and players absent since the first level; empty if the book has
    no rule for them. Only tables with absent players are read.
    """
    policy = book_of(event.book).seating.absent
    if policy is None or not progress.started:
        return (), ()
    alone = policy.alone_after_minutes is not None and progress.began is not None and not progress.is_break
    lone = _lone(event, progress) if alone else ()
    return lone, _missing(event, progress) if policy.out_without_hand_by_level is not None else ()


def absentees_in(event: Tournament, progress: Progress) -> tuple[Proposed, ...]:
    """Return what the rulebook requires now for absent players."""
    return tuple(absentees_wanted(*absentees_of(event, progress), book_of(event.book)))


def are_other_ones(event: Tournament) -> bool:
    """Return whether time alone has changed what absent players require, so that the floor needs a review."""
    keys = {one.key for one in absentees_in(event, progress_of(event))}
    rows = Proposal.objects.filter(tournament=event, kind__in=KINDS)
    open_keys = set(rows.filter(state="open").values_list("key", flat=True))
    dismissed = set(rows.filter(state="dismissed", lapsed=False).values_list("key", flat=True))
    return open_keys != keys - dismissed


def _lone(event: Tournament, progress: Progress) -> tuple[Lone, ...]:
    here = {
        "tournament_table__tournament": event,
        "tournament_table__released_at__isnull": True,
        "kind": "player",
    }
    away: dict[int, list[int]] = defaultdict(list)
    absent = Seat.objects.filter(**here, absent_from__isnull=False)
    for key, since in absent.values_list("tournament_table", "absent_from"):
        away[key].append(since or 0)
    there: dict[int, int] = defaultdict(int)
    for key in Seat.objects.filter(**here, absent_from__isnull=True, tournament_table__in=away).values_list(
        "tournament_table", flat=True
    ):
        there[key] += 1
    lone = [key for key in away if there[key] == 1]
    rows = TournamentTable.objects.filter(pk__in=lone, halted=False).exclude(state="paused")
    found = []
    for tournament_table in rows.select_related("table").order_by("table__number"):
        alone = progress.played - max(away[tournament_table.pk])
        left = _last_left(tournament_table)
        if left is not None:
            alone = min(alone, (room_now() - left) // _MS)
        moved = _moved(event, tournament_table)
        found.append(
            Lone(
                table=tournament_table.table.number,
                alone=max(alone, 0),
                moved=None if moved is None else (room_now() - moved) // _MS,
                hands=tournament_table.hands,
            )
        )
    return tuple(found)


def _last_left(tournament_table: TournamentTable) -> datetime | None:
    """Return when a player last busted at the table or moved away."""
    times = [
        *Bust.objects.filter(tournament_table=tournament_table)
        .order_by("-at")
        .values_list("at", flat=True)[:1],
        *Move.objects.filter(from_table=tournament_table)
        .exclude(to_table=tournament_table)
        .order_by("-made_at")
        .values_list("made_at", flat=True)[:1],
    ]
    return max(times, default=None)


def _moved(event: Tournament, tournament_table: TournamentTable) -> datetime | None:
    """Return when a table's button was last advanced."""
    number = tournament_table.table.number
    recorded = JournalEntry.journal(event.pk).filter(
        kind="hand.finish", arguments__number=number, undone_by__isnull=True
    )
    done = Proposal.objects.filter(
        tournament=event, kind="advance", state="accepted", detail__table=number, ended_at__isnull=False
    )
    times = [
        *recorded.order_by("-seq").values_list("at", flat=True)[:1],
        *done.order_by("-ended_at").values_list("ended_at", flat=True)[:1],
    ]
    return max((one for one in times if one is not None), default=None)


def _missing(event: Tournament, progress: Progress) -> tuple[NoHand, ...]:
    """Return players absent since the first level who have missed every hand dealt to them."""
    levels = [length for length, rest in zip(progress.lengths, progress.breaks, strict=True) if not rest]
    level = sum(not rest for rest in progress.breaks[: progress.row + 1])
    if level < 2 or not levels:
        return ()
    rows = Seat.objects.filter(
        tournament_table__tournament=event,
        tournament_table__released_at__isnull=True,
        kind="player",
        entry__isnull=False,
        absent_from__lt=levels[0],
    ).select_related("tournament_table__table")
    recorded: dict[int, list[datetime]] = {}
    found = []
    for row in rows.order_by("tournament_table__table__number", "number"):
        number = row.tournament_table.table.number
        if number not in recorded:
            lines = JournalEntry.journal(event.pk).filter(
                kind="hand.finish", arguments__number=number, undone_by__isnull=True
            )
            recorded[number] = list(lines.values_list("at", flat=True))
        if row.entry_id is not None and has_missed_all(_hands(row, recorded[number], progress)):
            found.append(NoHand(row.entry_id, number, row.number, level))
    return tuple(found)


def _hands(seat: Seat, recorded: list[datetime], progress: Progress) -> Hands:
    """Return the hands relevant to an absent player.

    Args:
        recorded: times at which the table recorded hands.
    """
    away = seat.absent_since or seat.taken_at
    after = sum(at > max(away, seat.taken_at) for at in recorded)
    played = seat.absent_from or 0
    return Hands(
        records_hands=seat.tournament_table.tells_hands,
        before=sum(seat.taken_at <= at <= away for at in recorded),
        first=sum(at > away for at in recorded) == seat.tournament_table.hands,
        after=after,
        played=played,
        seated=(away - seat.taken_at) // _MS if seat.taken_at <= away else None,
        away=progress.played - played,
    )
