"""Versions of groups and rotations: a form that was opened before a change does not replace it."""

import hashlib
import json

from displays.models import Rotation, ScreenGroup
from displays.services.layout_names import layout_name


def rotation_version(row: Rotation) -> str:
    """Return the version of a rotation."""
    return _digest(row.name, row.slides)


def group_version(row: ScreenGroup) -> str:
    """Return the version of what the form of a group changes."""
    screens = sorted(row.screens.values_list("pk", flat=True))
    return _digest(row.name, row.tournament_id, layout_name(row), row.rotation_id, row.schedule, screens)


def _digest(*values: object) -> str:
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:12]
