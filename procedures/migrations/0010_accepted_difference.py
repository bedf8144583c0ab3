from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    # The version before leaves all three columns empty.
    old_code_works = True

    dependencies = [("procedures", "0009_returned_chips")]

    operations = [
        migrations.AddField(
            "stackcount", "accepted", models.BigIntegerField(blank=True, null=True)
        ),
        migrations.AddField(
            "stackcount",
            "accepted_by",
            models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.AddField(
            "stackcount", "accepted_at", models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddConstraint(
            "stackcount",
            models.CheckConstraint(
                condition=Q(accepted__isnull=True, accepted_at__isnull=True, accepted_by="")
                | (Q(accepted__isnull=False, accepted_at__isnull=False) & ~Q(accepted=0) & ~Q(accepted_by="")),
                name="a_difference_is_accepted_by_somebody",
            ),
        ),
    ]
