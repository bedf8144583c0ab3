"""Players are models of the app `players`."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('prizes', '0001_initial'),
        ('players', '0001_initial'),
    ]

    # The tables were renamed where they are, and references to them follow.
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='namelist',
                    name='name',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player'),
                ),
                migrations.AlterField(
                    model_name='namelist',
                    name='owner',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='names_to_hunt', to='players.player'),
                ),
            ],
        ),
    ]
