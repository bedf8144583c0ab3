"""`webhooks.md`: the messages of webhooks, from their structs."""

from api.reference.boards import type_list
from tourney.live.shapes import schemas_of
from webhooks.boards.message_structs import Message
from webhooks.boards.messages import MESSAGES, chosen_kinds

_HEAD = """\
# Messages of webhooks

Written by `make docs` from the structs of the messages; change the code, not this file.
[Webhooks](../webhooks.md) says how they are sent, signed and repeated. Every message is a `Message`; `data` depends on
its `kind`. Timestamps are integers, milliseconds since 1970 UTC; chips whole numbers, amounts of money minor units.

| kind | sent when | `data` |
|---|---|---|
"""


def webhooks_page() -> str:
    """Return the page."""
    kinds = [*chosen_kinds(), *(one for one in MESSAGES.values() if not one.chosen)]
    _schemas, components = schemas_of([Message, *(kind.data for kind in kinds)], "#/{name}")
    rows = [f"| `{kind.name}` | {kind.when} | `{kind.data.__name__}` |" for kind in kinds]
    return _HEAD + "\n".join(rows) + "\n\n## Types\n\n" + type_list(components)
