from django.db import migrations, models

FORMER = (
    'clock', 'structure', 'seats', 'waiting', 'moves', 'outs', 'free', 'map', 'prizes', 'payouts', 'results', 'hunters',
)
RENAMED = {'outs': 'eliminations', 'hunters': 'bounty_leaderboard'}
LAYOUTS = tuple(RENAMED.get(one, one) for one in FORMER)


def rename(apps, schema_editor):
    for former, present in RENAMED.items():
        apps.get_model('displays', 'Screen').objects.filter(layout=former).update(layout=present)


def rename_back(apps, schema_editor):
    for former, present in RENAMED.items():
        apps.get_model('displays', 'Screen').objects.filter(layout=present).update(layout=former)


class Migration(migrations.Migration):

    dependencies = [
        ('displays', '0001_initial'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='screen', name='a_known_layout'),
        migrations.AlterField(
            model_name='screen',
            name='layout',
            field=models.CharField(choices=[(one, one) for one in LAYOUTS], default='clock', max_length=20),
        ),
        migrations.RunPython(rename, rename_back),
        migrations.AddConstraint(
            model_name='screen',
            constraint=models.CheckConstraint(condition=models.Q(('layout__in', LAYOUTS)), name='a_known_layout'),
        ),
    ]
