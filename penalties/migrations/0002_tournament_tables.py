from django.db import migrations

from tourney.migrations._rename import RenameColumn


class Migration(migrations.Migration):

    dependencies = [
        ('penalties', '0001_initial'),
        ('seating', '0016_tournament_tables'),
    ]

    operations = [
        RenameColumn('penalty', 'loan', 'tournament_table'),
    ]
