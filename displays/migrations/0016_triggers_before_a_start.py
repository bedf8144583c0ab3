from django.db import migrations, models


def at_the_start(apps, _schema_editor):
    """Before this migration nothing can fire before a start: such triggers fire at the start."""
    trigger = apps.get_model("displays", "Trigger")
    trigger.objects.filter(when__in=("level_start", "break_start")).update(before_seconds=0)


class Migration(migrations.Migration):

    dependencies = [
        ('displays', '0015_retired_displays'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='trigger',
            name='a_trigger_before_a_known_time',
        ),
        migrations.AddConstraint(
            model_name='trigger',
            constraint=models.CheckConstraint(condition=models.Q(('before_seconds', 0), models.Q(('before_seconds__lte', 14400), ('when__in', ('level_start', 'level_end', 'break_start', 'break_end', 'registration_closes'))), _connector='OR'), name='a_trigger_before_a_known_time'),
        ),
        migrations.RunPython(migrations.RunPython.noop, at_the_start),
    ]
