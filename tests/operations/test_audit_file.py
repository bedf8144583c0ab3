"""A signed export is verified with the public key alone, and each line that was tampered with is named."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import CommandError, call_command

from clock.commands.announcements import say
from operations.rules.audit_file import Fault, Verified, lines_of, verify
from operations.services import audit_key
from ops.paths import PROJECT
from players.commands.anonymisation import anonymise_player
from tests.desk.tills import player
from tests.fixtures.room import press
from tests.web.visitors import done
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.commands import issue_token, set_room
from tourney.models import JournalEntry, Token

Lines = list[bytes]
KEY = Ed25519PrivateKey.generate()


def written(count: int = 5, export: str = "one") -> Lines:
    """Return the lines of an export with some entries."""
    entries = [{"seq": seq, "text": f"Zürich \u2028 {seq}"} for seq in range(1, count + 1)]
    return [line.encode() for line in lines_of(export, {"room": "Five Spades"}, entries, KEY.sign)]


def checked(lines: Lines) -> Verified:
    return verify(lines, audit_key.checker(KEY.public_key()))


def swapped(lines: Lines, one: int, other: int) -> Lines:
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def test_untouched_file_is_verified() -> None:
    found = checked(written())
    assert found.faults == []
    assert found.entries == 5
    assert found.about["room"] == "Five Spades"


@pytest.mark.parametrize(
    ("tamper", "faults"),
    [
        (lambda lines: [*lines[:3], lines[3].replace(b"Z", b"X"), *lines[4:]], [Fault("changed", 3)]),
        # A changed signature, and a line that is no entry.
        (lambda lines: [*lines[:3], b"A" + lines[3][1:], *lines[4:]], [Fault("changed", 3)]),
        (lambda lines: [*lines[:3], b"\xff nonsense\n", *lines[4:]], [Fault("changed", 3)]),
        (lambda lines: [lines[0].replace(b"Five", b"Nine"), *lines[1:]], [Fault("changed", 0)]),
        (lambda lines: lines[:3] + lines[4:], [Fault("removed", 3)]),
        (lambda lines: lines[1:], [Fault("no_start")]),
        (lambda lines: lines[:-1], [Fault("no_end", 5)]),
        (lambda lines: lines[:3], [Fault("no_end", 2)]),
        (lambda lines: [*lines[:4], lines[2], *lines[4:]], [Fault("repeated", 2)]),
        (lambda lines: swapped(lines, 3, 4), [Fault("moved", 4)]),
        (lambda lines: [lines[0], lines[5], *lines[1:5], lines[6]], [Fault("moved", 5)]),
        (lambda lines: [lines[0], *lines[2:6], lines[1], lines[6]], [Fault("moved", 1)]),
        (
            lambda lines: [*lines[:2], written(export="other")[2], *lines[3:]],
            [Fault("foreign", 2), Fault("removed", 2)],
        ),
        (lambda _lines: [], [Fault("no_start"), Fault("no_end", 0)]),
    ],
)
def test_each_line_that_was_tampered_with_is_named(
    tamper: Callable[[Lines], Lines], faults: list[Fault]
) -> None:
    assert checked(tamper(written())).faults == faults


def test_line_of_another_key_is_named() -> None:
    lines = written()
    other = list(lines_of("one", {}, [{"seq": 1}, {"seq": 2}], Ed25519PrivateKey.generate().sign))
    lines[2] = other[2].encode()
    assert checked(lines).faults == [Fault("changed", 2)]


def exported(tmp_path: Path, *words: str) -> Path:
    """Export with the command; return the file."""
    file = tmp_path / "export.signed.txt"
    file.unlink(missing_ok=True)
    call_command("audit_export", *words, "--to", str(file))
    return file


@pytest.mark.django_db
def test_third_person_verifies_an_event_with_the_public_key_alone(
    event: int, director: Actor, tmp_path: Path
) -> None:
    for number in range(3):
        press(say, event, by=director, text=f"Bitte Plätze einnehmen {number}")
    file, public = exported(tmp_path, "--event", str(event)), tmp_path / "public.pem"
    call_command("audit_export", "--public-key", "--to", str(public))
    page = (PROJECT / "docs" / "audit.md").read_text()
    program = re.findall(r"```python\n(.*?)```", page, re.S)[0]

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", program, str(public), str(file)],
            capture_output=True,
            text=True,
            check=False,
        )

    count = JournalEntry.journal(event).count()
    about, key, result = run().stdout.splitlines()
    assert f"'journal': 'event', 'event': {event}," in about
    assert key == f"key {audit_key.fingerprint(audit_key.private_key().public_key())}"
    assert result == f"{count} entries are as they were written"
    assert json.loads(file.read_text().splitlines()[-1][89:])["last"] == {str(event): count}
    call_command("audit_verify", str(file), "--key", str(public))
    texts = [json.loads(line[89:]) for line in file.read_text().splitlines()[1:-1]]
    assert [one["entry"]["seq"] for one in texts] == list(range(1, count + 1))
    assert texts[-1]["entry"]["arguments"] == {"text": "Bitte Plätze einnehmen 2"}
    file.write_text(file.read_text().replace("einnehmen 1", "einnehmen 9"))
    assert run().stderr == f"line {count} was changed\n"
    with pytest.raises(CommandError, match=f"Line {count} of the file was changed"):
        call_command("audit_verify", str(file), "--key", str(public))


@pytest.mark.django_db
def test_file_leaves_out_secrets_and_tells_of_erased_data(director: Actor, tmp_path: Path) -> None:
    press(issue_token, by=director, label="Scoreboard", role=Role.DISPLAY.value, digest="ab" * 32)
    anna = player("Anna Quendolin")
    press(anonymise_player, by=FIRST_START, player=anna)
    text = exported(tmp_path, "--room").read_text()
    assert Token.objects.get().digest not in text
    assert "Quendolin" not in text
    entries = [json.loads(line[89:])["entry"] for line in text.splitlines()[1:-1]]
    assert [one["kind"] for one in entries if one["redacted_at"]] == ["player.add"]


@pytest.mark.django_db
def test_period_is_exported_over_all_journals(event: int, director: Actor, tmp_path: Path) -> None:
    press(say, event, by=director, text="Welcome")
    done(set_room, name="Zur Krone", currency="CHF", language="de", book="tda", accent="#112233")
    kinds = {
        json.loads(line[89:])["entry"]["kind"] for line in exported(tmp_path).read_text().splitlines()[1:-1]
    }
    assert {"clock.say", "room.settings"} <= kinds
    empty = exported(tmp_path, "--until", "2001-01-01").read_text().splitlines()
    assert [json.loads(line[89:]).get("entries") for line in empty] == [None, 0]
    call_command("audit_verify", str(tmp_path / "export.signed.txt"))
