"""What a journal entry reports to webhooks, from the rows that it changed. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Change = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that a journal entry has brought about.

    Attributes:
        kind: of the message, "player.out".
        entries: the entries of players concerned.
        position: row of the structure, counted from 0, if the clock has gone to another one; None: where it was.
        tables: keys of tables of the event that players have left.
    """

    kind: str
    entries: tuple[int, ...] = ()
    position: int | None = None
    tables: frozenset[int] = field(default_factory=frozenset)


def happenings(changes: Iterable[Change]) -> list[Happening]:
    """Return what the rows changed by an entry amount to, in the order in which a reader expects it.

    `clock.level` stands for a break as well, and `final_table` for any move between tables: the rows of the event
    decide.
    """
    by_model: dict[str, list[Change]] = {}
    for change in changes:
        by_model.setdefault(change["model"], []).append(change)
    return [
        *_event(by_model.get("tourney.tournament", ())),
        *_registration(by_model.get("desk.registration", ())),
        *_players("player.registered", by_model.get("tourney.entry", ()), "pk", "before"),
        *_players("player.out", by_model.get("seating.bust", ()), "entry_id", "before"),
        *_players("player.reinstated", by_model.get("seating.bust", ()), "entry_id", "after"),
        *_moves(by_model.get("seating.seat", ())),
        *_prizes(by_model.get("prizes.payout", ())),
        *_clock(by_model.get("clock.clock", ())),
    ]


def _event(changes: Iterable[Change]) -> Iterable[Happening]:
    for change in changes:
        before, after = change["before"], change["after"]
        if before is None:
            yield Happening("event.created")
        elif after is None:
            continue
        elif "closed_at" in after:
            yield Happening("event.closed" if after["closed_at"] else "event.reopened")
        elif {"counted_entries", "counted_left"} & set(after):
            yield Happening("field.counted")


def _registration(changes: Iterable[Change]) -> Iterable[Happening]:
    for change in changes:
        before, after = change["before"], change["after"]
        if after is None:
            continue
        if before is None and not after["closed_at"]:
            yield Happening("registration.opened")
        elif before is not None and "closed_at" in after:
            yield Happening("registration.closed" if after["closed_at"] else "registration.opened")


def _players(kind: str, changes: Iterable[Change], key: str, absent: str) -> Iterable[Happening]:
    """Yield one happening for all rows that were created (`absent`: before) or deleted (after)."""
    present = "after" if absent == "before" else "before"
    entries = [
        change["pk"] if key == "pk" else change[present][key] for change in changes if change[absent] is None
    ]
    if entries:
        yield Happening(kind, tuple(entries))


def _clock(changes: Iterable[Change]) -> Iterable[Happening]:
    for change in changes:
        before, after = change["before"], change["after"]
        if before is None or after is None:
            continue
        # Only columns that have changed are there.
        position = after.get("position")
        started = bool(after.get("started"))
        if started:
            yield Happening("clock.started", position=position)
        if started or (position is not None and after.get("started") is not False):
            yield Happening("clock.level", position=position)
        elif "running" in after and "started" not in after:
            yield Happening("clock.resumed" if after["running"] else "clock.paused", position=position)


def _moves(changes: Iterable[Change]) -> Iterable[Happening]:
    left = {
        change["before"]["tournament_table_id"]
        for change in changes
        if change["before"] is not None and "tournament_table_id" in change["before"]
    }
    if left:
        yield Happening("final_table", tables=frozenset(left))


def _prizes(changes: Iterable[Change]) -> Iterable[Happening]:
    for change in changes:
        after = change["after"]
        if (
            after is not None
            and "locked_at" in after
            and (change["before"] is not None or after["locked_at"])
        ):
            yield Happening("prizes.locked" if after["locked_at"] else "prizes.unlocked")
