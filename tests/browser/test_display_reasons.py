"""Why a display shows the clock, or shows it without prizes, as the card of the display says it."""

import pytest

from tests.browser.browsers import Open

pytestmark = pytest.mark.browser
# Returns the reason of each layout with these boards of its event.
REASONS = """async (asked) => {
  const { whatIsMissing } = await import("/static/office/display_lists.js");
  const { Words } = await import("/static/shared/ui/words.js");
  const words = new Words("en", {});
  return asked.map(([layout, boards]) => {
    const event = boards && { clock: { field: {}, closed: boards.closed }, board: (name) => boards[name] };
    return whatIsMissing(layout, event, words, 0, { board: (name) => boards?.[name] });
  });
}"""
FEATURE, FREE = {"feature_table": {"number": 4}}, {"free": {"tables": [[4, 1, 8]], "seats": 1, "total": 1}}
CASH = {"cash_lists": {"games": [{"game": 1}]}}
TIER = {"first": 1, "last": 1, "cash": 100, "things": []}
PRIZES = {"prizes": {"state": "open", "currency": "EUR", "tiers": [TIER]}}


def test_each_reason_is_said_until_there_is_something_to_show(tv: Open) -> None:
    reasons = {
        ("feature", "feature_table", "number"): ("displays.yields_feature", FEATURE, {"number": None}),
        ("free", "free", "tables"): ("displays.yields_free", FREE, {"tables": []}),
        ("cash_lists", "cash_lists", "games"): ("displays.yields_cash_lists", CASH, {"games": []}),
        ("prizes", "prizes", "tiers"): ("displays.no_prizes", PRIZES, {"tiers": []}),
    }
    asked, expected = [], []
    for (layout, board, _field), (reason, full, lacking) in reasons.items():
        # Nothing is said about an event that has not been read yet.
        cases = [({board: {**full[board], **lacking}}, reason), ({}, reason), (full, ""), (None, "")]
        asked += [[layout, boards] for boards, _reason in cases]
        expected += [said for _boards, said in cases]
    season = {"season": "Winter", "events": 1, "rows": []}
    for kind in ("none", "fixed"):
        asked += [["bounty_leaderboard", {"bounties": {"kind": kind, "leaders": [], "values": []}}]]
    asked += [["season_ranking", {"season_ranking": None}], ["season_ranking", {"season_ranking": season}]]
    asked += [["payouts", {"prizes": {"state": "none"}}]]
    expected += [
        "displays.yields_bounty_leaderboard", "displays.yields",
        "displays.yields_season_ranking", "displays.yields", "displays.yields_payouts",
    ]  # fmt: skip
    # After the end nothing is to come.
    for layout in ("moves", "chip_leaders", "payouts"):
        asked += [[layout, {"closed": True}]]
        expected += ["displays.yields_closed"]
    asked += [["free", {"closed": True}]]
    expected += ["displays.yields_free"]
    # Other lists have a common sentence, and the clock has none.
    asked += [["moves", {}], ["map", {}], ["clock", {}], ["structure", {}]]
    expected += ["displays.yields", "displays.yields", "", ""]
    assert tv("/blank/").evaluate(REASONS, asked) == expected
