from django.db import migrations, models

FORMER = (
    'clock', 'structure', 'seats', 'waiting', 'moves', 'eliminations', 'free', 'map', 'prizes', 'payouts', 'results',
    'bounty_leaderboard', 'chip_leaders', 'season_ranking',
)
LAYOUTS = (*FORMER, 'cash_lists')


def show_the_clock(apps, schema_editor):
    apps.get_model('displays', 'Screen').objects.filter(layout='cash_lists').update(layout='clock')


class Migration(migrations.Migration):

    dependencies = [
        ('displays', '0006_season_ranking'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='screen', name='a_known_layout'),
        migrations.AlterField(
            model_name='screen',
            name='layout',
            field=models.CharField(choices=[(one, one) for one in LAYOUTS], default='clock', max_length=20),
        ),
        migrations.RunPython(migrations.RunPython.noop, show_the_clock),
        migrations.AddConstraint(
            model_name='screen',
            constraint=models.CheckConstraint(condition=models.Q(('layout__in', LAYOUTS)), name='a_known_layout'),
        ),
    ]
