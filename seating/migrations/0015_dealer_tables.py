import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('seating', '0014_age_of_buttons'),
        ('tourney', '0012_drop_axes_tables'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DealerTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('token', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='dealer_tables', to='tourney.token')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='dealer_tables', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'dealer’s table',
                'ordering': ['number'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('token__isnull', True), ('user__isnull', False)), models.Q(('token__isnull', False), ('user__isnull', True)), _connector='OR'), name='a_dealers_table_is_of_one_login'), models.CheckConstraint(condition=models.Q(('number__gt', 0)), name='a_dealers_table_has_a_number'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'number'), name='a_login_has_a_table_once'), models.UniqueConstraint(condition=models.Q(('token__isnull', False)), fields=('token', 'number'), name='a_token_has_a_table_once')],
            },
        ),
    ]
