"""Every reason of a proposal has a label, and docs/floor.md lists it with its values."""

import re

from ops.paths import PROJECT
from seating.rules import balancing, breaking, movers, review, table_halt
from web.floor.texts import FLOOR_WORDS

# Names of values in labels that differ from those in the proposal.
ROW = re.compile(r"^\|[^|]*\| `(?P<code>[a-z_]+)` \| (?:`(?P<values>[^`]*)`)? ?\|", re.MULTILINE)
OPEN = "_open"


def documented() -> dict[str, set[str]]:
    """Return the codes in docs/floor.md with their values."""
    page = (PROJECT / "docs" / "floor.md").read_text()
    part = page.split("### Why")[1].split("\n## ")[0]
    return {row["code"]: set(re.findall(r"[a-z_]+", row["values"] or "")) for row in ROW.finditer(part)}


def worded() -> dict[str, set[str]]:
    """Return the codes that have a label, with the values in it."""
    return {
        key.removeprefix("floor.why_"): set(re.findall(r"\{(\w+)\}", str(text)))
        for key, text in FLOOR_WORDS.items()
        # One more label asks staff for a reason.
        if key.startswith("floor.why_") and key != "floor.why_otherwise"
    }


def given() -> set[str]:
    """Return the codes that the rules use."""
    found: set[str] = set()
    for module in (balancing, breaking, table_halt, movers, review):
        assert module.__file__ is not None
        with open(module.__file__, encoding="utf-8") as source:
            text = source.read()
        found.update(re.findall(r'Why\(\s*"([a-z_]+)"', text))
        if module is balancing:
            found.update(re.findall(r'(?:return|else) "([a-z_]+)"', text))
    return found


def test_each_reason_of_the_page_has_a_sentence_and_the_other_way_round() -> None:
    sentences = {code for code in worded() if not code.endswith(OPEN) or code == "entry_open"}
    # A sentence for one stands beside the one for several.
    sentences = {code.partition(".one_")[0] for code in sentences}
    assert set(documented()) == sentences


def test_page_has_a_text_for_every_reason_of_the_rules() -> None:
    assert given() <= set(documented())
    assert len(given()) > 10


def test_reason_sentences_use_only_values_of_the_reason() -> None:
    listed = documented()
    assert {code: values - listed[code] for code, values in worded().items() if code in listed} == {
        code: set() for code in listed
    }
    # The label for an unknown button omits this value.
    assert worded()["same_position_open"] == worded()["opened_last_open"] == set()
