from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('seating', '0020_constraint_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='bust',
            name='last_stack',
            field=models.PositiveBigIntegerField(blank=True, null=True),
        ),
    ]
