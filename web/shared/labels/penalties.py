"""Labels of penalties: journal kinds and rows. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "penalty.impose": _("Imposed"),
    "penalty.count": _("Counted"),
    "penalty.lift": _("Lifted"),
    "penalty.reckon": _("Estimated from the time played"),
    "penalty.keep": _("How long they are kept"),
    "penalty.forget": _("Old ones deleted"),
}

MODELS: dict[str, Promise] = {
    "penalties.penalty": _("Penalty"),
    "penalties.keeping": _("How long penalties are kept"),
}
