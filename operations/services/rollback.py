"""Roll the tables back to an earlier version, if no data is lost."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.apps import apps
from django.db import connection, transaction
from django.db.migrations import Migration, operations
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.models import Count, Field, Model, QuerySet

from ops.errors import OpsError
from tourney.models import JournalEntry
from tourney.services.time_limits import without_time_limits

# These change neither rows nor columns. If rows violate a constraint that is restored, the rollback fails.
_HARMLESS = (
    operations.AddConstraint,
    operations.AddIndex,
    operations.AlterModelManagers,
    operations.AlterModelOptions,
    operations.RemoveConstraint,
    operations.RemoveIndex,
)


@dataclass(frozen=True, slots=True)
class RollbackPlan:
    """How the tables are rolled back to those of an earlier version.

    Attributes:
        names: migrations to reverse, "app.name", the last one first.
        reasons: why reversing them would lose data or is impossible; empty if it is safe.
    """

    names: list[str]
    reasons: list[str]


def rollback_plan(applied: Collection[str]) -> RollbackPlan:
    """Return how to roll back to the tables with only these migrations ("app.name")."""
    plan = _plan(applied)
    loader = MigrationLoader(connection)
    reasons = [
        reason
        for step in plan
        for reason in _reasons(step, loader.project_state((step.app_label, step.name), at_end=False))
    ]
    return RollbackPlan([_name(step) for step in plan], reasons)


def roll_back(applied: Collection[str]) -> None:
    """Reverse all migrations but these; all or none.

    Raises:
        OpsError: data would be lost; nothing was changed.
    """
    # It was checked while the room ran, and more may have been entered until it was stopped.
    if reasons := rollback_plan(applied).reasons:
        raise OpsError(f"Data would be lost: {reasons[0]}.")
    executor = MigrationExecutor(connection)
    plan = _plan(applied)
    # SQLite refuses to change tables inside a transaction while it checks foreign keys.
    with without_time_limits(), connection.constraint_checks_disabled(), transaction.atomic():
        executor.migrate([], plan=[(step, True) for step in plan])


def entries_since(at: datetime) -> dict[str, int]:
    """Count the journal entries since then, by the name of the event; "" is the room."""
    rows = JournalEntry.objects.filter(at__gt=at).values_list("tournament__name").annotate(Count("pk"))
    return {name or "": count for name, count in rows.order_by()}


def _plan(applied: Collection[str]) -> list[Migration]:
    executor = MigrationExecutor(connection)
    everything = executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True)
    present = executor.loader.applied_migrations
    later = [
        step
        for step, _ in everything
        if (step.app_label, step.name) in present and _name(step) not in applied
    ]
    return later[::-1]


def _name(step: Migration) -> str:
    return f"{step.app_label}.{step.name}"


def _reasons(step: Migration, state: ProjectState) -> Iterator[str]:
    for operation in step.operations:
        for reason in _reasons_of(step, operation, state):
            yield f"{_name(step)}: {reason}"
        operation.state_forwards(step.app_label, state)


def _reasons_of(step: Migration, operation: operations.base.Operation, state: ProjectState) -> Iterable[str]:
    kind = type(operation).__name__
    if not operation.reversible:
        return [f"{kind} cannot be reversed"]
    if isinstance(operation, operations.RunPython | operations.RunSQL):
        changes_rows = (
            operation.reverse_code is operations.RunPython.noop
            if isinstance(operation, operations.RunPython)
            else not operation.reverse_sql
        )
        return (
            [f"{kind} has changed rows"]
            if changes_rows and not getattr(step, "old_code_works", False)
            else []
        )
    if isinstance(operation, operations.CreateModel):
        return _rows_of(step.app_label, operation.name)
    if isinstance(operation, operations.AddField):
        # What a migration names in `disposable` is worth nothing to the version before.
        if operation.name in getattr(step, "disposable", ()):
            return []
        return _values_of(step.app_label, operation.model_name, operation.name)
    if isinstance(operation, operations.AlterField):
        former = state.models[step.app_label, operation.model_name.lower()].fields[operation.name]
        return _values_unlike(step.app_label, operation, former)
    if isinstance(operation, _HARMLESS):
        return []
    return [f"{kind}: the former data is only in the backup"]


def _model(app: str, name: str) -> type[Model] | None:
    try:
        return apps.get_model(app, name)
    except LookupError:
        return None


def _count(rows: QuerySet[Model]) -> int:
    # A model that another one replaces, as Django's own login, has no table.
    return 0 if rows.model._meta.swapped else rows.count()


def _rows_of(app: str, name: str) -> list[str]:
    model = _model(app, name)
    if model is None:
        return [f"the table {name} has been renamed or removed since"]
    rows = _count(model._base_manager.all())
    return [f"{rows} rows of the new table {name}"] if rows else []


def _field(model: type[Model] | None, name: str) -> Field | None:  # type: ignore[type-arg]
    return next(
        (one for one in model._meta.get_fields() if one.name == name and isinstance(one, Field))
        if model
        else iter(()),
        None,
    )


def _values_unlike(app: str, operation: operations.AlterField, former: Field) -> list[str]:  # type: ignore[type-arg]
    """Return why values do not fit the former column: a rollback would replace them without an error."""
    name, changed = operation.name, operation.field
    if _kind(former) != _kind(changed):
        return [f"the column {name} of {operation.model_name} was of another type"]
    if former.null or not changed.null:
        return []
    model = _model(app, operation.model_name)
    if model is None or _field(model, name) is None:
        return [f"the column {name} of {operation.model_name} has been renamed or removed since"]
    empty = _count(model._base_manager.filter(**{f"{name}__isnull": True}))
    return [f"{empty} rows without {name} of {operation.model_name}"] if empty else []


def _kind(field: Field) -> tuple[str, int | None]:  # type: ignore[type-arg]
    # A text that is too long for the former column makes the rollback fail, but decimals would be rounded.
    return field.get_internal_type(), getattr(field, "decimal_places", None)


def _values_of(app: str, model_name: str, name: str) -> list[str]:
    model = _model(app, model_name)
    field = _field(model, name)
    if model is None or field is None:
        return [f"the column {name} of {model_name} has been renamed or removed since"]
    rows = model._base_manager.exclude(**{name: None})
    has_db_default = field.has_db_default()  # type: ignore[attr-defined]  # missing in the stubs
    # With a function as the default, each row has its own value, so any value counts.
    if has_db_default or not (field.has_default() and callable(field.default)):
        default = field.db_default if has_db_default else field.get_default()
        rows = rows if default is None else rows.exclude(**{name: default})
    filled = _count(rows)
    return [f"{filled} values of the new column {name} of {model_name}"] if filled else []
