from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("seating", "0013_ties_are_decided"),
    ]

    operations = [
        migrations.AddField(
            model_name="loan",
            name="button_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
