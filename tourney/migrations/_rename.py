"""Migration operations that rename tables and columns where they are.

Django's own operations make a table anew on SQLite when one of its columns or a table it points to is renamed, which
loses triggers. `ALTER TABLE … RENAME` takes constraints, indexes and references along on SQLite and on PostgreSQL.
"""

from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState


class RenameTable(migrations.RenameModel):
    """Rename a model and its table."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Rename the table."""
        self._rename(schema_editor, from_state.apps.get_model(app_label, self.old_name), to_state.apps.get_model(app_label, self.new_name))

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Give the table its earlier name back."""
        self._rename(schema_editor, from_state.apps.get_model(app_label, self.new_name), to_state.apps.get_model(app_label, self.old_name))

    def _rename(self, schema_editor: BaseDatabaseSchemaEditor, old: type[models.Model], new: type[models.Model]) -> None:
        quote = schema_editor.quote_name
        if old._meta.db_table != new._meta.db_table:
            schema_editor.execute(f"ALTER TABLE {quote(old._meta.db_table)} RENAME TO {quote(new._meta.db_table)}")


class RenameColumn(migrations.RenameField):
    """Rename a field and its column, in the model's constraints, indexes and ordering as well."""

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Rename the field in the state."""
        options = state.models[app_label, self.model_name_lower].options
        for part in ("constraints", "indexes"):
            if part in options:
                options[part] = [self._renamed(one) for one in options[part]]
        if options.get("ordering"):
            options["ordering"] = [self._name(one) for one in options["ordering"]]
        super().state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Rename the column."""
        self._rename_column(app_label, schema_editor, from_state, to_state, self.old_name, self.new_name)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Give the column its earlier name back."""
        self._rename_column(app_label, schema_editor, from_state, to_state, self.new_name, self.old_name)

    def _rename_column(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
        old_name: str,
        new_name: str,
    ) -> None:
        quote = schema_editor.quote_name
        model = from_state.apps.get_model(app_label, self.model_name)
        old = model._meta.get_field(old_name).column
        new = to_state.apps.get_model(app_label, self.model_name)._meta.get_field(new_name).column
        if old != new:
            schema_editor.execute(
                f"ALTER TABLE {quote(model._meta.db_table)} RENAME COLUMN {quote(old)} TO {quote(new)}"
            )

    def _name(self, name: str) -> str:
        sign, bare = ("-", name[1:]) if name.startswith("-") else ("", name)
        first, *rest = bare.split("__")
        return sign + "__".join([self.new_name if first == self.old_name else first, *rest])

    def _renamed(self, part: Any) -> Any:
        """A constraint, index or condition with the field under its new name."""
        if isinstance(part, models.Q):
            children = [self._renamed(child) for child in part.children]
            # Q sorts what it gets as keywords; a new name may have another place.
            if part.children == sorted(part.children, key=str):
                children.sort(key=str)
            return models.Q(*children, _connector=part.connector, _negated=part.negated)
        if isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], str):
            return (self._name(part[0]), self._renamed(part[1]))
        if isinstance(part, models.F):
            return models.F(self._name(part.name))
        if isinstance(part, models.BaseConstraint | models.Index):
            _path, args, kwargs = part.deconstruct()
            if "fields" in kwargs:
                kwargs["fields"] = [self._name(name) for name in kwargs["fields"]]
            for key in ("condition", "check"):
                if key in kwargs:
                    kwargs[key] = self._renamed(kwargs[key])
            return type(part)(*args, **kwargs)
        return part
