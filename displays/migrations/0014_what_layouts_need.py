from django.db import migrations, models


def contents(value):
    """Yield all contents of a document, also of one that no longer follows the schema."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if isinstance(value, dict) and isinstance(value.get('kind'), str):
        yield value
    for one in inner:
        yield from contents(one)


def fill(apps, schema_editor):
    for row in apps.get_model('displays', 'HouseLayout').objects.all():
        found = list(contents(row.document))
        events = [one.get('event', 1) for one in found]
        row.events = max((one for one in events if isinstance(one, int) and 1 <= one <= 4), default=1)
        row.seats = any(one['kind'] == 'list' and one.get('list') == 'seats' for one in found)
        row.save(update_fields=['events', 'seats'])
    retired = apps.get_model('displays', 'Screen').objects.filter(retired=True, house_layout__isnull=False)
    retired.update(layout='clock', house_layout=None)


class Migration(migrations.Migration):

    dependencies = [
        ('displays', '0013_screen_report'),
    ]

    operations = [
        migrations.AddField(
            model_name='houselayout',
            name='events',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='houselayout',
            name='seats',
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
