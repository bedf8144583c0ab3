"""What waits for the floor in the cash room, counted."""

from cash.models import CashGame, CashSeat, CashTable, DinnerBreak
from cash.rules import lists as rules
from cash.services.lists import callable_on, open_tables_of
from cash.services.settings import cash_book, cash_settings
from tourney.now import room_now


def waiting_in_cash_room() -> dict[str, int]:
    """Return counts by kind: calls to the floor, open seats for players on lists, dinner breaks about to end, and
    places that are lost.

    A call that is not answered is handled by itself (`cash_list.process`).
    """
    now = room_now()
    seats = 0
    for game in CashGame.objects.filter(retired=False, tables__closed_at__isnull=True).distinct():
        waiters = [rules.Waiter(entry=row.pk, since=row.pk) for row in callable_on(game.pk, now)]
        seats += len(rules.next_calls(waiters, open_tables_of(game.pk)))
    early = cash_settings().reminder_minutes * 60
    ends = DinnerBreak.objects.filter(ended_at__isnull=True, seat__left_at__isnull=True).values_list(
        "until", flat=True
    )
    found = {
        "cash_calls": CashTable.objects.filter(closed_at__isnull=True, floor_called_at__isnull=False).count(),
        "cash_seats": seats,
        "cash_dinners": sum((until - now).total_seconds() <= early for until in ends),
        "cash_places": _lost_places(),
    }
    return {kind: count for kind, count in found.items() if count}


def _lost_places() -> int:
    """Count absent players whose place is no longer kept (St. Moritz 16)."""
    policy = cash_book().cash.missed_blinds
    if policy is None:
        return 0
    return CashSeat.objects.filter(
        left_at__isnull=True, state="away", missed_big__gte=policy.place_kept_until_button
    ).count()
