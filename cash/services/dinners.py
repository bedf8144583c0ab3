"""Who may go to dinner: breaks of a playing day, and how many of a table are on one (St. Moritz 12)."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime

from cash.models import DinnerBreak
from cash.services.days import playing_day
from cash.services.settings import cash_book


@dataclass(frozen=True, slots=True)
class Dinners:
    """Dinner breaks of the present playing day.

    Attributes:
        had: players who have had all their breaks of this day.
        next_from: by table at which as many as may are on a break: when the next player can go.
    """

    had: frozenset[int] = frozenset()
    next_from: dict[int, datetime] = field(default_factory=dict)


def dinners_now(now: datetime) -> Dinners:
    """Return who may not go to dinner now; nothing if the book has no dinner break."""
    policy = cash_book().cash.dinner_break
    if policy is None:
        return Dinners()
    taken = Counter(
        DinnerBreak.objects.filter(day=playing_day(now)).values_list("seat__visit__player", flat=True)
    )
    out: dict[int, list[datetime]] = defaultdict(list)
    running = DinnerBreak.objects.filter(ended_at__isnull=True, seat__left_at__isnull=True)
    for table, until in running.values_list("seat__cash_table", "until"):
        out[table].append(until)
    return Dinners(
        had=frozenset(player for player, count in taken.items() if count >= policy.per_day),
        next_from={
            table: min(until) for table, until in out.items() if len(until) >= policy.most_away_per_table
        },
    )
