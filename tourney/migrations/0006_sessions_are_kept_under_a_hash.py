from typing import Any

from django.db import migrations


def end_all_sessions(apps: Any, schema_editor: Any) -> None:
    """Their keys stand in the rows; everybody logs in once more."""
    apps.get_model("sessions", "Session").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("sessions", "0001_initial"),
        ("tourney", "0005_a_notice_may_need_no_words"),
    ]

    operations = [migrations.RunPython(end_all_sessions, migrations.RunPython.noop)]
