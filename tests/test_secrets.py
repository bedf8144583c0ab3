"""No secret is in a file of the project: keys, tokens of services, passwords in addresses."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from ops.paths import PROJECT

PATTERNS = {
    "private key": r"-----BEGIN (?:RSA |EC |DSA |OPENSSH |ENCRYPTED |PGP )?PRIVATE KEY(?: BLOCK)?-----",
    "key of Amazon": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "token of GitHub": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})\b",
    "token of GitLab": r"\bglpat-[A-Za-z0-9_-]{20,}",
    "token of Slack": r"\bxox[abeoprs]-[0-9A-Za-z-]{10,}",
    "webhook of Slack": r"hooks\.slack\.com/services/T[0-9A-Z]{8,}/B[0-9A-Z]{8,}/[0-9A-Za-z]{20,}",
    "webhook of Discord": r"discord(?:app)?\.com/api/webhooks/[0-9]{17,}/[A-Za-z0-9_-]{60,}",
    "key of Google": r"\bAIza[0-9A-Za-z_-]{35}\b",
    "key of Stripe": r"\b[rs]k_live_[0-9A-Za-z]{20,}",
    "token of npm or PyPI": r"\b(?:npm_[A-Za-z0-9]{36}|pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,})",
    "JSON Web Token": r"\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{20,}",
    "password in an address": r"\b[a-z][a-z0-9+]{2,}://[^\s/:@\"'`{}<>$]+:(?!\$|\{|<|%s)[^\s/:@\"'`{}<>$]{3,}@",
    # A long value of many different characters, given to a name that says what it is.
    "secret value": r"(?i)\b(?:secret(?:_key)?|password|passwd|api_?key|access_?token|auth_?token)[\"']?\s*[:=]\s*"
    r"[\"'](?=[^\"']*[0-9])(?=[^\"']*[a-z])[A-Za-z0-9+/=_!@#%^&*-]{24,}[\"']",
}
# Parts of lines that are examples: placeholders of the documentation, and invented values of tests.
EXAMPLES = (
    "://user:password@host/name",
    "sentinel://[user:password@]host",
    "sentinel://who:p%40ss@s1",
    "https://user:word@",
    "0123456789",
    '"an-address-of-an-overlay-in-a-browser-0"',
    '"AbCdEfGhIjKlMnOpQrSt-_12"',
    'EARLIER_KEY = """',
)
# What each pattern must find; written in two parts, so that this file has none itself.
PLANTED = {
    "private key": ("-----BEGIN EC PRIVATE ", "KEY-----"),
    "key of Amazon": ("AKIA", "IOSFODNN7EXAMPLE"),
    "token of GitHub": ("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"),
    "token of GitLab": ("glpat-", "abcdefghij0123456789"),
    "token of Slack": ("xoxb-", "123456789012-abcdefABCDEF"),
    "webhook of Slack": ("https://hooks.slack.com/services/", "T12345678/B12345678/abcdefghijklmnopqrstuvwx"),
    "webhook of Discord": ("https://discord.com/api/webhooks/", f"123456789012345678/{'a1-_' * 17}"),
    "key of Google": ("AIza", "SyA1234567890abcdefghijklmnopqrstuv"),
    "key of Stripe": ("sk_live_", "abcdefghijklmnopqrst"),
    "token of npm or PyPI": ("npm_", "abcdefghijklmnopqrstuvwxyz0123456789"),
    "JSON Web Token": (
        "eyJhbGciOiJIUzI1NiJ9",
        ".eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
    ),
    "password in an address": ("postgresql://room:", "hunter2@db.example/room"),
    "secret value": ("SECRET_KEY = ", "'a8f3k2l9d0s8f7g6h5j4k3l2m1'"),
}
LARGEST = 2_000_000


def files() -> Iterator[Path]:
    """Yield the files that a commit would contain."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT,
        capture_output=True,
        check=False,
    ).stdout.split(b"\0")
    for name in filter(None, listed):
        path = PROJECT / name.decode()
        if path.is_file() and path.stat().st_size <= LARGEST:
            yield path


def hits(text: str) -> list[str]:
    """Return which patterns a line matches."""
    return [name for name, pattern in PATTERNS.items() if re.search(pattern, text)]


def test_no_file_contains_a_secret() -> None:
    pattern = re.compile("|".join(f"(?:{one.removeprefix('(?i)')})" for one in PATTERNS.values()), re.I)
    found, read = [], 0
    for path in files():
        name = path.relative_to(PROJECT).as_posix()
        data = path.read_bytes()
        if b"\0" in data:
            continue
        read += 1
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            # Minified files have lines that no pattern should see whole.
            if len(line) < 5_000 and pattern.search(line):
                allowed = any(part in line for part in EXAMPLES)
                found += [] if allowed else [f"{name}:{number}: {one}: {line[:150]}" for one in hits(line)]
    assert found == []
    assert read > 1_000


@pytest.mark.parametrize("kind", PATTERNS)
def test_planted_secret_is_found(kind: str) -> None:
    assert kind in hits("".join(PLANTED[kind]))
    assert hits('path = "postgresql://room:${DATABASE_PASSWORD}@db/room"') == []
