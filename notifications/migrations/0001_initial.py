import django.db.models.deletion
from django.db import migrations, models

from tourney.migrations._adopt import AdoptModel


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tourney', '0014_contacts_with_consent'),
    ]

    operations = [
        AdoptModel(
            old_table='screens_subscription',
            name='Subscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000)),
                ('p256dh', models.CharField(max_length=100)),
                ('auth', models.CharField(max_length=40)),
                ('language', models.CharField(max_length=5)),
                ('created_at', models.DateTimeField()),
                ('token', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='subscriptions', to='tourney.token')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('token', 'endpoint'), name='a_browser_subscribes_to_a_link_once')],
            },
        ),
        AdoptModel(
            old_table='screens_push',
            name='Push',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('next_at', models.DateTimeField(db_index=True)),
                ('notice', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pushes', to='tourney.notice')),
                ('subscription', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pushes', to='notifications.subscription')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('notice', 'subscription'), name='a_notice_is_pushed_once')],
            },
        ),
    ]
