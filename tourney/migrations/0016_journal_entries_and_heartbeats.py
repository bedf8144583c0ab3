from django.db import migrations

from tourney.journal.append_only import put_up, take_down
from tourney.migrations._rename import RenameTable


def without_triggers(apps, schema_editor):
    take_down(schema_editor.connection)


def with_triggers(apps, schema_editor):
    put_up(schema_editor.connection)


class Migration(migrations.Migration):

    dependencies = [
        # It reads journal entries by their former name.
        ('clock', '0007_claims_of_earlier_busts'),
        ('tourney', '0015_jobs'),
    ]

    operations = [
        migrations.RunPython(without_triggers, with_triggers),
        RenameTable('Line', 'JournalEntry'),
        RenameTable('Pulse', 'Heartbeat'),
        migrations.RenameIndex(
            model_name='journalentry',
            new_name='tourney_jou_tournam_6fb0de_idx',
            old_name='tourney_lin_tournam_f7356a_idx',
        ),
        migrations.RenameIndex(
            model_name='journalentry',
            new_name='tourney_jou_tournam_b6b34d_idx',
            old_name='tourney_lin_tournam_f41638_idx',
        ),
        migrations.RunPython(with_triggers, without_triggers),
    ]
