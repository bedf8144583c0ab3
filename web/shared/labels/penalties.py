"""Labels of penalties: journal kinds, rows and columns. Pure."""

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

COLUMNS: dict[str, Promise] = {
    "before": _("Before"),
    "button_mark": _("Button at the start of the round"),
    "estimated": _("Of these, hands not counted by anyone"),
    "hands_left": _("Hands left"),
    "marked_at": _("Counted from"),
    "months": _("Months"),
    "played_mark": _("Time played when counting began"),
    "rounds_left": _("Rounds of the button left"),
    "served": _("Hands served"),
}
