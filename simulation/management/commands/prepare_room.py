"""Set up the room at its first start: two logins, structures, chips, tables, people, and two events to try."""

import json
import secrets
import uuid
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from clock.commands.events import create_event
from clock.commands.structures import LevelInput, save_structure
from clock.rules.shipped import Shipped, shipped_structures
from clock.rules.structure import to_wire
from operations.services import audit_key
from simulation.services import demo_events
from tourney.access.roles import FIRST_START, Actor, Role
from tourney.access.viewers import actor_of_user
from tourney.commands import ChipInput, add_chip_set, add_person
from tourney.models import User

# Without letters and digits that are easily confused when read from a screen and typed on a phone.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LOGIN, CLERK = "director", "clerk"


def new_password() -> str:
    """Return a password of about 79 bits that can be read aloud: four groups of four."""
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(4))


class Command(BaseCommand):
    """Set up the room if it is empty; print the generated passwords once."""

    help = "Set up the room at its first start."

    def handle(self, *args: Any, **options: Any) -> None:
        """Set up everything in one transaction; change nothing if the room is set up already."""
        # Made before anything is exported, so that its public half can be handed out from the beginning.
        audit_key.private_key()
        if User.objects.exists():
            known = User.objects.filter(role=Role.DIRECTOR.value, is_active=True).order_by("pk").first()
            self.stdout.write(json.dumps({"first_start": False, "login": known.username if known else ""}))
            return
        password, clerk = new_password(), new_password()
        with transaction.atomic():
            self._set_up(password, clerk)
        output = {"first_start": True, "login": LOGIN, "password": password, "others": {CLERK: clerk}}
        self.stdout.write(json.dumps(output))

    def _set_up(self, password: str, clerks: str) -> None:
        act: dict[str, Any] = {"actor": FIRST_START}
        add_person(**act, command_id=uuid.uuid4(), username=LOGIN, role="director", password=password)
        clerk = self._clerk(act, clerks)
        demo_events.add_demo_tables()
        known = demo_events.know_people()
        made = {key: self._library(act, shipped) for key, shipped in shipped_structures().items()}
        demo_events.open_till(clerk)
        running = self._event(act, "Five Spades Freeze-out", "five_spades", "five_spades", made)
        demo_events.play(running, known, clerk)
        waiting = self._event(act, "Friday Deep Stack", "club_night", "tda", made)
        demo_events.sell(waiting, known, clerk)
        demo_events.close_till(clerk)

    def _clerk(self, act: dict[str, Any], password: str) -> Actor:
        added = add_person(**act, command_id=uuid.uuid4(), username=CLERK, role="desk", password=password)
        assert added.answer is not None
        return actor_of_user(User.objects.get(pk=added.answer["user"]))

    def _library(self, act: dict[str, Any], shipped: Shipped) -> tuple[int, int]:
        name = shipped.name["en"]
        looks = [ChipInput(value=chip.value, face=chip.face, edge=chip.edge) for chip in shipped.chips]
        chips = add_chip_set(**act, command_id=uuid.uuid4(), name=f"Chips: {name}", chips=looks)
        rows = [
            {key: value for key, value in row.items() if key != "number"} for row in to_wire(shipped.levels)
        ]
        levels = [LevelInput.model_validate(row) for row in rows]
        structure = save_structure(**act, command_id=uuid.uuid4(), name=name, levels=levels)
        assert structure.answer is not None
        assert chips.answer is not None
        return structure.answer["structure"], chips.answer["chip_set"]

    def _event(
        self,
        act: dict[str, Any],
        name: str,
        key: str,
        book: str,
        made: dict[str, tuple[int, int]],
    ) -> int:
        structure, chips = made[key]
        stack = shipped_structures()[key].starting_stack
        event = create_event(
            **act,
            command_id=uuid.uuid4(),
            name=name,
            structure=structure,
            starting_stack=stack,
            book=book,
            chip_set=chips,
        )
        assert event.answer is not None
        tournament: int = event.answer["tournament"]
        return tournament
