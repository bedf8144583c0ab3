"""`settings.md`: every variable the environment may set, from the lines that read it and the comments above them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

# The settings, and what the runner reads before there are any. The first that reads a variable describes it.
_FILES = (
    "tourney/settings.py",
    "tourney/access/login_settings.py",
    "tourney/edge/database_settings.py",
    "tourney/edge/log_settings.py",
    "tourney/edge/trace_settings.py",
    "ops/paths.py",
    "ops/web.py",
    "ops/browser.py",
)
_DEFAULT = re.compile(r"\s*\bDefault: (.+?)\.$")
_KINDS = {
    "str": "text",
    "bool": "true or false",
    "int": "whole number",
    "float": "number",
    "list": "list, with commas",
    "db": "address",
}
_HEAD = """\
# Settings

Written by `make docs` from the lines that read them; change the code, not this file. All settings come from
the environment; none is needed to start. [Settings](../settings.md) says what else decides how the server behaves.

| variable | type | default | meaning |
|---|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class Setting:
    """A variable of the environment.

    Attributes:
        meaning: the comment above the line that reads it.
        file: where it is read.
    """

    name: str
    type: str
    default: str
    meaning: str
    file: str


def settings_read() -> list[Setting]:
    """Return all variables, by name."""
    found: dict[str, Setting] = {}
    for file in _FILES:
        for one in _read_in(file, Path(settings.PROJECT_DIR, file).read_text(encoding="utf-8")):
            found.setdefault(one.name, one)
    return [found[name] for name in sorted(found)]


def settings_page() -> str:
    """Return the page."""
    rows = [f"| `{one.name}` | {one.type} | {one.default} | {one.meaning} |" for one in settings_read()]
    return _HEAD + "\n".join(rows) + "\n"


def _read_in(file: str, source: str) -> Iterator[Setting]:
    lines = source.splitlines()
    statements = {
        part: one
        for one in ast.walk(ast.parse(source))
        if isinstance(one, ast.stmt)
        for part in ast.walk(one)
    }
    for node, statement in statements.items():
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
            continue
        name = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
        reader = ast.unparse(node.func)
        if (
            not isinstance(name, str)
            or name == "PATH"
            or not re.match(r"(env\.\w+|(os\.)?environ\.get)$", reader)
        ):
            continue
        comment = _comment_above(lines, node.lineno) or _comment_above(lines, statement.lineno)
        stated = _DEFAULT.search(comment)
        given = next((one.value for one in node.keywords if one.arg == "default"), None)
        yield Setting(
            name,
            _KINDS.get(node.func.attr, "text"),
            stated[1] if stated else _default(given),
            _DEFAULT.sub("", comment),
            file,
        )


def _default(given: ast.expr | None) -> str:
    if given is None:
        return ""
    try:
        value = ast.literal_eval(given)
    except ValueError:
        return f"`{ast.unparse(given)}`"
    if value in ("", []):
        return "none"
    if isinstance(value, list):
        return f"`{','.join(value)}`"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _comment_above(lines: list[str], number: int) -> str:
    """Return the block of comments that ends above a line, numbered from 1."""
    block: list[str] = []
    for line in reversed(lines[: number - 1]):
        text = line.strip()
        if not text.startswith("#") or text.startswith("# ---"):
            break
        block.insert(0, text.lstrip("# "))
    return " ".join(block)
