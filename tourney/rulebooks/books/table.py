"""Print the table of all policies for `docs/rulebooks.md`: `python -m tourney.rulebooks.books.table`."""

import sys

import msgspec

from . import words
from .schema import POLICIES, Policy


def policy_table() -> str:
    """Return a Markdown table of every policy: key, name, keys of its values, what happens where a book is silent."""
    lines = ["| policy | | values | where a book is silent |", "|---|---|---|---|"]
    for key, struct in POLICIES.items():
        cells = (f"`{key}`", words.policy_label(key, "en"), _values(struct), words.when_silent(key, "en"))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _values(struct: type[Policy]) -> str:
    shared = set(Policy.__struct_fields__)
    own = [field for field in msgspec.structs.fields(struct) if field.name not in shared]
    return ", ".join(
        f"`{field.name}`" + ("" if field.required else "?") + ("ᵗ" if field.name in struct.text_only else "")
        for field in own
    )


if __name__ == "__main__":
    sys.stdout.write(policy_table())
