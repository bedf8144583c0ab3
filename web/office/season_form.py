"""The form of a season: its values, and parsing."""

from typing import Any

from django.utils.translation import gettext as _

from seasons.commands.seasons import DropInput, ParameterInput
from seasons.models import Season
from seasons.rules.formulas import FORMULAS, LARGEST
from tourney.rules.numbers import whole_number
from web.shared.forms import Form

_COUNTS = ("best_of", "cup_played_from", "cup_scored_from", "cup_seats", "cup_fixed")


def season_values(season: Season) -> dict[str, str]:
    """Return the settings of a season as the form shows them."""
    found = {
        "name": season.name,
        "first_day": season.first_day.isoformat(),
        "last_day": season.last_day.isoformat(),
        "book": season.book,
        "points": season.points,
        "ties": season.ties,
        "members_only": "on" if season.members_only else "",
        "partners_score": "on" if season.partners_score else "",
        "parameters": ", ".join(f"{name}={_plain(value)}" for name, value in season.parameters.items()),
        "drops": ", ".join(f"{day} {worst}" for day, worst in season.drops),
    }
    for name in _COUNTS:
        value = getattr(season, name)
        found[name] = "" if value is None else str(value)
    return found


def _plain(value: float) -> str:
    """Write a number without an exponent and in full, so that the form saves what was stored."""
    return str(int(value)) if value == int(value) else repr(value)


def season_arguments(form: Form) -> dict[str, Any]:
    """Parse the form; errors are at their fields."""
    return {
        **{name: form.text(name) for name in ("name", "first_day", "last_day", "book", "points", "ties")},
        **{name: form.chosen(name) for name in _COUNTS},
        "members_only": form.flag("members_only"),
        "partners_score": form.flag("partners_score"),
        "parameters": _parameters(form),
        "drops": _drops(form),
    }


def _parameters(form: Form) -> list[ParameterInput]:
    found = []
    for part in form.text("parameters").replace(";", ",").split(","):
        if not part.strip():
            continue
        name, _sign, value = part.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = -1
        if not name.strip() or not 0 <= number <= LARGEST:
            form.fail("parameters", _("Write parameters like this: scale=10, winner=5"))
            return []
        found.append(ParameterInput(name=name.strip()[:20], value=number))
    return found


def _drops(form: Form) -> list[DropInput]:
    found = []
    for part in form.text("drops").replace(";", ",").split(","):
        if not part.strip():
            continue
        day, _space, typed = part.strip().partition(" ")
        worst = whole_number(typed.strip(), 4)
        if len(day) > 10 or worst is None or not 0 < worst <= 1_000:
            form.fail("drops", _("Write drop dates like this: 2026-06-30 2, 2026-12-31 1"))
            return []
        found.append(DropInput(day=day, worst=worst))
    return found


def parameter_hint() -> str:
    """List the parameters of all formulas that have others than the common ones."""
    common = {"played", "winner", "places"}
    own = sorted({name for one in FORMULAS.values() for name in one.parameters} - common)
    text = _(
        "Depending on the formula: %(own)s. Formulas by place also use played, winner and places. Leave "
        "blank for the usual values."
    )
    return text % {"own": ", ".join(own)}
