"""Form fields that name players."""

from django.db.models import Q
from django.utils.translation import gettext as _

from players.services.records import living_records
from web.shared.forms import Form


def player_named(form: Form, name: str, typed: str | None = None) -> int:
    """Return the player named by name, nickname or card; no match or several are an error of the field, and
    0.

    Args:
        form: as submitted.
        name: of the field.
        typed: the query; the field's value by default.
    """
    sought = form.text(name) if typed is None else typed
    if not sought or "\x00" in sought:
        form.fail(name, _("This field is required."))
        return 0
    current = living_records()
    wanted = Q(name__iexact=sought) | Q(nickname__iexact=sought) | Q(card=sought)
    found = list(current.filter(wanted).values_list("pk", flat=True)[:2])
    if len(found) == 1:
        return found[0]
    if found:
        text = _("“%(name)s” matches several players. Scan or type the card number.")
    else:
        text = _("“%(name)s” matches no player or card number.")
    form.fail(name, text % {"name": sought[:60]})
    return 0


def players_named(form: Form, name: str) -> list[int]:
    """Return the players named in a field, one per row; as `player_named`. Empty for an empty field."""
    lines = [line.strip() for line in form.text(name).splitlines() if line.strip()]
    return [player_named(form, name, line) for line in lines[:500]]
