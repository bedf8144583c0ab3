"""Stored draws of envelopes and bounty targets, repeated from seed and inputs. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from prizes.rules.bounties import draw_envelope, draw_names
from seating.rules.draw import METHOD

Plain = dict[str, Any]


def envelope_to_plain(envelopes: Mapping[int, int], entry: int) -> Plain:
    """Inputs of an envelope draw: the envelopes left with their values, and the bounty."""
    return {"envelopes": [list(pair) for pair in sorted(envelopes.items())], "entry": entry}


def names_to_plain(people: Sequence[int], count: int, owners: Sequence[int]) -> Plain:
    """Inputs of a draw of bounty targets: entries to draw from, names on each list, and owners."""
    return {"people": sorted(people), "count": count, "owners": sorted(owners)}


def _envelope_again(seed: str, inputs: Mapping[str, Any]) -> Plain:
    envelopes = {number: value for number, value in inputs["envelopes"]}
    if not envelopes:
        raise ValueError("There is nothing to draw from.")
    number = draw_envelope(envelopes, seed)
    return {"envelope": number, "value": envelopes[number], "entry": inputs["entry"]}


def _names_again(seed: str, inputs: Mapping[str, Any]) -> Plain:
    lists = draw_names(inputs["people"], inputs["count"], seed, for_whom=inputs["owners"])
    return {"lists": [[owner, list(names)] for owner, names in sorted(lists.items())]}


# By version and kind of draw, so that an old draw is checked with the procedure of its time.
PROCEDURES: Mapping[tuple[str, str], Callable[[str, Mapping[str, Any]], Plain]] = {
    (METHOD, "envelope"): _envelope_again,
    (METHOD, "names"): _names_again,
}
