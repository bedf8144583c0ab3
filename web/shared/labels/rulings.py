"""Labels of rulings: journal kinds and rows. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "ruling.note": _("Recorded"),
    "ruling.correct": _("Corrected"),
}

MODELS: dict[str, Promise] = {
    "rulings.ruling": _("Ruling"),
    "rulings.concern": _("Player in a ruling"),
}
