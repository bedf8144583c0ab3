"""Simulated events. A room made by an earlier version has their table already, as the table of the app `play`."""

import django.db.models.deletion
from django.db import migrations, models

EARLIER = "play_played"


def take_over(apps, schema_editor):
    """Rename the table of an earlier version where there is one; make a new one elsewhere."""
    model = apps.get_model("simulation", "SimulatedEvent")
    with schema_editor.connection.cursor() as cursor:
        tables = schema_editor.connection.introspection.table_names(cursor)
    if EARLIER not in tables:
        schema_editor.create_model(model)
        return
    schema_editor.alter_db_table(model, EARLIER, model._meta.db_table)
    kinds = apps.get_model("contenttypes", "ContentType").objects
    kinds.filter(app_label="play", model="played").update(app_label="simulation", model="simulatedevent")


def give_back(apps, schema_editor):
    """Leave the table under its earlier name, so that the earlier version finds its rows."""
    model = apps.get_model("simulation", "SimulatedEvent")
    schema_editor.alter_db_table(model, model._meta.db_table, EARLIER)
    kinds = apps.get_model("contenttypes", "ContentType").objects
    kinds.filter(app_label="simulation", model="simulatedevent").update(app_label="play", model="played")


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('contenttypes', '0002_remove_content_type_name'),
        ('tourney', '0005_a_notice_may_need_no_words'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='SimulatedEvent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=80)),
                        ('book', models.CharField(max_length=40)),
                        ('players', models.PositiveIntegerField()),
                        ('seed', models.PositiveBigIntegerField()),
                        ('speed', models.PositiveIntegerField()),
                        ('asked_at', models.DateTimeField()),
                        ('begun_at', models.DateTimeField(blank=True, null=True)),
                        ('stop_at', models.DateTimeField(blank=True, null=True)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('how', models.CharField(blank=True, choices=[('over', 'over'), ('stopped', 'stopped'), ('failed', 'failed'), ('shut', 'shut'), ('lost', 'lost')], max_length=8)),
                        ('words', models.CharField(blank=True, max_length=400)),
                        ('added', models.JSONField(blank=True, default=list)),
                        ('cleared', models.BooleanField(default=False)),
                        ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to='tourney.tournament')),
                    ],
                    options={
                        'verbose_name': 'demo',
                        'ordering': ['id'],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('how', '')), models.Q(('ended_at__isnull', False), models.Q(('how', ''), _negated=True)), _connector='OR'), name='what_has_ended_says_how')],
                    },
                ),
            ],
        ),
        migrations.RunPython(take_over, give_back),
    ]
