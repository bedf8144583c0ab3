from django.db import migrations

from tourney.migrations._rename import RenameColumn


class Migration(migrations.Migration):

    dependencies = [
        ('seating', '0017_players'),
    ]

    operations = [
        RenameColumn('tournamenttable', 'lent_at', 'assigned_at'),
        RenameColumn('tournamenttable', 'returned_at', 'released_at'),
    ]
