from django.db import migrations, models

from tourney.migrations._rename import RenameColumn


class Migration(migrations.Migration):

    dependencies = [
        ('seating', '0018_assigned_and_released'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='knockout', name='a_hunter_once_for_each_head'),
        RenameColumn('knockout', 'hunter', 'winner'),
        migrations.AddConstraint(
            model_name='knockout',
            constraint=models.UniqueConstraint(fields=('bust', 'winner'), name='a_winner_once_per_bust'),
        ),
    ]
