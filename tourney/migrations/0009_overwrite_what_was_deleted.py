"""Rewrite SQLite's file once: what was deleted before it overwrote what it deletes still stands in free pages."""

from typing import Any

from django.db import migrations


def vacuum(apps: Any, schema_editor: Any) -> None:
    """Rewrite the file."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("VACUUM")


class Migration(migrations.Migration):
    """After the redactions."""

    atomic = False
    dependencies = [("tourney", "0008_redactions")]
    operations = [migrations.RunPython(vacuum, migrations.RunPython.noop)]
