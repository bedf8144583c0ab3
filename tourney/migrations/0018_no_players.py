"""Players are no models of the core any more: nothing refers to them here."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tourney', '0017_players'),
        ('seating', '0017_players'),
        ('desk', '0013_players'),
        ('prizes', '0002_players'),
    ]

    # The tables were renamed where they are, and references to them follow.
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel('Player'),
            ],
        ),
    ]
