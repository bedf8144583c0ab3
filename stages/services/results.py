"""How an event of a stage ended: stacks and places of its entries. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clock.services.progress import progress_of
from prizes.services.money import ladder_of
from prizes.services.places import is_decided, ranking_of
from procedures.models import Bag, CountedStack, StackCount
from procedures.services.bags import closed_day_of
from seating.models import Bust, Seat
from seating.signals import registration_status
from stages.models import StageEvent
from stages.rules.advancement import EntryResult
from stages.rules.stage_rule import Best, InMoney, Percent, StageRule
from tourney.journal.refused import Refused
from tourney.models import Entry, JournalEntry, Tournament
from tourney.services.dates import time_text
from tourney.services.field_counts import field_of

# Commands after which stacks are no longer as they were counted.
_PLAY_COMMANDS = ("clock.start", "clock.resume", "day.resume", "hand.finish")


@dataclass(frozen=True, slots=True)
class Stacks:
    """The stacks at the end of an event.

    Attributes:
        by_entry: chips of each entry in play.
        chips: all chips, those of ghosts and unclaimed stacks included.
        difference: chips counted minus chips in play, as accepted when the count was closed.
    """

    by_entry: dict[int, int]
    chips: int
    difference: int = 0


def stacks_of(source: StageEvent) -> Stacks:
    """Return the stacks of an event that has ended: of its last count at the end of a day, or all chips of the winner.

    Raises:
        Refused: the stacks were not counted (`not_bagged`), or have changed since (`changed_since_count`).
    """
    event = source.tournament
    inside = set(_in_play(event))
    if len(inside) == 1 and is_decided(event):
        chips = field_of(event).chips
        return Stacks({entry: chips for entry in inside}, chips)
    count = _last_day_count(event)
    if count is None:
        if not inside:
            return Stacks({}, 0)
        raise _not_bagged(event)
    rows = CountedStack.objects.filter(stack_count=count).values_list("entry", "chips")
    counted = {entry: chips for entry, chips in rows if entry is not None}
    changed = (
        _has_played_on(count)
        or set(counted) != inside
        or StackCount.objects.filter(tournament=event, closed_at__isnull=True).exists()
        # Differences accepted by older versions left the chips in play as they were.
        or (count.in_play is not None and field_of(event).chips not in (count.chips, count.in_play))
        or any(counted.get(entry) != stack for entry, stack in _seat_stacks(event))
    )
    if changed:
        raise _changed_since(count)
    difference = 0 if count.in_play is None else (count.chips or 0) - count.in_play
    return Stacks(counted, count.chips or 0, difference)


def has_ended(event: Tournament) -> bool:
    """Return whether an event is over for now: closed, won, or bagged and not played on since."""
    if event.closed_at is not None or is_decided(event):
        return True
    count = _last_day_count(event)
    return count is not None and not _has_played_on(count)


def has_players_left(event: Tournament) -> bool:
    """Return whether players of an event are in play."""
    return bool(_in_play(event))


def has_entries(event: Tournament) -> bool:
    """Return whether an event has entries, in play or not."""
    return Entry.objects.filter(tournament=event, voided_at__isnull=True).exists()


def check_ended(source: StageEvent) -> None:
    """Check that an event has ended and stands still.

    Raises:
        Refused: its clock runs (`still_running`); it is neither closed, won nor bagged although players are in play
            or may enter (`not_bagged`), or play went on since (`changed_since_count`).
    """
    event = source.tournament
    if event.closed_at is None and progress_of(event).began is not None and not is_decided(event):
        message = _("The clock of “%(event)s” is still running. Stop it, and count the stacks.")
        raise Refused("still_running", message % {"event": event.name})
    if not has_ended(event) and (has_players_left(event) or registration_status.ask(event).open):
        count = _last_day_count(event)
        raise _not_bagged(event) if count is None else _changed_since(count)


def _last_day_count(event: Tournament) -> StackCount | None:
    """Return the last closed count at the end of a day."""
    counts = StackCount.objects.filter(tournament=event, occasion="day_end", closed_at__isnull=False)
    return counts.select_related("tournament").last()


def _has_played_on(count: StackCount) -> bool:
    """Return whether play went on after a count; stacks at the seats stay as counted until they are counted again."""
    commands = JournalEntry.objects.filter(tournament=count.tournament_id, kind__in=_PLAY_COMMANDS)
    return commands.filter(at__gt=count.closed_at, undone_by=None).exists()


def _not_bagged(event: Tournament) -> Refused:
    message = _("“%(event)s” is not bagged: count its stacks at the end of the day first.")
    if not has_entries(event):
        message = _("“%(event)s” has no entries: end it, or leave it out.")
    elif _is_sealed(event):
        message = _("The stacks of “%(event)s” are counted. Close its day first.")
    return Refused("not_bagged", message % {"event": event.name})


def _is_sealed(event: Tournament) -> bool:
    """Return whether all stacks in play are in sealed bags, so that only the day has to be closed."""
    count = StackCount.objects.filter(tournament=event, occasion="day_end", closed_at__isnull=True).last()
    inside = set(_in_play(event))
    bags = Bag.objects.filter(stack_count=count, entry__in=inside)
    return count is not None and bool(inside) and inside == set(bags.values_list("entry", flat=True))


def _changed_since(count: StackCount) -> Refused:
    message = _(
        "The stacks of “%(event)s” have changed since they were counted at %(time)s. Count them again."
    )
    if closed_day_of(count.tournament) is not None:
        message = _(
            "Entries or stacks of “%(event)s” have changed since its day was closed at %(time)s. Undo that change in "
            "its journal, or undo the end of its day and count the stacks again."
        )
    assert count.closed_at is not None
    words = {"event": count.tournament.name, "time": time_text(count.closed_at)}
    return Refused("changed_since_count", message % words)


def read_results(source: StageEvent, rule: StageRule) -> tuple[list[EntryResult], Stacks | None]:
    """Return how the entries of an event ended, and their stacks as far as the rule needs them.

    Raises:
        Refused: as `check_ended` and `stacks_of`.
    """
    check_ended(source)
    event = source.tournament
    tables = _tables(event)
    stacks = stacks_of(source) if _needs_stacks(rule, event, _in_play(event), tables) else None
    chips = {} if stacks is None else stacks.by_entry
    return _results(source, chips, tables, with_places=_needs_places(rule)), stacks


def read_latest_results(source: StageEvent) -> list[EntryResult]:
    """Return how the entries of an event ended as far as it is known, whether or not it has ended."""
    count = StackCount.objects.filter(tournament=source.tournament, closed_at__isnull=False).last()
    rows = CountedStack.objects.filter(stack_count=count).values_list("entry", "chips")
    chips = {entry: chips for entry, chips in rows if entry is not None}
    return _results(source, chips, _tables(source.tournament), with_places=True)


def _results(
    source: StageEvent, chips: dict[int, int], tables: dict[int, int], *, with_places: bool
) -> list[EntryResult]:
    event = source.tournament
    rows = list(
        Entry.objects.filter(tournament=event, voided_at__isnull=True)
        .order_by("pk")
        .values_list("pk", "player", "out_at")
    )
    inside = [pk for pk, _player, out_at in rows if out_at is None]
    disqualified = set(
        Bust.objects.filter(entry__tournament=event, penalty="disqualified").values_list("entry", flat=True)
    )
    places = _places(event, inside, chips, {pk for pk, _player, _out in rows}) if with_places else {}
    return [
        EntryResult(
            entry=pk,
            player=player,
            event=event.pk,
            stage=source.stage.number,
            chips=chips.get(pk, 0),
            is_in=out_at is None,
            place=places.get(pk, 1),
            table=tables.get(pk, 0),
            is_disqualified=pk in disqualified,
        )
        for pk, player, out_at in rows
    ]


def paid_places(event: Tournament) -> int:
    """Return how many places an event pays itself."""
    return sum(bool(one.cash or one.items) for one in ladder_of(event).prizes)


def _in_play(event: Tournament) -> list[int]:
    rows = Entry.objects.filter(tournament=event, out_at__isnull=True, voided_at__isnull=True)
    return list(rows.values_list("pk", flat=True))


def _seat_stacks(event: Tournament) -> list[tuple[int, int | None]]:
    seats = Seat.objects.filter(tournament_table__tournament=event, entry__isnull=False)
    return [(entry, stack) for entry, stack in seats.values_list("entry", "stack") if entry is not None]


def _needs_stacks(rule: StageRule, event: Tournament, inside: Sequence[int], tables: dict[int, int]) -> bool:
    """Return whether the stacks decide who advances, with which stack, or in which order."""
    if rule.needs_stacks or isinstance(rule.who, InMoney):
        return True
    if not _needs_places(rule):
        return False
    # Without stacks, only a player who is alone has a place.
    per_table = rule.points_per == "table" if rule.points else getattr(rule.who, "per", "") == "table"
    groups = [tables.get(pk, 0) if per_table else 0 for pk in inside]
    return len(groups) > len(set(groups))


def _needs_places(rule: StageRule) -> bool:
    return bool(rule.points) or isinstance(rule.who, Best | Percent | InMoney)


def _places(
    event: Tournament, inside: Sequence[int], chips: dict[int, int], entries: set[int]
) -> dict[int, int]:
    """Return the place of each entry: players with chips by these, then the others by the ranking of the event."""
    # Equal stacks share the best of their places.
    first: dict[int, int] = {}
    for place, stack in enumerate(sorted((chips.get(pk, 0) for pk in inside), reverse=True), start=1):
        first.setdefault(stack, place)
    places = {pk: first[chips.get(pk, 0)] for pk in inside}
    # Places of busted entries are behind all entries in play already.
    for one in ranking_of(event).places:
        places.setdefault(one.entry, one.best)
    for pk in entries:
        places.setdefault(pk, len(entries))
    return places


def _tables(event: Tournament) -> dict[int, int]:
    """Return the number of the table at which each entry sits, or sat last."""
    busts = Bust.objects.filter(entry__tournament=event, tournament_table__isnull=False)
    found = dict(busts.values_list("entry", "tournament_table__table__number"))
    seats = Seat.objects.filter(entry__tournament=event)
    found |= dict(seats.values_list("entry", "tournament_table__table__number"))
    return {entry: table for entry, table in found.items() if entry is not None}
