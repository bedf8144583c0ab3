"""All benchmarks of the feed, as ratios within one run on this machine: `make bench`."""

import json
import os
import platform

from bench import attacks, draw, fanout, flips, leaders, paging, paid, press, prizes, stages, suggestions
from bench import map as room_map

BOUNDS = (
    ("fan-out to {sockets} sockets on uvicorn, against websockets.broadcast()", "uvicorn_ratio", 1.35),
    ("KiB per idle socket on uvicorn, {sockets} sockets", "uvicorn_kib_per_idle_socket", 25.0),
)


def main() -> None:
    """Run all benchmarks; print each figure with its limit."""
    print(f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores")
    print("\n(a) One clock change to N sockets")
    for row in fanout.run():
        print(json.dumps(row))
        for words, key, bound in BOUNDS:
            value = float(str(row[key]))
            print(
                f"    {words.format(**row)}: {value} (at most {bound}) {'ok' if value <= bound else 'MISSED'}"
            )
    print("\n(b) Flips, ms from the true second")
    measured = flips.run()
    print(json.dumps(measured, indent=1))
    plain, delayed = measured["plain_page"], measured["four_pages_0_to_200_ms"]
    assert isinstance(plain, dict)
    assert isinstance(delayed, dict)
    for words, value, bound in (
        ("plain page, p99", plain["p99"], 10.0),
        ("four pages, p99", delayed["p99"], 17.0),
        ("four pages from each other, p99", delayed["apart_p99"], 17.0),
    ):
        print(f"    {words}: {value} ms (at most {bound}) {'ok' if value <= bound else 'MISSED'}")
    print("\n(c) From the press to the last of 200 displays")
    print(json.dumps(press.run(), indent=1))
    print(f"\n(d) A field of {draw.PLAYERS} drawn, seated, journalled and published")
    drawn = draw.run()
    print(json.dumps(drawn, indent=1))
    seconds = float(str(drawn["seconds"]))
    print(f"    seconds: {seconds} (under {draw.SECONDS}) {'ok' if seconds < draw.SECONDS else 'MISSED'}")
    print('\n(e) From "paid" at the desk to the seat on the phone')
    print(json.dumps(paid.run(), indent=1))
    print(f"\n(f) The room map with {room_map.TABLES} tables and {room_map.CHANGES} changes a second")
    drawing = room_map.run()
    print(json.dumps(drawing, indent=1))
    for how in room_map.HOW:
        record = drawing[how]
        assert isinstance(record, dict)
        frames = float(record["frames_a_second"])
        print(
            f"    frames a second, {how}: {frames} (at least {room_map.LEAST}) "
            f"{'ok' if frames >= room_map.LEAST else 'MISSED'}"
        )
    print(f"\n(g) Places and payouts of {prizes.ENTRIES} entries")
    paying = prizes.run()
    print(json.dumps(paying, indent=1))
    by_rules = paying["rules_ms"]
    assert isinstance(by_rules, dict)
    for book, milliseconds in by_rules.items():
        held = milliseconds < prizes.MILLISECONDS
        print(
            f"    ms by the rules, {book}: {milliseconds} (under {prizes.MILLISECONDS:g}) "
            f"{'ok' if held else 'MISSED'}"
        )
    print(
        f"\n(h) One client's attack, and how long it holds another's request (under {attacks.MOST_HELD_MS:g} ms)"
    )
    for server in ("daphne", "uvicorn"):
        attacks.tell(attacks.run(server))
    print(f"\n(i) A display turns the pages of {paging.SEATS} seats")
    turning = paging.run()
    print(json.dumps(turning, indent=1))
    frames = turning["1080p"]["frames_a_second"]
    print(
        f"    frames a second at 1080p: {frames} (at least {paging.LEAST}) "
        f"{'ok' if frames >= paging.LEAST else 'MISSED'}"
    )
    for size, record in turning.items():
        part = record["page_work_of_a_frame"]
        print(
            f"    the page's part of a frame at {size}: {part} (at most {paging.MOST_OF_A_FRAME}) "
            f"{'ok' if part <= paging.MOST_OF_A_FRAME else 'MISSED'}"
        )
    print(f"\n(k) Chip leaders of {leaders.STACKS} stacks")
    leading = leaders.run()
    print(json.dumps(leading, indent=1))
    for key in ("leaders_ms", "phones_ms"):
        held = leading[key] < leaders.MILLISECONDS
        print(f"    {key}: {leading[key]} (under {leaders.MILLISECONDS:g}) {'ok' if held else 'MISSED'}")
    print(
        f"\n(l) {stages.FLIGHTS} flights of {stages.PLAYERS} joined into day 2, seats drawn and slips printed"
    )
    joined = stages.run()
    print(json.dumps(joined, indent=1))
    beside = float(str(joined["seconds_beside_bare_insert"]))
    held = beside < stages.SECONDS
    print(
        f"    seconds beside the bare insert: {beside} (under {stages.SECONDS:g}) {'ok' if held else 'MISSED'}"
    )
    print("\n(m) One suggested structure, one what-if on an event that runs, and one stack in chips")
    suggesting = suggestions.run()
    print(json.dumps(suggesting, indent=1))
    held = suggesting["suggestion_ms"] < suggestions.MILLISECONDS
    print(
        f"    ms of a suggestion: {suggesting['suggestion_ms']} (under {suggestions.MILLISECONDS:g}) "
        f"{'ok' if held else 'MISSED'}"
    )
    for key, most in suggestions.MOST_LOOPS.items():
        held = suggesting[key] <= most
        print(f"    {key}: {suggesting[key]} (at most {most:g}) {'ok' if held else 'MISSED'}")


if __name__ == "__main__":
    main()
