"""Which changes of tables the code of the version before cannot work with. Pure."""

from collections.abc import Iterator
from typing import Any

# Operations after which code that knows the old tables fails.
_RENAMES = frozenset({"RenameModel", "RenameField", "RenameTable", "RenameColumn", "AlterModelTable"})

# Operations that may refuse what old code writes, or change what it reads.
_UNKNOWN = frozenset({"AddConstraint", "RunSQL", "RunPython"})


def old_code_fails(operation: Any, before: Any = None) -> Iterator[str]:
    """Yield why code of the version before fails after an operation of a migration; nothing if it goes on working.

    Args:
        operation: of a migration.
        before: the field as it was, for an operation that alters one.
    """
    for one in _on_tables(operation):
        yield from _failures(one, before)


def _failures(operation: Any, before: Any) -> Iterator[str]:
    name = type(operation).__name__
    if name in _RENAMES:
        yield f"{name}: the old name is gone"
    elif name == "DeleteModel":
        yield f"DeleteModel {operation.name}: the table is gone"
    elif name == "RemoveField":
        yield f"RemoveField {operation.model_name}.{operation.name}: the column is gone"
    elif name == "AddField" and _needs_value(operation.field):
        yield f"AddField {operation.model_name}.{operation.name}: rows that old code adds have no value for it"
    elif name == "AlterField":
        yield from _altered(operation, before)


def old_code_may_fail(operation: Any, before: Any = None) -> Iterator[str]:
    """Yield why code of the version before may fail after an operation: only who wrote the migration can know.

    Args:
        operation: of a migration.
        before: the field as it was, for an operation that alters one.
    """
    for one in _on_tables(operation):
        yield from _possible_failures(one, before)


def _possible_failures(operation: Any, before: Any) -> Iterator[str]:
    name = type(operation).__name__
    if name in _UNKNOWN:
        yield f"{name}: the rows or what the database accepts may be different"
    elif name == "AlterUniqueTogether" and operation.option_value:
        yield f"{name} {operation.name}: rows that old code adds may be refused"
    elif name == "AlterField" and before is not None and operation.field.unique and not before.unique:
        yield f"AlterField {operation.model_name}.{operation.name}: rows that old code adds may be refused"


def _on_tables(operation: Any) -> Iterator[Any]:
    """Yield what an operation does to the tables, in order: itself, or the parts of a `SeparateDatabaseAndState`."""
    if type(operation).__name__ != "SeparateDatabaseAndState":
        yield operation
        return
    for inner in operation.database_operations:
        yield from _on_tables(inner)


def _needs_value(field: Any) -> bool:
    """Return whether a row that does not name the column is refused by the database."""
    if type(field).__name__ == "ManyToManyField":
        return False
    # Rows with the same default can't be added twice to a unique column.
    return not field.null and (field.unique or not field.has_db_default())


def _altered(operation: Any, before: Any) -> Iterator[str]:
    if before is None:
        return
    after, column = operation.field, f"{operation.model_name}.{operation.name}"
    if before.null and not after.null and not after.has_db_default():
        yield f"AlterField {column}: it must have a value now"
    if before.get_internal_type() != after.get_internal_type():
        yield f"AlterField {column}: it has another type"
    shorter = (before.max_length or 0) > (after.max_length or 2**31)
    if shorter:
        yield f"AlterField {column}: it is shorter"
