import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clock', '0004_chip_races'),
        ('seating', '0008_draws_of_races'),
        ('tourney', '0005_a_notice_may_need_no_words'),
    ]

    operations = [
        migrations.CreateModel(
            name='BankMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('count', models.SmallIntegerField()),
                ('at', models.DateTimeField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bank_moves', to='tourney.entry')),
                ('loan', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bank_moves', to='seating.loan')),
            ],
            options={
                'verbose_name': 'time bank',
                'ordering': ['id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('count', 0), _negated=True), name='a_time_bank_is_used_or_given')],
            },
        ),
        migrations.CreateModel(
            name='ShotClock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seconds', models.PositiveSmallIntegerField()),
                ('bank_seconds', models.PositiveSmallIntegerField()),
                ('banks', models.PositiveSmallIntegerField()),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='shot_clock', to='tourney.tournament')),
            ],
            options={
                'verbose_name': 'shot clock',
                'constraints': [models.CheckConstraint(condition=models.Q(('bank_seconds__gte', 5), ('bank_seconds__lte', 300), ('seconds__gte', 5), ('seconds__lte', 300)), name='a_shot_takes_5_to_300_seconds')],
            },
        ),
    ]
