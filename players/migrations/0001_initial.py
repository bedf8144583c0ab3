"""Players, their memberships, bans and imports, which were tables of `tourney` and `desk`."""

import django.db.models.deletion
import players.models.player
import uuid
from django.conf import settings
from django.db import migrations, models

from tourney.migrations._adopt import AdoptModel


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tourney', '0016_journal_entries_and_heartbeats'),
        # Their earlier migrations point at the tables under their former names.
        ('seating', '0016_tournament_tables'),
        ('desk', '0012_desk_settings'),
        ('prizes', '0001_initial'),
    ]

    operations = [
        AdoptModel(
            old_table='tourney_player',
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('nickname', models.CharField(blank=True, max_length=60, verbose_name='nickname')),
                ('birth_date', models.DateField(blank=True, null=True, verbose_name='date of birth')),
                ('card', models.CharField(blank=True, max_length=40, verbose_name='card number')),
                ('languages', models.CharField(blank=True, max_length=60, verbose_name='languages')),
                ('needs_access', models.BooleanField(default=False, verbose_name='needs an accessible seat')),
                ('needs', models.CharField(blank=True, max_length=200, verbose_name='special needs')),
                ('staff_notes', models.TextField(blank=True, max_length=2000, verbose_name='notes to staff')),
                ('photo', models.CharField(blank=True, max_length=80, verbose_name='photo')),
                ('email', models.CharField(blank=True, max_length=254, verbose_name='e-mail')),
                ('email_consent_at', models.DateTimeField(blank=True, null=True, verbose_name='consent to keep the e-mail noted')),
                ('email_consent_by', models.CharField(blank=True, max_length=150, verbose_name='consent to keep the e-mail noted by')),
                ('phone', models.CharField(blank=True, max_length=16, verbose_name='phone')),
                ('phone_consent_at', models.DateTimeField(blank=True, null=True, verbose_name='consent to keep the phone number noted')),
                ('phone_consent_by', models.CharField(blank=True, max_length=150, verbose_name='consent to keep the phone number noted by')),
                ('privacy', models.CharField(choices=[('full', 'full'), ('short', 'short'), ('nickname', 'nickname')], default='full', max_length=10, verbose_name='name in public')),
                ('created_at', models.DateTimeField()),
                ('demo', models.BooleanField(default=False, verbose_name='demo')),
                ('anonymised_at', models.DateTimeField(blank=True, null=True)),
                ('search', players.models.player.SearchText(blank=True, default='', editable=False)),
                ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged_from', to='players.player')),
            ],
            options={
                'verbose_name': 'player',
                'ordering': ['name'],
                'indexes': [models.Index(fields=['birth_date'], name='tourney_pla_birth_d_5a1eee_idx'), models.Index(fields=['nickname'], name='tourney_pla_nicknam_7275a0_idx')],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='a_player_has_a_name'), models.UniqueConstraint(condition=models.Q(('card', ''), _negated=True), fields=('card',), name='a_card_belongs_to_one_player'), models.CheckConstraint(condition=models.Q(models.Q(('email', ''), ('email_consent_at__isnull', True), ('email_consent_by', '')), models.Q(models.Q(('email', ''), _negated=True), ('email_consent_at__isnull', False), models.Q(('email_consent_by', ''), _negated=True)), _connector='OR'), name='an_email_is_kept_with_consent'), models.CheckConstraint(condition=models.Q(models.Q(('phone', ''), ('phone_consent_at__isnull', True), ('phone_consent_by', '')), models.Q(models.Q(('phone', ''), _negated=True), ('phone_consent_at__isnull', False), models.Q(('phone_consent_by', ''), _negated=True)), _connector='OR'), name='a_phone_is_kept_with_consent'), models.CheckConstraint(condition=models.Q(('privacy__in', ('full', 'short', 'nickname'))), name='a_name_is_shown_in_one_of_three_ways'), models.CheckConstraint(condition=models.Q(('merged_into__isnull', True), models.Q(('merged_into', models.F('id')), _negated=True), _connector='OR'), name='nobody_is_merged_into_themselves')],
            },
        ),
        AdoptModel(
            old_table='desk_membership',
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('season', 'season'), ('day', 'day')], max_length=8)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField()),
                ('applied_at', models.DateTimeField()),
                ('confirmed_by', models.CharField(blank=True, max_length=120)),
                ('voided_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='players.player')),
            ],
            options={
                'ordering': ['-ends_on', 'id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='a_membership_ends_after_its_start')],
            },
        ),
        AdoptModel(
            old_table='desk_ban',
            name='Ban',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField(blank=True, null=True)),
                ('reason', models.CharField(max_length=300)),
                ('rule', models.CharField(blank=True, max_length=120)),
                ('lifted_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bans', to='players.player')),
            ],
            options={
                'ordering': ['-starts_on', '-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_on__isnull', True), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='a_ban_ends_after_its_start'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_ban_has_a_reason')],
            },
        ),
        AdoptModel(
            old_table='desk_playerimport',
            name='PlayerImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('command', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('state', models.CharField(choices=[('draft', 'draft'), ('running', 'running'), ('done', 'done'), ('cancelled', 'cancelled'), ('failed', 'failed')], default='draft', max_length=9)),
                ('file_name', models.CharField(blank=True, max_length=120)),
                ('text', models.TextField(blank=True)),
                ('preview', models.JSONField(blank=True, null=True)),
                ('encoding', models.CharField(blank=True, max_length=20)),
                ('columns', models.JSONField(blank=True, null=True)),
                ('has_head', models.BooleanField(default=True)),
                ('slashes', models.CharField(blank=True, max_length=5)),
                ('known', models.CharField(choices=[('skip', 'skip'), ('change', 'change'), ('add', 'add')], default='skip', max_length=6)),
                ('rows', models.PositiveIntegerField()),
                ('batches', models.PositiveIntegerField(blank=True, null=True)),
                ('next_batch', models.PositiveIntegerField(default=0)),
                ('added', models.PositiveIntegerField(default=0)),
                ('changed', models.PositiveIntegerField(default=0)),
                ('skipped', models.PositiveIntegerField(default=0)),
                ('rejected', models.PositiveIntegerField(default=0)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('created_at', models.DateTimeField()),
                ('touched_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('batches__isnull', True), ('next_batch', 0)), ('batches__gte', models.F('next_batch')), _connector='OR'), name='an_import_does_its_batches'), models.CheckConstraint(condition=models.Q(('state', 'draft'), ('columns__isnull', False), _connector='OR'), name='an_import_knows_its_columns')],
            },
        ),
        AdoptModel(
            old_table='desk_importbatch',
            name='ImportBatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('rows', models.JSONField(default=list)),
                ('players', models.JSONField(default=list)),
                ('rejected', models.JSONField(default=list)),
                ('file', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='players.playerimport')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('file', 'number'), name='a_batch_once')],
            },
        ),
        # Their names come from the table's.
        migrations.RenameIndex('player', 'players_pla_birth_d_354cf8_idx', old_name='tourney_pla_birth_d_5a1eee_idx'),
        migrations.RenameIndex('player', 'players_pla_nicknam_6ee510_idx', old_name='tourney_pla_nicknam_7275a0_idx'),
    ]
