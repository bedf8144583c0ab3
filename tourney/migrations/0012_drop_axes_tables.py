"""Drop what django-axes kept. An earlier version makes its tables anew: nothing says that they were migrated."""

from typing import Any

from django.db import migrations

TABLES = ("axes_accessattemptexpiration", "axes_accessattempt", "axes_accesslog", "axes_accessfailurelog")


def drop(apps: Any, schema_editor: Any) -> None:
    """Drop the tables, the record of their migrations and their content types, where there are any."""
    connection = schema_editor.connection
    names = connection.introspection.table_names()
    for table in TABLES:
        if table in names:
            schema_editor.execute(f"DROP TABLE {schema_editor.quote_name(table)}")
    if "django_migrations" in names:
        schema_editor.execute("DELETE FROM django_migrations WHERE app = %s", ["axes"])
    apps.get_model("contenttypes", "ContentType").objects.filter(app_label="axes").delete()


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("tourney", "0011_sessions_end_with_the_login"),
    ]

    operations = [migrations.RunPython(drop, migrations.RunPython.noop)]
