from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('procedures', '0005_reported_stacks'),
    ]

    operations = [
        migrations.AddField(
            model_name='eventday',
            name='row',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
