"""Boards for the browser tests: a structure, and a clock in each of its states."""

import hashlib
import json
import unicodedata
from collections.abc import Sequence
from typing import Any

Board = dict[str, Any]
MINUTE = 60_000


def level(number: int | None, small: int = 0, big: int = 0, ante: int = 0, **more: Any) -> Board:
    """Return one row of a structure; a break where `number` is None."""
    return {
        "kind": "level" if number else "break", "number": number, "small_blind": small, "big_blind": big,
        "ante": ante, "ante_kind": "big_blind" if ante else "none", "duration": 18 * MINUTE, "game": "",
        "note": "", "colour_up": [], "ends_day": False, **more,
    }  # fmt: skip


STRUCTURE = [
    level(1, 50, 100), level(2, 75, 150), level(3, 100, 200, 200), level(4, 150, 300, 300),
    level(None, duration=10 * MINUTE, colour_up=[25]), level(5, 200, 400, 400), level(6, 300, 600, 600),
    level(7, 400, 800, 800), level(8, 600, 1200, 1200), level(None, duration=25 * MINUTE),
    level(9, 800, 1600, 1600), level(10, 1000, 2000, 2000), level(11, 1500, 3000, 3000),
]  # fmt: skip
CHIPS = [
    {"value": 25, "face": "#2e7d32", "edge": "#ffffff"}, {"value": 100, "face": "#1b1b1b", "edge": "#e0c060"},
    {"value": 500, "face": "#6a1b9a", "edge": "#ffffff"}, {"value": 1000, "face": "#f9c80e", "edge": "#1b1b1b"},
    {"value": 5000, "face": "#c62828", "edge": "#ffffff"}, {"value": 25000, "face": "#ffffff", "edge": "#1565c0"},
]  # fmt: skip


def clock(position: int = 0, elapsed: int = 0, anchor: int | None = None) -> Board:
    """Return the clock at a position: running since `anchor`, paused where that is None."""
    return {
        "started": True, "running": anchor is not None, "position": position, "elapsed": elapsed, "anchor": anchor,
    }  # fmt: skip


NOT_STARTED = {"started": False, "running": False, "position": 0, "elapsed": 0, "anchor": None}


def board(clock: Board, levels: Sequence[Board] = STRUCTURE, **more: Any) -> dict[str, Board]:
    """Return the boards `clock` and `structure` of tournament 7."""
    digest = hashlib.sha256(json.dumps(levels).encode()).hexdigest()[:16]
    shown = {
        "tournament": 7, "name": "Friday Deep", "logo": "", "currency": "EUR", "book": "five_spades",
        "book_title": "PSC Five Spades", "planned_start": None, "advance": "auto",
        "advance_rule": "Five Spades 9.6", "clock": clock, "structure": digest,
        "field": {"entries": 27, "left": 19, "chips": 270_000, "average": 14_210, "average_big_blinds_at": None},
        "last_hand": None, "announcement": None, "last_hands": None, "day_over": None, "closed": False, **more,
    }  # fmt: skip
    return {"clock": shown, "structure": {"digest": digest, "levels": levels, "chips": CHIPS}}


def screen(**more: Any) -> Board:
    """Return the board of screen 5, which shows tournament 7."""
    return {
        "id": 5, "name": "Main wall", "tournament": 7, "layout": "clock", "blank": False, "message": "",
        "language": "en", "sound": False, "volume": 80, "speech": False, "paired": True, **more,
    }  # fmt: skip


def look(**more: Any) -> Board:
    """Return the board of the room's look."""
    return {
        "theme": "room", "logo": "", "background": "", "sponsor": "", "sponsor_picture": "", "sounds": {}, **more,
    }  # fmt: skip


BIG = [
    level(7, 1_000_000, 2_000_000, 2_000_000), level(8, 1_500_000, 3_000_000, 3_000_000),
    level(None, duration=10 * MINUTE), level(9, 2_000_000, 4_000_000, 4_000_000),
]  # fmt: skip
LONG_NAME = "Grand Championship of the Alps – Main Event, Day 2 Flight C"
BIG_FIELD = {
    "entries": 1342, "left": 127, "chips": 134_200_000, "average": 1_056_692, "average_big_blinds_at": None,
}  # fmt: skip
LONG_TEXT = "Food is served at the bar until 22:00. Please have your seat card with you when you leave."


def running(position: int, left: int, now: int) -> Board:
    """Return a running clock with this much left (ms)."""
    return clock(position, STRUCTURE[position]["duration"] - left, now)


