from django.db import migrations

from tourney.rules.search_text import search_text


def fill(apps, schema_editor):
    """Make cards with separators findable in one word."""
    players = apps.get_model("tourney", "Player")
    for row in players.objects.exclude(card="").iterator(chunk_size=1000):
        words = search_text(row.name, row.nickname, row.card, row.birth_date)
        if words != row.search:
            players.objects.filter(pk=row.pk).update(search=words)


class Migration(migrations.Migration):
    dependencies = [
        ("tourney", "0012_drop_axes_tables"),
    ]

    # One word more does no harm to an earlier version.
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
