from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('seating', '0003_seats_and_draws'),
    ]

    operations = [
        migrations.AddField(
            model_name='draw',
            name='next_digest',
            field=models.CharField(default='', max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='draw',
            name='seq',
            field=models.PositiveBigIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='plan',
            name='drawn_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
