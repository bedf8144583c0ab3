"""Players are models of the app `players`."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tourney', '0016_journal_entries_and_heartbeats'),
        ('players', '0001_initial'),
    ]

    # The tables were renamed where they are, and references to them follow.
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='entry',
                    name='player',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='players.player'),
                ),
                migrations.AlterField(
                    model_name='notice',
                    name='player',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notices', to='players.player'),
                ),
                migrations.AlterField(
                    model_name='token',
                    name='player',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to='players.player'),
                ),
            ],
        ),
    ]
