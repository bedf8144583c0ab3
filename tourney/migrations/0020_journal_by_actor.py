"""Find the journal entries of one login by time, for the recent actions of a clerk."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tourney', '0019_job_deadlines'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='journalentry',
            index=models.Index(fields=['actor', 'at'], name='tourney_jou_actor_997022_idx'),
        ),
    ]
