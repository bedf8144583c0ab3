"""Signal receivers of displays."""

from typing import Any

from django.utils.translation import gettext as _

from displays.models import HouseLayout, Rotation, ScreenGroup
from displays.services.layout_names import house_key, refuse_scheduled, refuse_shown
from tourney.journal.refused import Refused
from tourney.journal.row_images import label
from tourney.signals import Undone, undone


@undone.connect
def keep_what_is_shown(event: Undone) -> None:
    """Refuse an undo that removes a layout or rotation which is shown, or that shows a removed one again."""
    for change in event.tx.changes:
        if change["model"] == label(HouseLayout) and change["after"] is None:
            refuse_shown(change["pk"])
        if change["model"] == label(Rotation) and change["after"] is None:
            refuse_scheduled(change["pk"])
        # Lists name layouts and rotations without a key that the database watches.
        columns = change["after"] or {}
        if change["model"] == label(Rotation) and "slides" in columns:
            rotation = Rotation.objects.get(pk=change["pk"])
            _refuse_removed(rotation.name, rotation.slides)
        if change["model"] == label(ScreenGroup) and "schedule" in columns:
            group = ScreenGroup.objects.get(pk=change["pk"])
            _refuse_removed(group.name, group.schedule)


def _refuse_removed(name: str, shown: list[dict[str, Any]]) -> None:
    keys = {key for one in shown if (key := house_key(one["layout"])) is not None}
    if HouseLayout.objects.filter(pk__in=keys).count() < len(keys):
        message = _("“%(name)s” would show a layout that has been removed since.")
        raise Refused("changed_since", message % {"name": name})
    turning = {one["rotation"] for one in shown if one.get("rotation") is not None}
    if Rotation.objects.filter(pk__in=turning).count() < len(turning):
        message = _("“%(name)s” would show a rotation that has been removed since.")
        raise Refused("changed_since", message % {"name": name})
