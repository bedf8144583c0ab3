"""The hash of a whole journal, by which a restored database is compared with the original."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

from operations.rules.manifest import Journal


def hash_of(table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Journal:
    """Return the number of entries and the hash over all of their columns.

    Args:
        table: of the journal.
        columns: in the order of the table.
        rows: their values as text, as the database stores them, by id.
    """
    digest, entries = hashlib.sha256(), 0
    digest.update(json.dumps([table, *columns]).encode())
    for row in rows:
        digest.update(json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        entries += 1
    return Journal(table, entries, digest.hexdigest())


def query_of(table: str, columns: Sequence[str]) -> str:
    """Return the query of the rows."""
    # The names come from a database that is checked, and may be anything.
    quoted = [name.replace('"', '""') for name in columns]
    values = ", ".join(f'CAST("{name}" AS TEXT)' for name in quoted)
    return f'SELECT {values} FROM "{table}" ORDER BY id'  # noqa: S608 - names of our own table
