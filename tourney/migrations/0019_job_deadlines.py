"""Jobs keep the deadline that the page named."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tourney', '0018_no_players'),
    ]

    operations = [
        migrations.AddField(
            model_name='job',
            name='until',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
