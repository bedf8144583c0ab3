from django.db import migrations

from tourney.migrations._rename import RenameColumn, RenameTable


class Migration(migrations.Migration):

    dependencies = [
        ('clock', '0007_claims_of_earlier_busts'),
        ('seating', '0016_tournament_tables'),
    ]

    operations = [
        RenameTable('Round', 'HandForHand'),
        RenameTable('RoundTable', 'HandForHandTable'),
        RenameColumn('handforhandtable', 'loan', 'tournament_table'),
        RenameColumn('racetable', 'loan', 'tournament_table'),
        RenameColumn('bankmove', 'loan', 'tournament_table'),
    ]
