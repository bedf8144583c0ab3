"""Migrations that an update will apply, and whether the running version goes on working meanwhile."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from operations.rules.migration_steps import old_code_fails, old_code_may_fail


@dataclass(frozen=True, slots=True)
class Pending:
    """What an update does to the tables.

    Attributes:
        applied: all that have been applied, "app.name", to come back to.
        names: migrations that will be applied, "app.name", in order.
        reasons: why the running version would fail after them; empty: it goes on working.
    """

    applied: list[str]
    names: list[str]
    reasons: list[str]


def pending() -> Pending:
    """Return what an update of this database will do."""
    executor = MigrationExecutor(connection)
    done = executor.loader.applied_migrations
    plan = [step for step, _backwards in executor.migration_plan(executor.loader.graph.leaf_nodes())]
    ours = {key for key in done if key in executor.loader.graph.nodes}
    known = executor.loader.project_state(sorted(ours)) if ours else ProjectState()
    reasons = list(reasons_in(plan, known)) if ours else []
    return Pending(
        sorted(f"{app}.{name}" for app, name in done),
        [f"{step.app_label}.{step.name}" for step in plan],
        reasons,
    )


def reasons_in(plan: Iterable[Migration], state: ProjectState) -> Iterator[str]:
    """Yield why code of the version before fails after some of these migrations: "app.name: …".

    A migration with `old_code_works = True` adds a constraint, or changes rows, so that it goes on working.

    Args:
        plan: in order.
        state: of the tables before; it is changed.
    """
    made: set[tuple[str, str]] = set()
    for step in plan:
        app = step.app_label
        for operation in step.operations:
            if type(operation).__name__ == "CreateModel":
                # Old code knows nothing about the table.
                made.add((app, operation.name.lower()))  # type: ignore[attr-defined]
            # An operation on a whole table has its name in `name`.
            table = getattr(operation, "model_name", getattr(operation, "name", ""))
            model = (app, str(table).lower())
            if model not in made:
                before = None
                if model in state.models:
                    before = state.models[model].fields.get(getattr(operation, "name", ""))
                reasons = [*old_code_fails(operation, before)]
                if not getattr(step, "old_code_works", False):
                    reasons += old_code_may_fail(operation, before)
                for reason in reasons:
                    yield f"{app}.{step.name}: {reason}"
            operation.state_forwards(app, state)


def steps_after(baseline: Collection[tuple[str, str]]) -> tuple[list[Migration], ProjectState]:
    """Return all migrations that are not in a baseline, and the state of the tables at the baseline."""
    loader = MigrationLoader(None)
    later = [key for key in loader.graph.nodes if key not in baseline]
    order: dict[tuple[str, str], None] = {}
    for leaf in loader.graph.leaf_nodes():
        order |= dict.fromkeys(loader.graph.forwards_plan(leaf))
    state = loader.project_state([key for key in order if key in baseline])
    return [loader.graph.nodes[key] for key in order if key in later], state
