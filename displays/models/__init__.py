"""TV displays of the room."""

from displays.models.announcement import PRIORITIES, SHOWN_ON, Announcement, AnnouncementTemplate
from displays.models.group import Rotation, ScreenGroup
from displays.models.health import ScreenHealth
from displays.models.house_layout import HouseLayout
from displays.models.layouts import HOUSE, LAYOUTS
from displays.models.look import THEMES, RoomLook
from displays.models.screen import Pairing, Screen

__all__ = [
    "HOUSE",
    "LAYOUTS",
    "PRIORITIES",
    "SHOWN_ON",
    "THEMES",
    "Announcement",
    "AnnouncementTemplate",
    "HouseLayout",
    "Pairing",
    "RoomLook",
    "Rotation",
    "Screen",
    "ScreenGroup",
    "ScreenHealth",
]
