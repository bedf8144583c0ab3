"""Create the room, and let the database refuse to change or delete journal entries."""

from django.db import migrations

from tourney.journal.append_only import put_up, take_down


def forwards(apps, schema_editor):
    apps.get_model("tourney", "Room").objects.get_or_create(id=1)
    put_up(schema_editor.connection)


def backwards(apps, schema_editor):
    take_down(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tourney", "0001_initial")]
    operations = [migrations.RunPython(forwards, backwards)]
