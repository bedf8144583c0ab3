"""Call the mark of sessions with a second factor verified; the column keeps its name for the version before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tourney", "0029_way_of_password_links")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "loginsession", "proven", models.BooleanField(db_column="proven", default=False)
                ),
                migrations.RenameField("loginsession", "proven", "verified"),
            ]
        )
    ]
