"""Players are models of the app `players`."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('seating', '0016_tournament_tables'),
        ('players', '0001_initial'),
    ]

    # The tables were renamed where they are, and references to them follow.
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='apart',
                    name='one',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='apart_from', to='players.player'),
                ),
                migrations.AlterField(
                    model_name='apart',
                    name='other',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player'),
                ),
            ],
        ),
    ]
