"""Draws looked at afterwards: held again, their announcement found, and what the public may see of them."""

import hashlib
import json
import re
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from seating.models import Draw, Plan
from seating.rules.record import Verdict, check
from seating.services.draws import outcome_of
from tourney.models import JournalEntry, Tournament
from tourney.now import to_ms

# Conditions that say something about people: only their number is public.
_PRIVATE = ("needs", "apart", "barred")


@dataclass(frozen=True, slots=True)
class Announcement:
    """Where a draw's hash stood before the draw.

    Attributes:
        line: of the event's journal.
        draw: digest of the draw it was announced with; "" where the plan of the seats announced it.
    """

    line: int
    draw: str


_DIGEST = re.compile(r"[0-9a-f]{64}\Z")


def draw_of(digest: str) -> Draw | None:
    """The draw with this digest, with its event; None where none was held."""
    if not _DIGEST.match(digest):
        return None
    return Draw.objects.select_related("tournament").filter(digest=digest).first()


def announced_for(digest: str) -> Tournament | None:
    """The event whose next draw has this digest."""
    plan = Plan.objects.select_related("tournament").filter(next_digest=digest)
    found = plan.first() if _DIGEST.match(digest) else None
    return None if found is None else found.tournament


# Verdicts by a hash of all that they rest on: whatever is changed in a row is looked at anew.
_KEPT = 256
_verdicts: OrderedDict[str, Verdict] = OrderedDict()


def verdict_of(draw: Draw) -> Verdict:
    """Hold a draw again and compare. What many look at is held again once."""
    parts = (draw.kind, draw.method, draw.digest, draw.seed, draw.inputs, draw.outcome)
    key = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    found = _verdicts.get(key)
    if found is None:
        found = _verdicts[key] = check(*parts, hold=outcome_of)
        while len(_verdicts) > _KEPT:
            _verdicts.popitem(last=False)
    return found


def announcement_of(draw: Draw) -> Announcement | None:
    """Where the hash of a draw's seed was published before it was held; None where it was not."""
    before = Draw.objects.filter(
        tournament=draw.tournament_id, next_digest=draw.digest, id__lt=draw.pk
    ).first()
    if before is not None:
        return Announcement(before.seq, before.digest)
    plans = JournalEntry.objects.filter(tournament=draw.tournament_id, kind="plan.set", seq__lt=draw.seq)
    line = plans.filter(answer__sha256=draw.digest).order_by("seq").first()
    return None if line is None else Announcement(line.seq, "")


def entries_in(draw: Draw) -> list[int]:
    """Entries that a draw names: those seated, whose head an envelope was drawn for, whose names were in the hat."""
    if draw.kind == "envelope":
        return [draw.inputs["entry"]]
    if draw.kind == "names":
        return sorted({*draw.inputs["people"], *draw.inputs["owners"]})
    return [entry for entry, _table, _seat in draw.outcome.get("seats", [])]


def is_undone(draw: Draw) -> bool:
    """Whether what the draw gave out was taken back; that it was held stays."""
    line = JournalEntry.objects.filter(tournament=draw.tournament_id, seq=draw.seq).first()
    return line is not None and line.standing_undo() is not None


def inputs_sha256(draw: Draw) -> str:
    """SHA-256 of all inputs, those that are withheld included: shows later that nothing was changed."""
    text = json.dumps(draw.inputs, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def withheld(draw: Draw) -> dict[str, int]:
    """How many conditions of a field's draw are not shown in public, by what they are."""
    if draw.kind != "field":
        return {}
    return {name: len(draw.inputs[name]) for name in _PRIVATE if draw.inputs[name]}


def _in_public(draw: Draw) -> tuple[dict[str, Any], dict[str, Any]]:
    """Inputs and outcome without what says something about people's needs: null stands for what is withheld."""
    inputs, outcome = dict(draw.inputs), dict(draw.outcome)
    if draw.kind == "field":
        inputs.update(dict.fromkeys(withheld(draw)))
        if outcome["unmet"]:
            outcome["unmet"] = None
    elif draw.kind == "seat":
        # Always, so that a null says nothing about the one person.
        inputs.update(needs=None, barred=None)
        outcome["unmet"] = None
    return inputs, outcome


def paper_of(draw: Draw, *, whole: bool) -> dict[str, Any]:
    """A draw as a file, for everybody to check it with a program of their own (docs/draws.md).

    Args:
        whole: with the conditions that only staff may see.
    """
    inputs, outcome = (draw.inputs, draw.outcome) if whole else _in_public(draw)
    announced = announcement_of(draw)
    return {
        "kind": draw.kind,
        "tournament": draw.tournament_id,
        "event": draw.tournament.name,
        "at": to_ms(draw.at),
        "line": draw.seq,
        "method": draw.method,
        "digest": draw.digest,
        "seed": draw.seed,
        "announced_in_line": None if announced is None else announced.line,
        "announced_with": "" if announced is None else announced.draw,
        "next_digest": draw.next_digest,
        "undone": is_undone(draw),
        "inputs": inputs,
        "inputs_sha256": inputs_sha256(draw),
        "withheld": {} if whole else withheld(draw),
        "outcome": outcome,
    }
