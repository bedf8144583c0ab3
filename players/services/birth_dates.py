"""Checks of a date of birth before it is saved: the room's minimum age, and dates on file."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from players.models import Player
from players.rules.age import age_on
from players.signals import minimum_age
from tourney.access.roles import Actor, Permission
from tourney.journal.refused import Refused


def under_age_note(born: date | None, today: date) -> str:
    """Return a note that the player is too young to play in this room; "" if they are old enough or the date is
    not known.
    """
    years = minimum_age.ask(today)
    if born is None or age_on(born, today) >= years:
        return ""
    text = _("Under %(years)s: may be on file, but may not enter events. Check the date of birth.")
    return text % {"years": years}


def check_age(born: date | None, today: date, *, sure: bool) -> None:
    """Check that a player is not younger than the room's minimum age, unless that was confirmed.

    Raises:
        Refused: `under_age`, at the date of birth.
    """
    if not sure and (text := under_age_note(born, today)):
        raise Refused("under_age", text, fields={"birth_date": text})


def check_not_removed(row: Player, columns: Mapping[str, Any], by: Actor) -> None:
    """Check that a clerk does not remove a date of birth on file: it may show that the player is too young.

    Raises:
        Refused: `birth_date_on_file`, at the date of birth.
    """
    removes = row.birth_date is not None and "birth_date" in columns and columns["birth_date"] is None
    if removes and not by.may(Permission.READ_PERSONAL_DATA):
        text = _("A date of birth on file can be corrected. Only the floor or a director can remove it.")
        raise Refused("birth_date_on_file", text, fields={"birth_date": text})
