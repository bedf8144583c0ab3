import django.db.models.deletion
from django.db import migrations, models

from tourney.migrations._rename import RenameTable


class Migration(migrations.Migration):

    dependencies = [
        ('prizes', '0002_players'),
    ]

    operations = [
        RenameTable('PrizeLine', 'PlacePrize'),
        migrations.AlterField(
            model_name='placeprize',
            name='payout',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='place_prizes', to='prizes.payout'),
        ),
    ]
