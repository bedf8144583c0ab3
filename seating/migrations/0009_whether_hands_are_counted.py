from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('seating', '0008_draws_of_races'),
    ]

    operations = [
        migrations.AddField(
            model_name='loan',
            name='counts_hands',
            field=models.BooleanField(default=True),
        ),
    ]
