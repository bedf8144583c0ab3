from django.db import migrations

from tourney.migrations._rename import RenameTable


class Migration(migrations.Migration):

    dependencies = [
        ('desk', '0011_import_preview'),
    ]

    operations = [
        RenameTable('House', 'DeskSettings'),
    ]
