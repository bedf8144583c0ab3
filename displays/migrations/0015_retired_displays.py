from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('displays', '0014_what_layouts_need'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='screen',
            constraint=models.CheckConstraint(condition=models.Q(('retired', False), ('house_layout__isnull', True), _connector='OR'), name='no_layout_of_the_house_once_retired'),
        ),
    ]
