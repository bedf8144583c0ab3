from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cash", "0011_floor_calls")]

    operations = [
        migrations.AlterField(
            model_name="listentry",
            name="origin",
            field=models.CharField(
                choices=[("desk", "desk"), ("phone", "phone"), ("call_in", "call_in"), ("dinner", "dinner")],
                default="desk",
                max_length=8,
            ),
        ),
    ]
