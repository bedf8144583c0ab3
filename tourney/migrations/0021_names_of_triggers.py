from django.db import migrations

from tourney.journal.append_only import put_up, take_down


def renew(apps, schema_editor):
    """Create the triggers under their present names and messages."""
    take_down(schema_editor.connection)
    put_up(schema_editor.connection)


class Migration(migrations.Migration):

    dependencies = [
        ('tourney', '0020_journal_by_actor'),
    ]

    operations = [
        # Triggers of either name forbid the same.
        migrations.RunPython(renew, migrations.RunPython.noop),
    ]
