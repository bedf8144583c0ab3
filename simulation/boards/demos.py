"""Boards of demos for staff."""

from msgspec import Struct

from simulation.commands.demos import MOST_AT_ONCE
from simulation.models import SimulatedEvent
from simulation.services.demos import running
from tourney.access.roles import Permission
from tourney.live.boards import board
from tourney.now import to_ms
from tourney.rulebooks.shelf import books_of


class DemoRow(Struct, frozen=True):
    """A running demo.

    Attributes:
        book: title of its rulebook.
        speed: factor by which it runs faster than real time.
        state: current step, or how it ended (docs/simulation.md).
        words: error message, if any.
    """

    demo: int
    tournament: int | None
    name: str
    book: str
    players: int
    speed: int
    state: str
    asked_at: int | None
    ended_at: int | None
    words: str


class DemosBoard(Struct, frozen=True):
    """Running demos, and the last one that has ended.

    Attributes:
        most: maximum number of demos at once.
    """

    most: int
    demos: list[DemoRow]


@board("demos", topic="room", permission=Permission.SEE_STAFF, rows=("simulation.simulatedevent",))
def demos(_scope: int, _name: str = "") -> DemosBoard:
    """Return the running demos, and the last one that has ended."""
    rows = list(running().select_related("tournament"))
    last = (
        SimulatedEvent.objects.filter(ended_at__isnull=False)
        .select_related("tournament")
        .order_by("-ended_at")[:1]
    )
    rows += last
    titles = {key: book.title for key, book in books_of({row.book for row in rows}).items()}
    return DemosBoard(most=MOST_AT_ONCE, demos=[_row(row, titles) for row in rows])


def _row(row: SimulatedEvent, titles: dict[str, str]) -> DemoRow:
    return DemoRow(
        demo=row.pk,
        tournament=row.tournament_id,
        name=row.name if row.tournament is None else row.tournament.name,
        book=titles.get(row.book, row.book),
        players=row.players,
        speed=row.speed,
        state=_state(row),
        asked_at=to_ms(row.asked_at),
        ended_at=to_ms(row.ended_at),
        words=row.words,
    )


def _state(row: SimulatedEvent) -> str:
    """`waits`, `prepares`, `plays`, `stops`, or how it ended: see `models.HOWS`."""
    if row.ended_at is not None:
        return row.how
    if row.stop_at is not None:
        return "stops"
    if row.begun_at is None:
        return "waits"
    return "prepares" if row.tournament_id is None else "plays"
