"""The models of hand-for-hand, chip races and the shot clock leave the clock; `procedures` adopts their tables."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('clock', '0008_hand_for_hand_names'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel('RaceSeat'),
                migrations.DeleteModel('RaceTable'),
                migrations.DeleteModel('Race'),
                migrations.DeleteModel('HandForHandTable'),
                migrations.DeleteModel('HandForHand'),
                migrations.DeleteModel('ShotClock'),
                migrations.DeleteModel('BankMove'),
            ],
        ),
    ]
