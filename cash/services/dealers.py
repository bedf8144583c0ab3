"""Who deals at which table: the dealers on the rota, and the logins and tablets of dealers."""

from collections import defaultdict

from django.db.models import Q

from dealers.models import Stint
from seating.models import DealerTable


def dealers_at() -> dict[int, list[str]]:
    """Return the names of the dealer on the rota and of dealers' logins, by number of the table."""
    found: dict[int, list[str]] = defaultdict(list)
    stints = Stint.objects.filter(ended_at__isnull=True, table__isnull=False)
    for number, name in stints.values_list("table__number", "dealer__name"):
        found[number].append(name)
    valid = Q(user__is_active=True) | Q(token__isnull=False, token__revoked_at__isnull=True)
    rows = DealerTable.objects.filter(valid).values_list("number", "user__username", "token__label")
    for number, user, token in rows.order_by("number", "pk"):
        found[number].append(user or token)
    return dict(found)
