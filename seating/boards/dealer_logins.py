"""Board of dealers' logins and tablets, and the tables assigned to each."""

from typing import Any

from seating.models import DealerTable
from tourney.access.roles import Role
from tourney.models import Token, User


def dealer_logins() -> list[dict[str, Any]]:
    """Return the valid dealer logins and tokens, by name.

    Returns:
        Rows of `login` ("user:3" or "token:5"), `name`, and `tables`, their numbers in ascending order; if
        empty, the login takes its first table itself.
    """
    tables: dict[tuple[int | None, int | None], list[int]] = {}
    for user, token, number in DealerTable.objects.order_by("number").values_list("user", "token", "number"):
        tables.setdefault((user, token), []).append(number)
    users = User.objects.filter(role=Role.DEALER.value, is_active=True).order_by("username")
    tokens = Token.objects.filter(role=Role.DEALER.value, revoked_at__isnull=True).order_by("label")
    return [
        *(
            {"login": f"user:{one.pk}", "name": one.username, "tables": tables.get((one.pk, None), [])}
            for one in users
        ),
        *(
            {"login": f"token:{one.pk}", "name": one.label, "tables": tables.get((None, one.pk), [])}
            for one in tokens
        ),
    ]