def states(now: int) -> dict[str, dict[str, Board]]:
    """Return clock and structure for every look, including the ones that are hardest to fit."""
    paused = clock(8, 8 * MINUTE)
    drawing = {"hands": None, "card": None, "rule": "PokerStars Live 3.12", "drawn": False}
    last_hands = {"hands": 5, "card": "5", "rule": "PokerStars Live 3.12", "drawn": True}
    one_day = [{**entry, "ends_day": i == 2} for i, entry in enumerate(STRUCTURE)]
    text, short = {"text": LONG_TEXT, "at": now}, {"text": "Dinner at the bar", "at": now}
    return {
        "running": board(running(2, 1_022_400, now)),
        "last_minute": board(running(3, 42_400, now)),
        "paused": board(paused),
        "break": board(running(4, 512_000, now)),
        "held": board(running(2, -3_000, now), advance="announced", advance_rule="Munot 23"),
        "day_over": board(running(2, -3_000, now), levels=one_day),
        "day_closed": board(paused, day_over={"number": 1, "next_start": now + 40 * 3_600_000}),
        "waiting": board(NOT_STARTED, planned_start=now + 3_900_000),
        "waiting_days": board(NOT_STARTED, planned_start=now + 3 * 86_400_000),
        "waiting_by_hand": board(NOT_STARTED),
        "over": board(running(12, -1_000, now)),
        "closed": board(paused, closed=True),
        "won": board(paused, winner="Anna-Katharina Fontana-Berger"),
        "qualified": board(paused, qualified={"players": 120, "ticket": LONG_NAME}),
        "draw": board(paused, last_hands=drawing),
        "hands": board(paused, last_hands=last_hands),
        "last_hand": board(running(2, 95_000, now), last_hand=2),
        "announcement": board(running(2, 822_400, now), announcement=text),
        "announcement_last_hand": board(running(2, 52_400, now), last_hand=2, announcement=short),
        "big": board(clock(0, 1_000, now), levels=BIG, name=LONG_NAME, field=BIG_FIELD),
        "big_hour": board(
            clock(0, 1_000, now),
            levels=[
                {**BIG[0], "duration": 90 * MINUTE, "game": "Pot-Limit Omaha Hi-Lo 8 or better"},
                *BIG[1:],
            ],
        ),
        "big_paused": board(clock(0, 1_000), levels=BIG),
        "big_announcement": board(clock(0, 1_000), levels=BIG, announcement=text),
    }


def registration(**more: Any) -> Board:
    """Return the board `registration`: late entry until the end of the fourth row, before a break."""
    return {
        "open": True, "started": True, "closed_at": None, "price": 10_000, "currency": "EUR", "capacity": None,
        "late": {"ends": "row", "row": 3, "at": None, "closes_row": 4, "rule": "Munot 73"},
        "places_left": 12, "waiting": 0, "self": {"reserve": False, "wait": False, "re_enter": False}, **more,
    }  # fmt: skip


def waiting_list(
    called: Sequence[tuple[str, int | None]] = (), waiting: Sequence[tuple[str, str]] = (), **more: Any
) -> Board:
    """Return the board `waiting_list`: called players with their deadlines, then waiting players in order."""
    return {
        "called": [
            {"name": name, "until": until, "booking": 1 + i} for i, (name, until) in enumerate(called)
        ],
        "waiting": [
            {"position": 1 + i, "name": name, "wants": wants, "booking": 100 + i}
            for i, (name, wants) in enumerate(waiting)
        ],
        "total": len(waiting), "opened": True, "rule": "Munot 73", **more,
    }  # fmt: skip


FIRST = (
    "Adrian", "Aïcha", "Beat", "Bettina", "Carla", "Dominik", "Élodie", "Fabienne", "Gian-Luca", "Hanspeter",
    "Irène", "Jürg", "Katharina", "Luca", "Maximilian", "Nadja", "Ömer", "Petra", "Quentin", "Reto", "Sibylle",
    "Theodora", "Urs", "Vreni", "Walter", "Xenia", "Yannick", "Zoë",
)  # fmt: skip
LAST = ("Ammann", "B.", "Caduff-Zimmermann", "D.", "Egli", "F.", "Grünenfelder", "Hug", "I.", "Jenni")


def people(count: int) -> list[str]:
    """Return this many public names in alphabetical order."""
    names = []
    for i in range(count):
        again = i // (len(FIRST) * len(LAST))
        names.append(
            f"{FIRST[i % len(FIRST)]} {LAST[i // len(FIRST) % len(LAST)]}{f' {again}' if again else ''}"
        )

    def order(name: str) -> tuple[str, str]:
        plain = "".join(
            sign for sign in unicodedata.normalize("NFD", name) if not unicodedata.combining(sign)
        )
        return plain.casefold(), name

    return sorted(names, key=order)


def seated(count: int) -> list[tuple[str, int, int]]:
    """Return this many players at tables of nine: name, table, seat, in alphabetical order."""
    return [(name, 1 + i * 7 % (count // 9 + 1), 1 + i % 9) for i, name in enumerate(people(count))]
