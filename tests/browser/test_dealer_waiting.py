"""What a dealer's tablet says about presses that have waited for the network."""

from typing import Any

import pytest

from tests.browser.browsers import Open
from web.shared.packages import IMPORTS

pytestmark = pytest.mark.browser
# Plays steps of presses, "wait" and "settle"; returns the text and the look of the notice after each.
NOTICES = """async ([steps, said, imports]) => {
  const map = Object.assign(document.createElement("script"), { type: "importmap", text: JSON.stringify({ imports }) });
  document.head.append(map);
  const { render } = await import("lit-html");
  const { WaitingPresses } = await import("/static/dealer/waiting.js");
  const { Words } = await import("/static/shared/ui/words.js");
  const commands = Object.assign(new EventTarget(), { waiting: [] });
  const tablet = { words: new Words("en", said), time: { at: () => 60_000 }, update: () => {}, table: { chairs: [{ entry: 4, name: "Anna" }] } };
  const presses = new WaitingPresses(tablet, commands, new AbortController().signal);
  const place = document.body.appendChild(document.createElement("div"));
  let passed = 0;
  const now = performance.now.bind(performance);
  performance.now = () => now() + passed;
  return steps.map(([step, ...of]) => {
    if (step === "wait") {
      commands.waiting = of.map((id) => ({ id, kind: "entry.bust", args: { entry: id }, label: `Bust ${id}`, pressed: 0 }));
      commands.dispatchEvent(new Event("waiting", { cancelable: true }));
    }
    if (step === "settle") {
      commands.waiting = commands.waiting.filter(({ id }) => id !== of[0]);
      commands.dispatchEvent(new CustomEvent("settled", { detail: { command: { id: of[0] }, answer: { ok: of[1] } } }));
    }
    if (step === "pass") passed += of[0];
    render(presses.view(), place);
    const notice = place.querySelector("#waiting");
    return [notice.hidden ? "" : notice.querySelector("[role=status]").textContent, notice.classList.contains("is-warn"), presses.about(4), presses.lastOut?.name ?? ""];
  });
}"""  # noqa: E501
PACKAGES = {name: f"/static/packages/{file}" for name, file in IMPORTS.items()}
SAID = {
    "dealer.wait_one": "1 waits",
    "dealer.wait": "{count} wait",
    "dealer.wait_done_one": "it was carried out",
    "dealer.wait_done": "all {count} were carried out",
    "dealer.wait_failed": "{failed} of {count} failed",
}


def notices(tv: Open, steps: list[list[Any]]) -> list[tuple[Any, ...]]:
    """Return text and look of the notice after each step, whether a press about entry 4 waits, and who is out."""
    return [tuple(one) for one in tv("/blank/").evaluate(NOTICES, [steps, SAID, PACKAGES])]


def test_presses_that_waited_are_counted_with_those_that_failed_and_the_result_passes(tv: Open) -> None:
    steps = [["wait", 3, 4], ["settle", 3, True], ["settle", 4, False], ["pass", 19_000], ["pass", 2_000]]
    assert notices(tv, steps) == [
        ("2 wait", True, True, "Anna"),
        ("1 waits", True, True, "Anna"),
        ("1 of 2 failed", True, False, ""),
        ("1 of 2 failed", True, False, ""),
        ("", True, False, ""),
    ]


def test_a_press_that_never_waited_is_not_counted_and_each_wait_counts_from_none(tv: Open) -> None:
    steps = [
        ["settle", 9, False],
        ["wait", 4],
        ["settle", 9, False],
        ["settle", 4, True],
        ["wait", 7],
        ["settle", 7, True],
    ]
    assert [text for text, *_rest in notices(tv, steps)] == [
        "", "1 waits", "1 waits", "it was carried out", "1 waits", "it was carried out",
    ]  # fmt: skip
