"""A migration operation for models that come from another app."""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState


class AdoptModel(migrations.CreateModel):
    """Create a model whose table an earlier version kept under another name.

    A room of an earlier version has the table: it is renamed, and its rows stay. In a new room the table is created.

    Args:
        old_table: its name in the earlier version.
    """

    def __init__(self, *, old_table: str, **model: Any) -> None:
        self.old_table = old_table
        super().__init__(**model)

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        """Describe the operation for Django."""
        name, args, kwargs = super().deconstruct()
        return name, args, {**kwargs, "old_table": self.old_table}

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Rename the table where there is one, else create it."""
        connection = schema_editor.connection
        if self.old_table not in connection.introspection.table_names():
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.name)
        schema_editor.alter_db_table(model, self.old_table, model._meta.db_table)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Give the table its earlier name back; its rows stay."""
        model = from_state.apps.get_model(app_label, self.name)
        schema_editor.alter_db_table(model, model._meta.db_table, self.old_table)
