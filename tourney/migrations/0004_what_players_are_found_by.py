from django.db import migrations, models

from tourney.rules.search_text import search_text


def fill(apps, schema_editor):
    """Give the people who are here already the words they are found by."""
    players = apps.get_model("tourney", "Player")
    for row in list(players.objects.all()):
        words = search_text(row.name, row.nickname, row.card, row.birth_date)
        players.objects.filter(pk=row.pk).update(search=words)


class Migration(migrations.Migration):
    dependencies = [
        ("tourney", "0003_players_entries_and_notices"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="search",
            field=models.TextField(blank=True, default="", editable=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
