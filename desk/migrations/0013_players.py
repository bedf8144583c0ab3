"""Players, memberships, bans and imports are models of the app `players`."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('desk', '0012_desk_settings'),
        ('players', '0001_initial'),
    ]

    # The tables were renamed where they are, and references to them follow.
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='booking',
                    name='player',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bookings', to='players.player'),
                ),
                migrations.AlterField(
                    model_name='receipt',
                    name='player',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='players.player'),
                ),
                migrations.AlterField(
                    model_name='ticket',
                    name='player',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tickets', to='players.player'),
                ),
                migrations.AlterField(
                    model_name='item',
                    name='membership',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='items', to='players.membership'),
                ),
                migrations.DeleteModel('ImportBatch'),
                migrations.DeleteModel('PlayerImport'),
                migrations.DeleteModel('Membership'),
                migrations.DeleteModel('Ban'),
            ],
        ),
    ]
