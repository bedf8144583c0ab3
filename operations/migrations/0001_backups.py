from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Backup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('due_at', models.DateTimeField(null=True, unique=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('path', models.CharField(blank=True, max_length=500)),
                ('size', models.PositiveBigIntegerField(default=0)),
                ('entries', models.PositiveBigIntegerField(default=0)),
                ('error', models.CharField(blank=True, max_length=500)),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('ended_at__isnull', False), models.Q(('path', ''), ('error', '')), _connector='OR'), name='backup_ends_with_an_outcome'), models.CheckConstraint(condition=models.Q(('ended_at__isnull', True), models.Q(('error', ''), ('path', ''), _negated=True), _connector='OR'), name='ended_backup_has_an_outcome')],
            },
        ),
    ]
