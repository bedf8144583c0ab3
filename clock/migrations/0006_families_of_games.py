"""The family of a level's game becomes data: read off the games' names as they stand."""

from django.db import migrations, models

from clock.rules.games import FAMILIES, family_of


def _read_names(apps, schema_editor):
    rows = apps.get_model("clock", "LevelRow").objects.filter(kind="level")
    for game in set(rows.order_by().values_list("game", flat=True)):
        rows.filter(game=game).update(family=family_of(game))


class Migration(migrations.Migration):

    dependencies = [
        ("clock", "0005_shot_clock"),
    ]

    operations = [
        migrations.AddField(
            model_name="levelrow",
            name="family",
            field=models.CharField(blank=True, choices=[(one, one) for one in FAMILIES], default="", max_length=5),
            preserve_default=False,
        ),
        migrations.RunPython(_read_names, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="levelrow",
            constraint=models.CheckConstraint(
                condition=models.Q(("family", ""))
                | models.Q(("family__in", FAMILIES), ("kind", "level")),
                name="a_family_of_games_in_a_level",
            ),
        ),
    ]
