"""What the database says at the end: the journal against the answers that the desk was given."""

from collections import Counter
from dataclasses import dataclass

import psycopg

from bench.hosts.crew import Answer
from bench.hosts.database import console_url
from bench.hosts.lab import Lab


@dataclass(frozen=True)
class Comparison:
    """Answers and journal.

    Attributes:
        acknowledged: commands that the desk was told are recorded.
        missing: of these, not in the journal under this number.
        twice: commands that were carried out more than once.
        gaps: numbers that the journal lacks.
        unanswered: commands without an answer, and of these, how many are recorded nevertheless.
    """

    acknowledged: int
    missing: int
    twice: int
    gaps: int
    unanswered: int
    unanswered_recorded: int

    @property
    def held(self) -> bool:
        """Return whether nothing was lost and nothing happened twice."""
        return self.acknowledged > 0 and not self.missing + self.twice + self.gaps


def rows(query: str, *values: object) -> list[tuple[object, ...]]:
    """Ask the room's database."""
    with psycopg.connect(console_url()) as connection:
        return connection.execute(query.encode(), values).fetchall()


def compare(event: int, answers: list[Answer]) -> Comparison:
    """Compare the journal of an event with what the desk was told."""
    recorded = rows("SELECT seq, command::text FROM tourney_journalentry WHERE tournament_id = %s", event)
    seqs = {str(command): seq for seq, command in recorded}
    busts = rows(
        "SELECT entry_id FROM seating_bust b JOIN tourney_entry e ON e.id = b.entry_id WHERE e.tournament_id = %s",
        event,
    )
    numbers = sorted(int(str(seq)) for seq, _command in recorded)
    acknowledged = [answer for answer in answers if answer.status == 200]
    unanswered = [answer for answer in answers if answer.status != 200]
    commands = Counter(str(command) for _seq, command in recorded if command is not None)
    return Comparison(
        len(acknowledged),
        sum(seqs.get(answer.key) != answer.seq for answer in acknowledged),
        sum(count > 1 for count in commands.values()) + len(busts) - len(set(busts)),
        len(set(range(1, numbers[-1] + 1)) - set(numbers)) if numbers else 0,
        len(unanswered),
        sum(answer.key in seqs for answer in unanswered),
    )


def beat_in_charge(lab: Lab) -> str:
    """Return the name of the host whose beat holds the lease."""
    holder = str(rows("SELECT holder FROM tourney_lease WHERE name = 'beat'")[0][0])
    pid = int(holder.split(":")[1])
    for host in lab.beats:
        if pid in host.pids():
            return host.name
    raise SystemExit(f"No host has the beat {holder}.")
