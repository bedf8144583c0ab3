"""A migration that can be reversed without losing data."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Find backups by their path."""

    dependencies = [("operations", "0001_backups")]
    operations = [migrations.AddIndex("backup", models.Index(fields=["path"], name="later_backup_path"))]
