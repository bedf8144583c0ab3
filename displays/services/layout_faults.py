"""Faults of a layout as sentences with their place: "wide, cell 3: …"."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from displays.rules.layouts import LayoutFault, LayoutFaults
from tourney.journal.refused import Refused

SHAPE_NAMES: dict[str, Promise] = {
    "wide": lazy("wide"),
    "ultrawide": lazy("ultra-wide"),
    "upright": lazy("upright"),
}
STATE_NAMES: dict[str, Promise] = {
    "before_start": lazy("before the start"),
    "running": lazy("running"),
    "last_minute": lazy("last minute"),
    "pause": lazy("paused"),
    "break": lazy("break"),
    "hand_for_hand": lazy("hand-for-hand"),
    "final_table": lazy("final table"),
    "over": lazy("after the end"),
}
_MOST_SHOWN = 5


def place_of(fault: LayoutFault) -> str:
    """Return where a fault is: "wide (break), cell 3, page 2"; "" for the layout as a whole."""
    shape = str(SHAPE_NAMES.get(fault.shape, fault.shape))
    if shape and fault.states:
        shape += f" ({', '.join(str(STATE_NAMES.get(one, one)) for one in fault.states)})"
    elif shape and fault.among_several:
        shape += " (" + _("in all other states") + ")"
    parts = [
        shape,
        _("part %(name)s") % {"name": fault.part} if fault.part else "",
        "" if fault.cell is None else _("cell %(number)s") % {"number": fault.cell},
        "" if fault.page is None else _("page %(number)s") % {"number": fault.page},
        _("“%(name)s”") % {"name": fault.key} if fault.key else "",
    ]
    return ", ".join(part for part in parts if part)


def text_of(fault: LayoutFault, labels: Mapping[str, Mapping[str, str]] | None = None) -> str:
    """Return what is wrong, without its place.

    Args:
        fault: of a document.
        labels: what staff call values, by key; without it, they have their names in the document.
    """
    names, state = fault.params.get("names"), str(fault.params.get("state", ""))
    if state:
        return _(fault.message) % {**fault.params, "state": STATE_NAMES.get(state, state)}
    if not isinstance(names, tuple):
        return _(fault.message) % fault.params
    known = (labels or {}).get(fault.key, {})
    # What a file must contain comes first; most labels repeat it.
    listed = ", ".join(f"{one} ({known[one]})" if known.get(one, one) != one else one for one in names)
    return _(fault.message) % {**fault.params, "names": listed}


def refusal_of(error: LayoutFaults) -> Refused:
    """Return the refusal of a command for the faults of a document."""
    lines = [": ".join(filter(None, (place_of(one), text_of(one)))) for one in error.faults[:_MOST_SHOWN]]
    return Refused("bad_layout", " ".join(lines), fields={"document": "\n".join(lines)})
