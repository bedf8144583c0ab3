"""Texts with a number have a singular: "1 place", never "1 places"."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from tourney.journal.boards import text_of
from tourney.journal.readable import ReadableEntry
from tourney.models import JournalEntry

ROOT = Path(__file__).parent.parent
NOUNS = (
    "bags banks chips displays drawers entries envelopes events ghosts hands memberships months orbits penalties "
    "places players points presses prizes proposals rounds rows seats stacks tables tablets tickets ties times"
).replace(" ", "|")
BY_NAME = re.compile(rf"\{{(\w+)\}} (?:time |more |open |of at most )?({NOUNS})\b")
BY_PERCENT = re.compile(rf"%\((\w+)\)s (?:time |more |open )?({NOUNS})\b")
# Numbers that are never 1: sums of chips, limits, totals of which a part is named, and fields of at least two.
NEVER_ONE = {
    "of",
    "most",
    "all",
    "in_play",
    "chips",
    "stack",
    "stacks",
    "total",
    "step",
    "small",
    "big",
    "value",
    "amount",
}
# Texts that are used for two and more only: their numbers are at least 2, or the script or command chooses another
# text for 1.
FOR_SEVERAL = set(
    """
    cash_dealer.missed_big_more
    clock.qualified count.unseated deal.although_less deal.although_more dealer.banks_left dealer.players
    dealer.wait dealer.wait_done desk.count_stack
    desk.entries desk.stack_too_big entry.places floor.all_tables floor.banks_left floor.held_final
    floor.held_final_expected
    floor.seats_missing floor.some_players floor.some_tables floor.want_final floor.why_final_table
    floor.why_redraw_at hand_for_hand.at_done map.idle notice.penalty_hands notice.penalty_rounds page.entries
    page.players_advanced page.teams_advanced
    penalty.hands_left penalty.in_hands penalty.of_hands penalty.of_orbits penalty.rounds_left
    penalty.sits_out_hands penalty.sits_out_rounds penalty.so_far phone.ahead_entry phone.ahead_team
    phone.sits_out_hands phone.sits_out_rounds phone.table_alt prize.envelope_count prize.paid
    race.table_done tv.breaking_count
    tv.free_at_one tv.free_count tv.hand_for_hand_many tv.left tv.player_count tv.redraw_count
    tv.shortest_stacks tv.table_count
    """.split()  # noqa: SIM905
) | {
    "Shortest stack %(chips)s (%(players)s players)",
    "%(chairs)s seats",
    "%(count)s bags of table %(table)s are handed in",
    "%(left)s players are left and the final table has %(seats)s seats. Hand-for-hand for the final table "
    "starts with %(most)s players at most.",
    "%(taken)s of %(seats)s seats",
    "All %(seats)s seats of the final are taken.",
    "Demo: %(players)s players, %(book)s",
    "No card is drawn with fewer than %(min)s tables (%(rule)s). Tables in play: %(tables)s.",
    "Opened %(count)s bags at table %(table)s",
    "Opened %(count)s bags of table %(table)s to count again",
    "Sealed %(count)s bags at table %(table)s",
    "Table %(number)s has %(seats)s seats.",
    "Table %(table)s has %(seats)s seats.",
    "The file has %(rows)s rows; the limit is %(most)s. Split it.",
    "The final has %(seats)s seats.",
    "The structure has %(rows)s rows; at most %(most)s are possible.",
    "There are also %(others)s chips at the tables. Count each denomination of seat %(seat)s separately.",
    "This payout table goes up to %(until)s entries.",
    "Up to 10 MB and %(large)s rows, in UTF-8, UTF-16 or Windows-1252. More than %(most)s rows are imported in the "
    "background. Unclear rows are rejected with their line number; nothing is guessed.",
    "With %(more)s more entries",
    "With %(more)s more entries, another %(amount)s would have to be paid out.",
    "With %(more)s more entries, nothing would change.",
}


def texts() -> Iterator[tuple[str, str]]:
    """Yield key and English text of everything that scripts say."""
    for path in sorted([*ROOT.glob("web/*/texts*.py"), *ROOT.glob("notifications/services/texts.py")]):
        module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for found in vars(module).values():
            if isinstance(found, dict):
                yield from ((key, str(text)) for key, text in found.items() if isinstance(key, str))


def test_scripts_have_a_singular_for_each_number() -> None:
    known = dict(texts())
    missing = {}
    for key, text in known.items():
        for name, _noun in BY_NAME.findall(text):
            singular = f"{key}.one_{name}" in known or f"{key}_one" in known or ".one_" in key
            if name not in NEVER_ONE and not singular and key not in FOR_SEVERAL:
                missing[key] = text
    assert missing == {}


def test_pages_and_messages_have_a_singular_for_each_number() -> None:
    with (ROOT / "locale/de/LC_MESSAGES/django.po").open("rb") as file:
        catalogue: Any = read_po(file)
    missing = [
        message.id
        for message in catalogue
        if isinstance(message.id, str)
        for name, _noun in BY_PERCENT.findall(message.id)
        if name not in NEVER_ONE and message.id not in FOR_SEVERAL
    ]
    assert missing == []


@pytest.mark.parametrize(("count", "text"), [(1, "Filled 1 envelope"), (3, "Filled 3 envelopes")])
def test_journal_entries_have_a_singular(count: int, text: str) -> None:
    entry = JournalEntry(kind="envelopes.fill", arguments={}, answer={"envelopes": count})
    assert text_of(ReadableEntry(entry)) == text


def test_a_journal_entry_without_its_number_shows_a_dash() -> None:
    entry = JournalEntry(kind="envelopes.fill", arguments={}, answer=None)
    assert text_of(ReadableEntry(entry)) == "Filled – envelopes"
