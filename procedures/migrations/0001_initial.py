import django.db.models.deletion
from django.db import migrations, models

from tourney.migrations._adopt import AdoptModel


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        # It leaves the tables to this app.
        ('clock', '0009_models_of_procedures'),
        ('seating', '0016_tournament_tables'),
        ('tourney', '0016_journal_entries_and_heartbeats'),
    ]

    operations = [
        AdoptModel(
            old_table='clock_handforhand',
            name='HandForHand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(choices=[('money', 'money'), ('final_table', 'final_table'), ('pay_jump', 'pay_jump')], max_length=11)),
                ('way', models.CharField(choices=[('per_hand', 'per_hand'), ('stopped', 'stopped'), ('running', 'running')], max_length=8)),
                ('minutes_per_hand', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('first', models.PositiveIntegerField()),
                ('hand', models.PositiveIntegerField(default=0)),
                ('stopped_clock', models.BooleanField(default=False)),
                ('announced_at', models.DateTimeField()),
                ('dealt_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tourney.tournament')),
            ],
            options={
                'verbose_name': 'hand-for-hand',
                'ordering': ['id'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('tournament',), name='hand_for_hand_once_at_a_time'),
                    models.CheckConstraint(condition=models.Q(models.Q(('minutes_per_hand__gte', 1), ('way', 'per_hand')), models.Q(models.Q(('way', 'per_hand'), _negated=True), ('minutes_per_hand__isnull', True)), _connector='OR'), name='minutes_where_each_hand_takes_some'),
                    models.CheckConstraint(condition=models.Q(models.Q(('dealt_at__isnull', True), ('hand', 0)), models.Q(('dealt_at__isnull', False), ('hand__gt', 0)), _connector='OR'), name='a_hand_dealt_together_was_dealt_at_a_time'),
                ],
            },
        ),
        AdoptModel(
            old_table='clock_handforhandtable',
            name='HandForHandTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('playing', 'playing'), ('all_in', 'all_in'), ('resolving', 'resolving'), ('done', 'done')], default='playing', max_length=9)),
                ('at', models.DateTimeField(blank=True, null=True)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='procedures.handforhand')),
                ('tournament_table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='seating.tournamenttable')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [
                    models.UniqueConstraint(fields=('round', 'tournament_table'), name='a_table_once_in_hand_for_hand'),
                    models.UniqueConstraint(condition=models.Q(('state', 'resolving')), fields=('round',), name='cards_turned_up_at_one_table_at_a_time'),
                ],
            },
        ),
        AdoptModel(
            old_table='clock_race',
            name='Race',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('small', models.PositiveBigIntegerField()),
                ('big', models.PositiveBigIntegerField()),
                ('policy', models.CharField(choices=[('half', 'half'), ('up', 'up'), ('full_then_half', 'full_then_half'), ('round_each', 'round_each')], max_length=14)),
                ('starts', models.CharField(choices=[('seat_1', 'seat_1'), ('left_of_button', 'left_of_button')], max_length=14)),
                ('self_dealt', models.BooleanField(default=False)),
                ('by_itself', models.BooleanField(default=False)),
                ('state', models.CharField(choices=[('planned', 'planned'), ('running', 'running'), ('done', 'done'), ('cancelled', 'cancelled')], default='planned', max_length=9)),
                ('planned_at', models.DateTimeField()),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='races', to='tourney.tournament')),
            ],
            options={
                'verbose_name': 'chip race',
                'ordering': ['id'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('state', 'cancelled'), _negated=True), fields=('tournament', 'small'), name='a_chip_leaves_play_once'),
                    models.UniqueConstraint(condition=models.Q(('state', 'running')), fields=('tournament',), name='one_chip_is_raced_at_a_time'),
                    models.CheckConstraint(condition=models.Q(('big__gt', models.F('small')), ('small__gt', 0)), name='a_chip_is_raced_for_a_bigger_one'),
                    models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('started_at__isnull', True), ('state', 'planned')), models.Q(('ended_at__isnull', True), ('started_at__isnull', False), ('state', 'running')), models.Q(('ended_at__isnull', False), ('started_at__isnull', False), ('state', 'done')), models.Q(('ended_at__isnull', False), ('state', 'cancelled')), _connector='OR'), name='a_race_starts_and_ends_at_a_time'),
                ],
            },
        ),
        AdoptModel(
            old_table='clock_racetable',
            name='RaceTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('turn', models.PositiveSmallIntegerField(default=1)),
                ('state', models.CharField(choices=[('open', 'open'), ('counted', 'counted'), ('dealt', 'dealt'), ('done', 'done')], default='open', max_length=7)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('at', models.DateTimeField(blank=True, null=True)),
                ('race', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='procedures.race')),
                ('tournament_table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='races', to='seating.tournamenttable')),
            ],
            options={
                'verbose_name': 'table in a chip race',
                'ordering': ['id'],
                'constraints': [
                    models.UniqueConstraint(fields=('race', 'tournament_table', 'turn'), name='a_turn_of_a_table_once_in_a_race'),
                    models.UniqueConstraint(condition=models.Q(('state', 'done'), _negated=True), fields=('race', 'tournament_table'), name='a_table_races_once_at_a_time'),
                ],
            },
        ),
        AdoptModel(
            old_table='clock_raceseat',
            name='RaceSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('small', models.PositiveIntegerField(default=0)),
                ('others', models.BooleanField(default=True)),
                ('cards', models.JSONField(blank=True, default=list)),
                ('wins', models.BooleanField(default=False)),
                ('saved', models.BooleanField(default=False)),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='race_seats', to='tourney.entry')),
                ('race', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='procedures.race')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='procedures.racetable')),
            ],
            options={
                'verbose_name': 'seat in a chip race',
                'ordering': ['number'],
                'constraints': [
                    models.UniqueConstraint(fields=('table', 'number'), name='a_seat_once_in_a_race'),
                    models.UniqueConstraint(fields=('race', 'entry'), name='nobody_is_raced_twice'),
                    models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 12)), name='seats_of_a_race_count_from_one'),
                    models.CheckConstraint(condition=models.Q(('wins', False), ('saved', False), _connector='OR'), name='one_big_chip_at_most_from_a_race'),
                    models.CheckConstraint(condition=models.Q(('small__gt', 0), models.Q(('saved', False), ('wins', False)), _connector='OR'), name='no_chip_from_a_race_for_nothing'),
                    models.CheckConstraint(condition=models.Q(('saved', False), ('others', False), _connector='OR'), name='who_has_other_chips_needs_no_saving'),
                ],
            },
        ),
        AdoptModel(
            old_table='clock_shotclock',
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
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('bank_seconds__gte', 5), ('bank_seconds__lte', 300), ('seconds__gte', 5), ('seconds__lte', 300)), name='a_shot_takes_5_to_300_seconds'),
                ],
            },
        ),
        AdoptModel(
            old_table='clock_bankmove',
            name='BankMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('count', models.SmallIntegerField()),
                ('at', models.DateTimeField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bank_moves', to='tourney.entry')),
                ('tournament_table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bank_moves', to='seating.tournamenttable')),
            ],
            options={
                'verbose_name': 'time bank',
                'ordering': ['id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('count', 0), _negated=True), name='a_time_bank_is_used_or_given')],
            },
        ),
    ]
