"""Names of layouts: those of a fixed layout, and "house:5" for one of the house; what shows a layout or rotation."""

from typing import Any, Protocol

from django.utils.translation import gettext as _

from displays.models import HOUSE, HouseLayout, Rotation, Screen, ScreenGroup, Trigger
from tourney.journal.refused import Refused
from tourney.journal.tx import Tx

_HOUSE = f"{HOUSE}:"


class _Shows(Protocol):
    layout: str
    house_layout_id: int | None


def house_name(pk: int) -> str:
    """Return the name of a layout of the house, as boards, slides and schedules have it."""
    return f"{_HOUSE}{pk}"


def house_key(name: str) -> int | None:
    """Return the id of a layout of the house; None for a fixed one."""
    return int(name.removeprefix(_HOUSE)) if name.startswith(_HOUSE) else None


def layout_name(row: _Shows) -> str:
    """Return the name of what a display or group shows."""
    return row.layout if row.house_layout_id is None else house_name(row.house_layout_id)


def layout_columns(tx: Tx, name: str) -> dict[str, Any]:
    """Return the columns of a display or group that shows a layout; it must exist (`not_found`)."""
    key = house_key(name)
    if key is None:
        return {"layout": name, "house_layout_id": None}
    return {"layout": HOUSE, "house_layout_id": tx.get(HouseLayout, pk=key).pk}


def check_layout(tx: Tx, name: str) -> None:
    """Refuse a layout of the house that does not exist (`not_found`)."""
    layout_columns(tx, name)


def own_layouts() -> list[tuple[str, str]]:
    """Return the layouts of the house to choose from: how each is named in commands, and what staff call it."""
    return [(house_name(pk), name) for pk, name in HouseLayout.objects.values_list("pk", "name")]


def users_of(pk: int) -> list[str]:
    """Return the names of displays, groups and rotations that show a layout of the house; triggers last."""
    name = house_name(pk)
    found = [one.name for one in Screen.objects.filter(retired=False, house_layout=pk)]
    for group in ScreenGroup.objects.all():
        if group.house_layout_id == pk or any(entry["layout"] == name for entry in group.schedule):
            found.append(group.name)
    found += [
        one.name for one in Rotation.objects.all() if any(slide["layout"] == name for slide in one.slides)
    ]
    if Trigger.objects.filter(house_layout=pk).exists():
        found.append(_("a trigger"))
    return found


def refuse_shown(pk: int) -> None:
    """Refuse to remove a layout of the house that something shows (`in_use`)."""
    _refuse_used_by(users_of(pk))


def refuse_scheduled(rotation: int) -> None:
    """Refuse to remove a rotation that a group shows, all day or by its schedule (`in_use`)."""
    _refuse_used_by(
        [
            group.name
            for group in ScreenGroup.objects.all()
            if group.rotation_id == rotation or any(entry["rotation"] == rotation for entry in group.schedule)
        ]
    )


def _refuse_used_by(users: list[str]) -> None:
    if users:
        names = ", ".join(users[:3]) + (" …" if len(users) > 3 else "")
        text = _("Not removed: it is shown by %(names)s. Choose another layout there first.")
        raise Refused("in_use", text % {"names": names})
