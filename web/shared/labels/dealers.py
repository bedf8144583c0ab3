"""Labels of dealers: journal kinds and rows. Pure."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

KINDS: dict[str, Promise] = {
    "dealer.add": _("Added"),
    "dealer.change": _("Changed"),
    "dealer.begin": _("On shift"),
    "dealer.end": _("Off shift"),
    "dealer.take_table": _("Took a table"),
    "dealer.assign_tables": _("Assigned to tables"),
    "dealer.send": pgettext_lazy("dealer", "Sent"),
    "dealers.push": _("Pushed"),
    "dealers.every": _("Frequency"),
}

MODELS: dict[str, Promise] = {
    "dealers.dealer": _("Dealer"),
    "dealers.stint": _("Dealer at a table or on break"),
    "dealers.rota": _("How often dealers are pushed"),
}
