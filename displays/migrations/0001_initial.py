import django.db.models.deletion
from django.db import migrations, models

from tourney.migrations._adopt import AdoptModel


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tourney', '0014_contacts_with_consent'),
    ]

    operations = [
        AdoptModel(
            old_table='screens_pairing',
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=6, unique=True)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('address', models.CharField(max_length=45)),
                ('created_at', models.DateTimeField()),
            ],
        ),
        AdoptModel(
            old_table='screens_screen',
            name='Screen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('layout', models.CharField(choices=[('clock', 'clock'), ('structure', 'structure'), ('seats', 'seats'), ('waiting', 'waiting'), ('moves', 'moves'), ('outs', 'outs'), ('free', 'free'), ('map', 'map'), ('prizes', 'prizes'), ('payouts', 'payouts'), ('results', 'results'), ('hunters', 'hunters')], default='clock', max_length=12)),
                ('blank', models.BooleanField(default=False)),
                ('message', models.CharField(blank=True, max_length=200)),
                ('language', models.CharField(blank=True, max_length=5)),
                ('sound', models.BooleanField(default=False)),
                ('volume', models.PositiveSmallIntegerField(default=80)),
                ('speech', models.BooleanField(default=False)),
                ('retired', models.BooleanField(default=False)),
                ('token', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='screen', to='tourney.token')),
                ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to='tourney.tournament')),
            ],
            options={
                'ordering': ['name', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('layout__in', ('clock', 'structure', 'seats', 'waiting', 'moves', 'outs', 'free', 'map', 'prizes', 'payouts', 'results', 'hunters'))), name='a_known_layout'), models.CheckConstraint(condition=models.Q(('volume__lte', 100)), name='volume_up_to_100'), models.UniqueConstraint(condition=models.Q(('retired', False), ('sound', True), ('tournament__isnull', False)), fields=('tournament',), name='one_screen_of_an_event_sounds')],
            },
        ),
    ]
