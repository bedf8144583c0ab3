"""Order the files of a parallel run: long ones first, and waiting ones beside computing ones.

A file that takes a minute and starts last leaves the other processors idle for that minute; so do four files
that all wait at the same time. Use it with `--no-loadscope-reorder`, which leaves the order to this plugin.
"""

from collections import defaultdict
from pathlib import Path

import pytest

# Approximate seconds of a test: in a browser, with servers or databases, or any other.
BROWSER, PROCESSES, ROWS, PURE = 1.5, 1.0, 0.25, 0.05
# Additional seconds of a file: displays turn their pages, evenings are played, hundreds of examples run, every page is
# opened. From `--durations` of a whole run on two cores: a file that is missing here and takes a minute may start last.
MORE = {
    "access/test_sockets_end.py": 10, "api/test_roles.py": 12, "browser/test_bags.py": 15,
    "browser/test_cash_room.py": 30, "browser/test_cash_tablet.py": 15, "browser/test_chip_race.py": 23,
    "browser/test_desk.py": 10, "browser/test_floor_network.py": 15, "browser/test_phone.py": 5,
    "browser/test_remote_network.py": 20, "browser/test_screens_page.py": 27, "browser/test_shot_clock.py": 10,
    "browser/test_tv_axe.py": 15, "browser/test_tv_entry.py": 5, "browser/test_tv_feature.py": 10,
    "browser/test_tv_feed.py": 75, "browser/test_tv_floor.py": 5, "browser/test_tv_groups.py": 15,
    "browser/test_tv_seats.py": 30, "browser/test_tv_sounds.py": 10, "browser/test_tv_triggers.py": 35,
    "browser/test_tv_waiting.py": 15, "clock/test_rules_commands.py": 10, "clock/test_rules_exchange.py": 5,
    "clock/test_rules_exchange_bytes.py": 5, "desk/test_cached_totals.py": 8, "desk/test_clerks.py": 10,
    "desk/test_till_properties.py": 15, "desk/test_till_races.py": 15, "displays/test_layouts_in_use.py": 9,
    "displays/test_overlays.py": 12, "jobs/test_job_processes.py": 12, "jobs/test_job_traces.py": 18,
    "journal/test_arguments.py": 15, "journal/test_earlier_version.py": 20, "journal/test_race.py": 10,
    "journal/test_replay.py": 15, "live/test_celery.py": 15, "live/test_followed_tables.py": 12,
    "live/test_late_boards.py": 9, "live/test_late_own_boards.py": 8, "live/test_redis_trouble.py": 35,
    "matrix/test_fuzzer.py": 15, "matrix/test_personal_data.py": 14, "matrix/test_query_counts.py": 20,
    "matrix/test_role_matrix.py": 70, "ops/test_crashed_workers.py": 9, "ops/test_downgrade.py": 28,
    "prizes/test_prizes_properties.py": 9, "procedures/test_killed_workers.py": 15, "processes/test_crashes.py": 85,
    "review/test_bad_input.py": 9, "seating/test_boards_public.py": 10, "seating/test_floor_race.py": 30,
    "seating/test_rules_breaking.py": 15, "seating/test_rules_draw.py": 15,
    "seating/test_rules_positions_evenings.py": 20, "seating/test_rules_tournaments.py": 20,
    "seating/test_tables_played.py": 8, "simulation/test_flights.py": 11, "simulation/test_play.py": 15,
    "simulation/test_play_cash.py": 10, "simulation/test_watching.py": 9, "stages/test_bounties.py": 11,
    "test_catalogues.py": 10, "web/test_navigation.py": 18, "web/test_stack_counts_page.py": 9,
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
