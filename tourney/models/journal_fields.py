"""Journal columns that are read and searched under present names, whatever name was stored."""

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import lookups

from tourney.journal import renamed

if TYPE_CHECKING:
    Text = models.CharField[str, str]
else:
    Text = models.CharField


class KindField(Text):
    """The kind of a command."""

    def deconstruct(self) -> Any:
        """Appear in migrations as the plain column."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def from_db_value(self, value: str | None, _expression: Any, _connection: Any) -> str | None:
        """Read the present kind."""
        return None if value is None else renamed.kind(value)


@KindField.register_lookup
class OfKind(lookups.Exact):  # type: ignore[type-arg]
    """Find entries of a kind, including those under its former names."""

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Compare with all names."""
        names = renamed.every_kind(self.rhs) if isinstance(self.rhs, str) else []
        if len(names) < 2:
            return super().as_sql(compiler, connection)
        return lookups.In(self.lhs, names).as_sql(compiler, connection)


@KindField.register_lookup
class OfKinds(lookups.In):  # type: ignore[type-arg]
    """Find entries of several kinds, including those under their former names."""

    def get_prep_lookup(self) -> Any:
        """Compare with all names."""
        if not hasattr(self.rhs, "resolve_expression"):
            self.rhs = [former for name in self.rhs for former in renamed.every_kind(name)]
        return super().get_prep_lookup()


@KindField.register_lookup
class OfFamily(lookups.StartsWith):
    """Find entries of a family of kinds, including those under former names."""

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Compare with the prefix, and with former names."""
        former = renamed.former_kinds_of_family(self.rhs) if isinstance(self.rhs, str) else []
        sql, params = super().as_sql(compiler, connection)
        if not former:
            return sql, params
        also, more = lookups.In(self.lhs, former).as_sql(compiler, connection)
        return f"({sql} OR {also})", [*params, *more]


class ChangesField(models.JSONField):
    """Rows that a command changed."""

    def deconstruct(self) -> Any:
        """Appear in migrations as the plain column."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """Read present labels and columns."""
        read = super().from_db_value(value, expression, connection)
        return renamed.changes(read) if isinstance(read, list) else read
