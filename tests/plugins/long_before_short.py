"""Order the files of a parallel run: long ones first, and waiting ones beside computing ones.

A file that takes a minute and starts last leaves the other processors idle for that minute; so do four files
that all wait at the same time. Use it with `--no-loadscope-reorder`, which leaves the order to this plugin.
"""

from collections import defaultdict
from pathlib import Path

import pytest

# Approximate seconds of a test: in a browser, with servers or databases, or any other.
BROWSER, PROCESSES, ROWS, PURE = 1.5, 1.0, 0.25, 0.05
# Additional seconds of a file: displays turn their pages, evenings are played, hundreds of examples run.
MORE = {
    "browser/test_tv_axe.py": 15, "browser/test_tv_entry.py": 40, "browser/test_tv_feed.py": 30,
    "browser/test_tv_floor.py": 60, "browser/test_tv_seats.py": 60, "browser/test_tv_sounds.py": 30,
    "browser/test_tv_waiting.py": 60, "browser/test_phone.py": 40, "browser/test_remote_network.py": 20,
    "procedures/test_killed_workers.py": 15, "clock/test_rules_exchange.py": 5, "clock/test_rules_commands.py": 10,
    "clock/test_rules_exchange_bytes.py": 5,
    "desk/test_clerks.py": 25,
    "desk/test_till_properties.py": 15, "desk/test_till_races.py": 15, "journal/test_arguments.py": 15,
    "journal/test_race.py": 10, "journal/test_replay.py": 15, "live/test_celery.py": 15,
    "live/test_redis_trouble.py": 35,
    "simulation/test_play.py": 60, "processes/test_crashes.py": 85, "seating/test_boards_public.py": 10,
    "seating/test_floor_race.py": 30, "seating/test_rules_breaking.py": 15, "seating/test_rules_draw.py": 15,
    "seating/test_rules_positions_evenings.py": 20, "seating/test_rules_tournaments.py": 20,
}  # fmt: skip


def seconds(item: pytest.Item) -> float:
    """Return the approximate duration of a test."""
    if item.get_closest_marker("browser"):
        return BROWSER
    if item.get_closest_marker("processes"):
        return PROCESSES
    return ROWS if item.get_closest_marker("postgres") else PURE


def in_turn(files: dict[str, float], waiting: set[str]) -> list[str]:
    """Return the order of the files: waiting and computing ones, each the longest first, alternating so that
    the same share of both has been handed out.

    Args:
        files: seconds of each.
        waiting: the files that wait more than they compute.
    """
    order: list[str] = []
    longest = sorted(files, key=lambda name: (-files[name], name))
    kinds = [[name for name in longest if (name in waiting) is kind] for kind in (True, False)]
    whole = [sum(files[name] for name in kind) or 1.0 for kind in kinds]
    given = [0.0, 0.0]
    while any(kinds):
        turn = min((i for i in (0, 1) if kinds[i]), key=lambda i: given[i] / whole[i])
        name = kinds[turn].pop(0)
        given[turn] += files[name]
        order.append(name)
    return order


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the tests by file; within a file they keep their order."""
    tests = Path(__file__).parents[1]
    names = {item: item.path.relative_to(tests).as_posix() for item in items}
    files: dict[str, float] = defaultdict(float)
    for item, name in names.items():
        files[name] += seconds(item)
    for name in files:
        files[name] += MORE.get(name, 0)
    waiting = {name for item, name in names.items() if item.get_closest_marker("browser")}
    place = {name: number for number, name in enumerate(in_turn(files, waiting))}
    items.sort(key=lambda item: place[names[item]])
