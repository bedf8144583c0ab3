"""Tables assigned to a dealer's login or token."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class DealerTable(models.Model):
    """A table assigned to a dealer's login, or to a tablet with a dealer's token.

    It stores the table number, not a key, so that tablets can be assigned before the tables are set up.
    """

    user = models.ForeignKey(
        "tourney.User", on_delete=models.CASCADE, null=True, blank=True, related_name="dealer_tables"
    )
    token = models.ForeignKey(
        "tourney.Token", on_delete=models.CASCADE, null=True, blank=True, related_name="dealer_tables"
    )
    number = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("dealer’s table")
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=False, token__isnull=True)
                | Q(user__isnull=True, token__isnull=False),
                name="a_dealers_table_is_of_one_login",
            ),
            models.CheckConstraint(condition=Q(number__gt=0), name="a_dealers_table_has_a_number"),
            models.UniqueConstraint(
                fields=["user", "number"], condition=Q(user__isnull=False), name="a_login_has_a_table_once"
            ),
            models.UniqueConstraint(
                fields=["token", "number"], condition=Q(token__isnull=False), name="a_token_has_a_table_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id or self.token_id} {self.number}"
