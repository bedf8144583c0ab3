from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('screens', '0005_floor_layouts'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='screen',
            name='a_known_layout',
        ),
        migrations.AlterField(
            model_name='screen',
            name='layout',
            field=models.CharField(choices=[('clock', 'clock'), ('structure', 'structure'), ('seats', 'seats'), ('waiting', 'waiting'), ('moves', 'moves'), ('outs', 'outs'), ('free', 'free'), ('map', 'map'), ('prizes', 'prizes'), ('payouts', 'payouts'), ('results', 'results'), ('hunters', 'hunters')], default='clock', max_length=12),
        ),
        migrations.AddConstraint(
            model_name='screen',
            constraint=models.CheckConstraint(condition=models.Q(('layout__in', ('clock', 'structure', 'seats', 'waiting', 'moves', 'outs', 'free', 'map', 'prizes', 'payouts', 'results', 'hunters'))), name='a_known_layout'),
        ),
    ]
