"""The form of a suggested structure: sliders, with their bounds, and the plan they give."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from clock.rules.suggestion.plan import (
    FEWEST_PLAYERS,
    LONGEST_MINUTES,
    MOST_PLAYERS,
    SHORTEST_MINUTES,
    Antes,
    Plan,
)
from tourney.models import ChipSet, Tournament
from web.shared.forms import Form

ANTES: dict[Antes, Promise] = {
    "none": lazy("No ante"),
    "classic": lazy("All players"),
    "big_blind": lazy("Big blind pays"),
}
_LARGEST = 2**62


@dataclass(frozen=True, slots=True)
class Slider:
    """A number with a slider.

    Attributes:
        name: of the field.
        label: what it is; `unit`: of the number.
        start: before anything is entered.
        least, most: bounds of the number.
        reach: end of the slider, which covers usual numbers.
        step: of the slider.
    """

    name: str
    label: Promise
    unit: Promise
    start: int
    least: int
    most: int
    reach: int
    step: int = 1

    @property
    def first(self) -> int:
        """Return where the slider begins: at a whole step, from which a browser counts the others."""
        return -(-self.least // self.step) * self.step


_MINUTES, _CHIPS = lazy("minutes"), lazy("chips")
SLIDERS = (
    Slider("players", lazy("Players"), lazy("expected"), 30, FEWEST_PLAYERS, MOST_PLAYERS, 300),
    Slider("stack", lazy("Starting stack"), _CHIPS, 10_000, 100, 10**9, 100_000, 1_000),
    Slider("minutes", lazy("Planned length"), _MINUTES, 300, SHORTEST_MINUTES, LONGEST_MINUTES, 840, 15),
    Slider("level_minutes", lazy("Level length (0: automatic)"), _MINUTES, 0, 0, 180, 60, 5),
    Slider("last_level_minutes", lazy("Last levels (0: same length)"), _MINUTES, 0, 0, 180, 60, 5),
    Slider("late_minutes", lazy("Late registration"), _MINUTES, 60, 0, LONGEST_MINUTES, 300, 10),
    Slider("reentries", lazy("Re-entries"), lazy("expected"), 0, 0, 100_000, 200),
    Slider("rebuys", lazy("Rebuys"), lazy("expected"), 0, 0, 100_000, 200),
    Slider("add_ons", lazy("Add-ons"), lazy("expected"), 0, 0, 100_000, 200),
    Slider(
        "add_on_stack", lazy("Chips of an add-on (0: a starting stack)"), _CHIPS, 0, 0, 10**9, 100_000, 1_000
    ),
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A slider with its value, as entered; `slid`: where the slider stands."""

    slider: Slider
    value: str
    slid: int


def form_of(given: Mapping[str, str], event: Tournament | None) -> Form:
    """Return the form: what was entered, else the event's figures, else usual ones."""
    start: dict[str, object] = {slider.name: slider.start for slider in SLIDERS}
    start |= {"antes": "big_blind", "chip_set": ""}
    if event is not None:
        start |= {"stack": event.starting_stack, "chip_set": event.chip_set_id or ""}
    known = {name: value for name, value in given.items() if name in start}
    return Form({**start, **known})


def shown_sliders(form: Form) -> list[Shown]:
    """Return the sliders with their values."""
    found = []
    for slider in SLIDERS:
        text = form.text(slider.name)
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else slider.least
        found.append(Shown(slider, text, min(max(number, slider.first), slider.reach)))
    return found


def plan_of(form: Form) -> Plan | None:
    """Return the plan; None if a field is wrong, with its error."""
    numbers: dict[str, int] = {}
    for slider in SLIDERS:
        number = form.chips(slider.name) if "stack" in slider.name else form.whole(slider.name)
        if slider.name not in form.errors and not slider.least <= number <= slider.most:
            form.fail(
                slider.name, _("From %(least)s to %(most)s.") % {"least": slider.least, "most": slider.most}
            )
        numbers[slider.name] = number
    antes = next((one for one in ANTES if one == form.text("antes")), None)
    if antes is None:
        form.fail("antes", _("Choose one of these."))
    chips = _chips(form)
    if form.errors or antes is None:
        return None
    return Plan(antes=antes, chips=chips, **numbers)


def _chips(form: Form) -> tuple[int, ...]:
    """Return the denominations of the chosen chip set; none for a usual set."""
    text = form.text("chip_set")
    if not text:
        return ()
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
    found = (
        ChipSet.objects.filter(pk=number).prefetch_related("chips").first() if 0 < number < _LARGEST else None
    )
    if found is None:
        form.fail("chip_set", _("Choose one of these."))
        return ()
    return tuple(sorted(chip.value for chip in found.chips.all()))
