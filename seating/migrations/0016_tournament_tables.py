import django.db.models.deletion
from django.db import migrations, models

from tourney.migrations._rename import RenameColumn, RenameTable


class Migration(migrations.Migration):

    dependencies = [
        ('seating', '0015_dealer_tables'),
        # They point at the table under its earlier name.
        ('clock', '0007_claims_of_earlier_busts'),
        ('penalties', '0001_initial'),
    ]

    operations = [
        RenameTable('Loan', 'TournamentTable'),
        migrations.AlterField(
            model_name='tournamenttable',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournament_tables', to='seating.table'),
        ),
        migrations.AlterField(
            model_name='tournamenttable',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournament_tables', to='tourney.tournament'),
        ),
        RenameColumn('seat', 'loan', 'tournament_table'),
        RenameColumn('bust', 'loan', 'tournament_table'),
        RenameColumn('call', 'loan', 'tournament_table'),
        RenameColumn('move', 'from_loan', 'from_table'),
        RenameColumn('move', 'to_loan', 'to_table'),
    ]
