"""People named in fields of forms."""

from django.db.models import Q
from django.utils.translation import gettext as _

from tourney.models import Player
from web.shared.forms import Form


def player_named(form: Form, name: str, typed: str | None = None) -> int:
    """The player a field names by name, nickname or card; what fits none or several is an error of the field, and 0.

    Args:
        form: as it was sent.
        name: of the field.
        typed: what to look for; left out: what stands in the field.
    """
    sought = form.text(name) if typed is None else typed
    if not sought or "\x00" in sought:
        form.fail(name, _("This field is required."))
        return 0
    standing = Player.objects.filter(merged_into__isnull=True, anonymised_at__isnull=True, demo=False)
    wanted = Q(name__iexact=sought) | Q(nickname__iexact=sought) | Q(card=sought)
    found = list(standing.filter(wanted).values_list("pk", flat=True)[:2])
    if len(found) == 1:
        return found[0]
    if found:
        text = _("“%(name)s” matches several players. Scan or type the card number.")
    else:
        text = _("“%(name)s” matches no player or card number.")
    form.fail(name, text % {"name": sought[:60]})
    return 0


def players_named(form: Form, name: str) -> list[int]:
    """The players a field names, one on each line; as `player_named`. An empty field names nobody."""
    lines = [line.strip() for line in form.text(name).splitlines() if line.strip()]
    return [player_named(form, name, line) for line in lines[:500]]
