"""Verification of draws: recomputation, announcement, and the public record."""

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

# Conditions that reveal something about people: only their number is public.
_PRIVATE = ("needs", "apart", "barred")


@dataclass(frozen=True, slots=True)
class Announcement:
    """Where a draw's hash stood before the draw.

    Attributes:
        line: number of the journal entry.
        draw: digest of the draw it was announced with; "" if the seating plan announced it.
    """

    line: int
    draw: str


_DIGEST = re.compile(r"[0-9a-f]{64}\Z")


def draw_of(digest: str) -> Draw | None:
    """Return the draw with this digest, with its event; None if there is none."""
    if not _DIGEST.match(digest):
        return None
    return Draw.objects.select_related("tournament").filter(digest=digest).first()


def announced_for(digest: str) -> Tournament | None:
    """Return the event whose next draw has this digest."""
    plan = Plan.objects.select_related("tournament").filter(next_digest=digest)
    found = plan.first() if _DIGEST.match(digest) else None
    return None if found is None else found.tournament


# Verdicts by a hash of everything they depend on: any changed row is verified again.
_KEPT = 256
_verdicts: OrderedDict[str, Verdict] = OrderedDict()


def verdict_of(draw: Draw) -> Verdict:
    """Recompute a draw and compare; the verdict is cached."""
    parts = (draw.kind, draw.method, draw.digest, draw.seed, draw.inputs, draw.outcome)
    key = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    found = _verdicts.get(key)
    if found is None:
        found = _verdicts[key] = check(*parts, hold=outcome_of)
        while len(_verdicts) > _KEPT:
            _verdicts.popitem(last=False)
    return found


def announcement_of(draw: Draw) -> Announcement | None:
    """Return where the hash of a draw's seed was published before the draw; None if it was not."""
    before = Draw.objects.filter(
        tournament=draw.tournament_id, next_digest=draw.digest, id__lt=draw.pk
    ).first()
    if before is not None:
        return Announcement(before.seq, before.digest)
    plans = JournalEntry.objects.filter(tournament=draw.tournament_id, kind="plan.set", seq__lt=draw.seq)
    line = plans.filter(answer__sha256=draw.digest).order_by("seq").first()
    return None if line is None else Announcement(line.seq, "")


def entries_in(draw: Draw) -> list[int]:
    """Return the entries in a draw: those seated, those with a mystery bounty drawn, or those in the hat."""
    if draw.kind == "envelope":
        return [draw.inputs["entry"]]
    if draw.kind == "names":
        return sorted({*draw.inputs["people"], *draw.inputs["owners"]})
    return [entry for entry, _table, _seat in draw.outcome.get("seats", [])]


def is_undone(draw: Draw) -> bool:
    """Return whether the draw's result was undone; the record of the draw stays."""
    journal_entry = JournalEntry.objects.filter(tournament=draw.tournament_id, seq=draw.seq).first()
    return journal_entry is not None and journal_entry.standing_undo() is not None


def inputs_sha256(draw: Draw) -> str:
    """Return the SHA-256 of all inputs, including withheld ones, as later proof that nothing was changed."""
    text = json.dumps(draw.inputs, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def withheld(draw: Draw) -> dict[str, int]:
    """Return the number of conditions of a field's draw that are withheld, by kind."""
    if draw.kind != "field":
        return {}
    return {name: len(draw.inputs[name]) for name in _PRIVATE if draw.inputs[name]}


def _in_public(draw: Draw) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return inputs and outcome without people's needs; null stands for withheld values."""
    inputs, outcome = dict(draw.inputs), dict(draw.outcome)
    if draw.kind == "field":
        inputs.update(dict.fromkeys(withheld(draw)))
        if outcome["unmet"]:
            outcome["unmet"] = None
    elif draw.kind == "seat":
        # Always null, so that a null reveals nothing about one person.
        inputs.update(needs=None, barred=None)
        outcome["unmet"] = None
    return inputs, outcome


def record_of(draw: Draw, *, whole: bool) -> dict[str, Any]:
    """Return a draw as a file that anyone can verify with their own program (docs/draws.md).

    Args:
        whole: include the conditions that only staff may see.
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
