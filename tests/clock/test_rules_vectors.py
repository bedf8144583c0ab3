import json

from clock.rules.reading import ClockState, Reading, reading
from clock.rules.rows import from_wire
from tests.clock import make_vectors

CASES = json.loads(make_vectors.PATH.read_text(encoding="utf-8"))


def test_the_shared_vectors_are_up_to_date():
    hint = "run: python -m tests.clock.make_vectors"
    assert make_vectors.PATH.read_text(encoding="utf-8") == make_vectors.text(), hint


def test_python_reading_equals_the_shared_vectors():
    for case in CASES:
        read = reading(
            from_wire(case["levels"]),
            ClockState(**case["clock"]),
            case["planned_start"],
            case["advance"],
            case["now"],
        )
        assert read == Reading(**case["expect"]), case["name"]


def test_the_shared_vectors_show_every_state_and_no_case_twice():
    assert len(CASES) >= 250
    seen = [json.dumps({**case, "name": ""}) for case in CASES]
    assert len(set(seen)) == len(seen)
    assert len({case["name"] for case in CASES}) == len(CASES)
    states = {(case["expect"]["state"], case["expect"]["held_for"]) for case in CASES}
    assert states == {
        ("waiting", None),
        ("running", None),
        ("paused", None),
        ("held", "announcement"),
        ("held", "end_of_day"),
        ("over", None),
    }
    assert {case["expect"]["next_break"] is None for case in CASES} == {True, False}
    assert {case["expect"]["next_level"] is None for case in CASES} == {True, False}
